import { z } from 'zod';
import { endpoint, forMain, forWindow, limited } from '#contract/endpoint.ts';
import { flagFields, refineFlagsElsewhere } from '#contract/rules/flags.ts';
import { XrayChange } from '#contract/records/configs.ts';
import { CreatedPaidOptionConfig } from '#contract/records/paid-options.ts';
import { AvailableServer, ServerStatistics, SubconfigAddress } from '#contract/records/shared.ts';
import { Id, Protocol, ProxyProtocol, Title64, XrayConfigBody } from '#contract/values.ts';
import { afterChange } from './paid-options.ts';

const SubconfigBody = z.strictObject({ protocol: ProxyProtocol });

const secrets = ['connection_url', 'xray_config'];
const credentialChange = {
  ...forWindow.replacement,
  data: XrayChange,
  answerSize: 'medium',
  makesStale: afterChange,
  secrets,
} as const;

/** Specification, part 2, Paid options: configurations of an option. */
export const paidOptionConfigs = {
  'paidOptions.createConfig': endpoint({
    ...forWindow.creation,
    path: '/paid-options/:id/configs',
    body: z
      .strictObject({
        protocol: Protocol,
        server_id: Id.optional(),
        title: Title64.optional(),
        ...flagFields,
      })
      .superRefine(refineFlagsElsewhere),
    data: CreatedPaidOptionConfig,
    answerSize: 'medium',
    makesStale: [
      'paidOptions.list',
      'paidOptions.availableServers',
      'customSubscriptions.availableItems',
    ],
    secrets,
  }),
  /** May move the configuration to another server, so everything of its server is stale too. */
  'paidOptions.changeConfigSettings': endpoint({
    ...credentialChange,
    path: '/paid-options/:id/configs/:configId/settings',
    body: z
      .strictObject({ protocol: Protocol, server_id: Id.optional(), ...flagFields })
      .superRefine(refineFlagsElsewhere),
    makesStale: [
      ...afterChange,
      'paidOptions.configStats',
      'paidOptions.availableServers',
      'paidOptions.subconfig',
    ],
  }),
  'paidOptions.setConfigXray': endpoint({
    ...credentialChange,
    path: '/paid-options/:id/configs/:configId/xray',
    body: XrayConfigBody,
  }),
  'paidOptions.resetConfigXray': endpoint({
    ...credentialChange,
    method: 'POST',
    path: '/paid-options/:id/configs/:configId/resetXrayConfig',
    ...limited(1, 4),
  }),
  'paidOptions.setConfigTitle': endpoint({
    ...forMain.setting,
    path: '/paid-options/:id/configs/:configId/title',
    body: z.strictObject({ title: Title64.nullable() }),
    makesStale: afterChange,
  }),
  'paidOptions.configStats': endpoint({
    ...forWindow.read,
    path: '/paid-options/:id/configs/:configId/stats',
    data: ServerStatistics,
    answerSize: 'medium',
  }),
  'paidOptions.availableServers': endpoint({
    ...forWindow.read,
    path: '/paid-options/:id/configs/available-servers',
    ...limited(5, 5),
    query: z.strictObject({ protocol: Protocol }),
    data: z.array(AvailableServer),
  }),
  'paidOptions.subconfig': endpoint({
    ...forMain.read,
    path: '/paid-options/:id/configs/:configId/subconfig',
    data: SubconfigAddress,
    secrets: ['connection_url'],
  }),
  'paidOptions.createSubconfig': endpoint({
    ...forWindow.creation,
    path: '/paid-options/:id/configs/:configId/subconfig',
    body: SubconfigBody,
    data: SubconfigAddress,
    makesStale: ['paidOptions.subconfig'],
    secrets: ['connection_url'],
  }),
  'paidOptions.changeSubconfig': endpoint({
    ...forWindow.replacement,
    path: '/paid-options/:id/configs/:configId/subconfig',
    body: SubconfigBody,
    data: SubconfigAddress,
    makesStale: ['paidOptions.subconfig'],
    secrets: ['connection_url'],
  }),
  'paidOptions.deleteSubconfig': endpoint({
    ...forWindow.removal,
    path: '/paid-options/:id/configs/:configId/subconfig',
    makesStale: ['paidOptions.subconfig'],
  }),
};
