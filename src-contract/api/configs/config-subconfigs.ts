import { z } from 'zod';
import { endpoint, forMain, forWindow } from '#contract/endpoint.ts';
import { Subconfig, SubconfigAddress } from '#contract/records/shared.ts';
import { ProxyProtocol, sentText } from '#contract/values.ts';

/** Specification, part 2, VPN configurations: a configuration's subconfig. */
export const configSubconfigs = {
  'configs.subconfig': endpoint({
    ...forMain.read,
    path: '/configs/:config_id/subconfig',
    data: Subconfig,
    secrets: ['connection_url'],
  }),
  /** `mtproto` is unavailable for configurations on location 12; the service alone can tell. */
  'configs.createSubconfig': endpoint({
    ...forWindow.creation,
    path: '/configs/:config_id/subconfig',
    body: z.strictObject({
      protocol: ProxyProtocol,
      /** SNI, for `mtproto`. */
      tls_domain: sentText(253).optional(),
    }),
    data: SubconfigAddress,
    makesStale: ['configs.subconfig'],
    secrets: ['connection_url'],
  }),
  'configs.changeSubconfig': endpoint({
    ...forWindow.replacement,
    path: '/configs/:config_id/subconfig',
    body: z.strictObject({ protocol: ProxyProtocol }),
    data: SubconfigAddress,
    makesStale: ['configs.subconfig'],
    secrets: ['connection_url'],
  }),
  'configs.deleteSubconfig': endpoint({
    ...forWindow.removal,
    path: '/configs/:config_id/subconfig',
    makesStale: ['configs.subconfig'],
  }),
};
