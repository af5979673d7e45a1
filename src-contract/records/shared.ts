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

export const StatisticsDay = z.object({
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
export const ServerStatistics = z.object({
  host: z.string(),
  status: openEnum(['up', 'down']),
  uptime_days: Measure,
  cpu_model: z.string(),
  stats: z.array(StatisticsDay),
});
export type ServerStatistics = z.output<typeof ServerStatistics>;

export const AvailableServer = z.object({ id: Id, available_slots: Count });

/** Subconfig: an extra proxy of a configuration, as a change of it answers. */
export const SubconfigAddress = z.object({
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
export const AutoRenewal = z.object({
  auto_renewal: z.boolean(),
  auto_renewal_days: Days.nullable(),
});
export type AutoRenewal = z.output<typeof AutoRenewal>;

/** One price of a payment method. `old_price` is the previous price and shows a discount. */
export const Tariff = z.object({
  id: Id,
  days: Days,
  price: Price,
  old_price: Price.optional(),
});

/** Payment method with tariffs, of cloud servers and paid options. */
export const PaymentMethod = z.object({
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
export const Location = z.object({
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
export const X25519KeyPair = z.object({ private_key: z.string(), public_key: z.string() });

export const RenewedConfig = z.object({ id: Id, expires_at: UnixSeconds });
