import { z } from 'zod';
import { AwgBody } from '#contract/rules/awg.ts';
import { endpoint, forWindow, limited } from '#contract/endpoint.ts';
import { flagFields, refineFlagsElsewhere } from '#contract/rules/flags.ts';
import { CloudConfig, CloudConfigChange } from '#contract/records/cloud-servers.ts';
import { CloudProtocol, Protocol, Title64, XrayConfigBody } from '#contract/values.ts';

const afterChange = [
  'cloudServers.configs',
  'customSubscriptions.availableItems',
  'customSubscriptions.get',
] as const;
const secrets = ['connection_url', 'xray_config', 'awg_config'];
const credentialChange = {
  ...forWindow.replacement,
  data: CloudConfigChange,
  answerSize: 'medium',
  makesStale: afterChange,
  secrets,
} as const;

/** Specification, part 2, Cloud servers: configurations, called `id` on some paths and `config_id` on others. */
export const cloudConfigs = {
  'cloudServers.configs': endpoint({
    ...forWindow.read,
    path: '/cloud-servers/:server_id/configs',
    data: z.array(CloudConfig),
    answerSize: 'large',
    secrets: ['[].connection_url', '[].xray_config', '[].awg_config'],
  }),
  'cloudServers.createConfig': endpoint({
    ...forWindow.creation,
    path: '/cloud-servers/:server_id/configs',
    body: z
      .strictObject({ protocol: CloudProtocol, title: Title64.optional(), ...flagFields })
      .superRefine(refineFlagsElsewhere),
    data: CloudConfig,
    answerSize: 'medium',
    statuses: [201],
    makesStale: ['cloudServers.configs', 'customSubscriptions.availableItems'],
    secrets,
  }),
  'cloudServers.changeConfigProtocol': endpoint({
    ...credentialChange,
    path: '/cloud-servers/:server_id/configs/:id/protocol',
    body: z.strictObject({ protocol: Protocol, ...flagFields }).superRefine(refineFlagsElsewhere),
  }),
  'cloudServers.setConfigXray': endpoint({
    ...credentialChange,
    path: '/cloud-servers/:server_id/configs/:id/xray',
    body: XrayConfigBody,
  }),
  'cloudServers.setConfigAwg': endpoint({
    ...credentialChange,
    path: '/cloud-servers/:server_id/configs/:config_id/awg',
    body: AwgBody,
  }),
  'cloudServers.setConfigTitle': endpoint({
    ...forWindow.setting,
    path: '/cloud-servers/:server_id/configs/:id/title',
    body: z.strictObject({ title: Title64.nullable() }),
    makesStale: afterChange,
  }),
  'cloudServers.deleteConfig': endpoint({
    ...forWindow.removal,
    path: '/cloud-servers/:server_id/configs/:id',
    makesStale: afterChange,
  }),
  'cloudServers.resetConfigXray': endpoint({
    ...credentialChange,
    method: 'POST',
    path: '/cloud-servers/:server_id/configs/:config_id/resetXrayConfig',
    ...limited(1, 4),
  }),
};
