import { z } from 'zod';
import { protocols } from '#contract/constants.ts';
import { ConnectionUrl, Days, Id, openEnum, UnixSeconds } from '#contract/values.ts';

/** VPN configuration (specification, part 1, VPN configuration). */
export const VpnConfig = z.object({
  id: Id,
  connection_url: ConnectionUrl,
  title: z.string().nullable(),
  location_id: Id,
  server_id: Id,
  protocol: openEnum(protocols),
  expires_at: UnixSeconds,
  created_at: UnixSeconds,
  is_extended_settings_enabled: z.boolean().optional(),
  /** JSON; present with extended settings. */
  xray_config: z.string().optional(),
  /** Present for AmneziaWG. */
  awg_config: z.string().optional(),
  /** Another vocabulary than the flags that are sent; of its values only this one is shown. */
  flags: z.array(openEnum(['noChangeCountry'])).optional(),
  /** Of its server; `null` when not known. */
  is_online: z.boolean().nullable(),
  auto_renewal: z.boolean(),
  auto_renewal_days: Days.nullable(),
});
export type VpnConfig = z.output<typeof VpnConfig>;

/** As its purchase answers; a URL that is none must not make the purchase uncertain. */
export const CreatedVpnConfig = VpnConfig.omit({
  xray_config: true,
  awg_config: true,
  flags: true,
}).extend({ connection_url: z.string() });

/** "Change result" of the Xray endpoints of configurations and of paid option configurations. */
export const XrayChange = z.object({
  connection_url: z.string(),
  server_id: Id,
  xray_config: z.string().optional(),
});

/** "Change result" (part 2, Conventions). */
export const ConfigChange = XrayChange.extend({ awg_config: z.string().optional() });
