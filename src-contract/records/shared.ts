import { z } from 'zod';
import { proxyProtocols } from '#contract/constants.ts';
import {
  ConnectionUrl,
  Count,
  Days,
  Id,
  Measure,
  openEnum,
  Price,
  UnixSeconds,
} from '#contract/values.ts';

export const StatisticsDay = z.looseObject({
  /** `YYYY-MM-DD`. */
  date: z.string(),
  /** Percent. */
  cpu: Measure,
  /** Percent. */
  ram: Measure,
  /** Mbps, upload. */
  up: Measure,
  /** Mbps, download. */
  down: Measure,
});

/** Statistics of one server (specification, part 1, Server statistics). */
export const ServerStatistics = z.looseObject({
  host: z.string(),
  status: openEnum(['up', 'down']),
  uptime_days: Measure,
  cpu_model: z.string(),
  stats: z.array(StatisticsDay),
});
export type ServerStatistics = z.output<typeof ServerStatistics>;

export const AvailableServer = z.looseObject({ id: Id, available_slots: Count });

/** Subconfig: an extra proxy of a configuration, as a change of it answers. */
export const SubconfigAddress = z.looseObject({
  id: Id,
  protocol: openEnum(proxyProtocols),
  connection_url: z.string(),
});

/** Subconfig as it is read (part 1, Subconfig). */
export const Subconfig = SubconfigAddress.extend({
  connection_url: ConnectionUrl,
  /** TLS domain, for `mtproto`. */
  tls_domain: z.string().optional(),
});

/** What the auto-renewal switches answer with, and two fields of everything that expires. */
export const AutoRenewal = z.looseObject({
  auto_renewal: z.boolean(),
  auto_renewal_days: Days.nullable(),
});
export type AutoRenewal = z.output<typeof AutoRenewal>;

/** One price of a payment method. `old_price` is the previous price and shows a discount. */
export const Tariff = z.looseObject({
  id: Id,
  days: Days,
  price: Price,
  old_price: Price.optional(),
});

/** Payment method with tariffs, of cloud servers and paid options. */
export const PaymentMethod = z.looseObject({
  id: Id,
  /** For example SBP, Card, TON, USDT TRC20. */
  display_name: z.string(),
  currency: openEnum(['RUB', 'TON', 'USDT']),
  min_amount: Price.nullable(),
  tariffs: z.array(Tariff),
});
export type PaymentMethod = z.output<typeof PaymentMethod>;

/** Payment method with tariffs, of configurations: its minimum is always given. */
export const ConfigPaymentMethod = PaymentMethod.extend({ min_amount: Price });
export type ConfigPaymentMethod = z.output<typeof ConfigPaymentMethod>;

/** Location of the general list (part 1, Location). */
export const Location = z.looseObject({
  id: Id,
  /** Country code, such as DE or NL. */
  code: z.string(),
  title: z.string(),
  description: z.string(),
  caption: z.string(),
  is_active: z.boolean(),
  ping_ip: z.string().nullable(),
});
export type Location = z.output<typeof Location>;

/** X25519 key pair, both halves Base64. */
export const X25519KeyPair = z.looseObject({ private_key: z.string(), public_key: z.string() });

export const RenewedConfig = z.looseObject({ id: Id, expires_at: UnixSeconds });
