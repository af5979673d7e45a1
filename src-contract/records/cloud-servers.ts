import { z } from 'zod';
import { cloudProtocols, proxyProtocols } from '#contract/constants.ts';
import { ConnectionUrl, Days, Id, openEnum, ShownText, UnixSeconds } from '#contract/values.ts';
import { ConfigChange } from './configs.ts';
import { Location, PaymentMethod } from './shared.ts';

/** Cloud server (specification, part 1, Cloud server). */
export const CloudServer = z.object({
  id: Id,
  location_id: Id,
  tariff_config_id: Id,
  status: openEnum(['ordered', 'purchased', 'active']),
  expires_at: UnixSeconds,
  /** IP or domain of the server. */
  url: z.string().nullable(),
  is_online: z.boolean(),
  auto_renewal: z.boolean(),
  auto_renewal_days: Days.nullable(),
  /** Chosen by the user. */
  hostname: z.string().nullable(),
});
export type CloudServer = z.output<typeof CloudServer>;

/** A renewal that was paid at once; `renewed` can be false. */
export const CloudRenewal = z.object({ renewed: z.boolean(), expires_at: UnixSeconds });

/** Location where cloud servers are rented (part 1, Location, cloud list). */
export const CloudLocation = Location.extend({
  caption: z.string().nullable(),
  /** The full list is not shown. */
  server_type: openEnum(['standard', 'premium']),
  available_tariff_config_ids: z.array(Id),
});
export type CloudLocation = z.output<typeof CloudLocation>;

/** One item of the cloud tariff listing; `id` is the tariff config id. */
export const CloudTariff = z.object({
  id: Id,
  title: ShownText,
  description: ShownText,
  payment_methods: z.array(PaymentMethod),
});
export type CloudTariff = z.output<typeof CloudTariff>;

export const CloudConfig = z.object({
  id: Id,
  title: z.string().nullable(),
  protocol: openEnum(cloudProtocols),
  connection_url: ConnectionUrl,
  is_extended_settings_enabled: z.boolean(),
  xray_config: z.string().optional(),
  awg_config: z.string().optional(),
  created_at: UnixSeconds,
});
export type CloudConfig = z.output<typeof CloudConfig>;

/** "Change result" on a cloud server: without `server_id`. */
export const CloudConfigChange = ConfigChange.omit({ server_id: true });

/** Proxy on a cloud server; its URL has the form `user:pass@server:port`. */
export const Proxy = z.object({
  id: Id,
  title: z.string().nullable(),
  protocol: openEnum(proxyProtocols),
  connection_url: ConnectionUrl,
  created_at: UnixSeconds,
});
export type Proxy = z.output<typeof Proxy>;

export const ProxyChange = Proxy.pick({ id: true, protocol: true, connection_url: true });
