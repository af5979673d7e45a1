import { z } from 'zod';
import { AwgBody } from '#contract/rules/awg.ts';
import { endpoint, global, limited } from '#contract/endpoint.ts';
import { flagFields, refineFlagsElsewhere } from '#contract/rules/flags.ts';
import { CloudConfig, CloudConfigChange } from '#contract/records/cloud-servers.ts';
import { CloudProtocol, Done, Id, Protocol, Title64, XrayConfigBody } from '#contract/values.ts';

const ByServer = z.strictObject({ server_id: Id });
/** The specification calls a configuration `id` on some of these paths and `config_id` on others. */
const ById = z.strictObject({ server_id: Id, id: Id });
const ByConfig = z.strictObject({ server_id: Id, config_id: Id });

const afterChange = [
  'cloudServers.configs',
  'customSubscriptions.availableItems',
  'customSubscriptions.get',
] as const;
const secrets = ['connection_url', 'xray_config', 'awg_config'];

/** Specification, part 2, Cloud servers: configurations on a cloud server. */
export const cloudConfigs = {
  'cloudServers.configs': endpoint({
    method: 'GET',
    path: '/cloud-servers/:server_id/configs',
    ...global(300),
    input: z.strictObject({ path: ByServer }),
    data: z.array(CloudConfig),
    answerSize: 'large',
    statuses: [200],
    effect: 'read',
    exposure: 'window',
    secrets: ['[].connection_url', '[].xray_config', '[].awg_config'],
  }),
  'cloudServers.createConfig': endpoint({
    method: 'POST',
    path: '/cloud-servers/:server_id/configs',
    ...limited(1, 1),
    input: z.strictObject({
      path: ByServer,
      body: z
        .strictObject({ protocol: CloudProtocol, title: Title64.optional(), ...flagFields })
        .superRefine(refineFlagsElsewhere),
    }),
    data: CloudConfig,
    answerSize: 'medium',
    statuses: [201],
    effect: 'create',
    exposure: 'window',
    makesStale: ['cloudServers.configs', 'customSubscriptions.availableItems'],
    secrets,
  }),
  'cloudServers.changeConfigProtocol': endpoint({
    method: 'PATCH',
    path: '/cloud-servers/:server_id/configs/:id/protocol',
    ...limited(1, 1),
    input: z.strictObject({
      path: ById,
      body: z.strictObject({ protocol: Protocol, ...flagFields }).superRefine(refineFlagsElsewhere),
    }),
    data: CloudConfigChange,
    answerSize: 'medium',
    statuses: [200],
    effect: 'invalidates',
    exposure: 'window',
    makesStale: afterChange,
    secrets,
  }),
  'cloudServers.setConfigXray': endpoint({
    method: 'PATCH',
    path: '/cloud-servers/:server_id/configs/:id/xray',
    ...limited(1, 1),
    input: z.strictObject({ path: ById, body: XrayConfigBody }),
    data: CloudConfigChange,
    answerSize: 'medium',
    statuses: [200],
    effect: 'invalidates',
    exposure: 'window',
    makesStale: afterChange,
    secrets,
  }),
  'cloudServers.setConfigAwg': endpoint({
    method: 'PATCH',
    path: '/cloud-servers/:server_id/configs/:config_id/awg',
    ...limited(1, 1),
    input: z.strictObject({ path: ByConfig, body: AwgBody }),
    data: CloudConfigChange,
    answerSize: 'medium',
    statuses: [200],
    effect: 'invalidates',
    exposure: 'window',
    makesStale: afterChange,
    secrets,
  }),
  'cloudServers.setConfigTitle': endpoint({
    method: 'PATCH',
    path: '/cloud-servers/:server_id/configs/:id/title',
    ...limited(1, 1),
    input: z.strictObject({ path: ById, body: z.strictObject({ title: Title64.nullable() }) }),
    data: Done,
    statuses: [200],
    effect: 'set',
    exposure: 'window',
    makesStale: afterChange,
  }),
  'cloudServers.deleteConfig': endpoint({
    method: 'DELETE',
    path: '/cloud-servers/:server_id/configs/:id',
    ...limited(1, 1),
    input: z.strictObject({ path: ById }),
    data: Done,
    statuses: [200],
    effect: 'remove',
    exposure: 'window',
    makesStale: afterChange,
  }),
  'cloudServers.resetConfigXray': endpoint({
    method: 'POST',
    path: '/cloud-servers/:server_id/configs/:config_id/resetXrayConfig',
    ...limited(1, 4),
    input: z.strictObject({ path: ByConfig }),
    data: CloudConfigChange,
    answerSize: 'medium',
    statuses: [200],
    effect: 'invalidates',
    exposure: 'window',
    makesStale: afterChange,
    secrets,
  }),
};
