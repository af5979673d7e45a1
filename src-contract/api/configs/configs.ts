import { z } from 'zod';
import { AwgBody } from '#contract/rules/awg.ts';
import { endpoint, forMain, forWindow, limited } from '#contract/endpoint.ts';
import { flagFields, refineFlags } from '#contract/rules/flags.ts';
import { ConfigChange, VpnConfig, XrayChange } from '#contract/records/configs.ts';
import { AutoRenewal, AvailableServer, ServerStatistics } from '#contract/records/shared.ts';
import {
  AutoRenewalBody,
  Done,
  Id,
  Offset,
  Protocol,
  Title64,
  XrayConfigBody,
} from '#contract/values.ts';

const BridgeEnd = z.enum(['config', 'paid_option', 'cloud']);

/** A configuration can also be an item of custom subscriptions. */
const inSubscriptions = ['customSubscriptions.availableItems', 'customSubscriptions.get'] as const;
const afterChange = ['configs.list', ...inSubscriptions] as const;
const credentialChange = {
  ...forWindow.replacement,
  answerSize: 'medium',
  makesStale: afterChange,
} as const;

/** Specification, part 2, VPN configurations: reading and changing configurations. */
export const configs = {
  'configs.list': endpoint({
    ...forMain.read,
    path: '/configs',
    query: z.strictObject({
      limit: z.int().min(1).max(1000).optional(),
      offset: Offset.optional(),
    }),
    data: z.array(VpnConfig),
    answerSize: 'large',
    secrets: ['[].connection_url', '[].xray_config', '[].awg_config'],
  }),
  'configs.availableServers': endpoint({
    ...forWindow.read,
    path: '/configs/available-servers',
    ...limited(5, 5),
    query: z.strictObject({ location_id: Id, protocol: Protocol }),
    data: z.array(AvailableServer),
  }),
  'configs.serverStats': endpoint({
    ...forMain.read,
    path: '/configs/:config_id/serverStats',
    ...limited(3, 5),
    data: ServerStatistics,
    answerSize: 'medium',
  }),
  /** May move the configuration to another server, so everything of its server is stale too. */
  'configs.changeSettings': endpoint({
    ...credentialChange,
    path: '/configs/:config_id/settings',
    body: z
      .strictObject({
        location_id: Id,
        protocol: Protocol,
        server_id: Id.optional(),
        ...flagFields,
      })
      .superRefine(refineFlags),
    data: ConfigChange,
    makesStale: [
      'configs.list',
      'configs.serverStats',
      'configs.availableServers',
      'configs.subconfig',
      ...inSubscriptions,
    ],
    secrets: ['connection_url', 'xray_config', 'awg_config'],
  }),
  /** Both types are `config` when absent, so either end may be of three lists. */
  'configs.makeBridge': endpoint({
    ...forWindow.replacement,
    method: 'POST',
    path: '/configs/makeBridge',
    body: z.strictObject({
      /** Entry. */
      first_config_id: Id,
      /** Exit. */
      second_config_id: Id,
      first_type: BridgeEnd.optional(),
      second_type: BridgeEnd.optional(),
    }),
    data: Done,
    statuses: [201],
    makesStale: ['configs.list', 'cloudServers.configs', 'paidOptions.list', ...inSubscriptions],
  }),
  'configs.setXrayConfig': endpoint({
    ...credentialChange,
    path: '/configs/:config_id/XrayConfig',
    body: XrayConfigBody,
    data: XrayChange,
    secrets: ['connection_url', 'xray_config'],
  }),
  'configs.resetXrayConfig': endpoint({
    ...credentialChange,
    method: 'POST',
    path: '/configs/:config_id/resetXrayConfig',
    ...limited(1, 4),
    data: XrayChange,
    secrets: ['connection_url', 'xray_config'],
  }),
  'configs.setAwgConfig': endpoint({
    ...credentialChange,
    path: '/configs/:config_id/awgConfig',
    body: AwgBody,
    data: ConfigChange,
    secrets: ['connection_url', 'xray_config', 'awg_config'],
  }),
  'configs.setTitle': endpoint({
    ...forMain.setting,
    path: '/configs/title/:config_id',
    body: z.strictObject({ title: Title64.nullable() }),
    makesStale: afterChange,
  }),
  'configs.setAutoRenewal': endpoint({
    ...forWindow.setting,
    path: '/configs/:config_id/auto-renewal',
    body: AutoRenewalBody,
    data: AutoRenewal,
    consent: { kind: 'auto-renewal', product: 'config' },
    makesStale: ['configs.list'],
  }),
};
