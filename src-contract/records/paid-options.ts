import { z } from 'zod';
import { optionStatuses, protocols } from '#contract/constants.ts';
import {
  ConnectionUrl,
  Count,
  Days,
  Id,
  openEnum,
  ShownText,
  UnixSeconds,
} from '#contract/values.ts';
import { PaymentMethod } from './shared.ts';

/** Configuration of a paid option (specification, part 1, Paid option). */
export const PaidOptionConfig = z.object({
  id: Id,
  index: z.int(),
  server_id: Id,
  connection_url: ConnectionUrl,
  title: z.string().nullable(),
  original_title: z.string(),
  custom_title: z.string().nullable(),
  protocol: openEnum(protocols),
  created_at: UnixSeconds,
  is_extended_settings_enabled: z.boolean(),
  is_online: z.boolean(),
  xray_config: z.string().optional(),
});
export type PaidOptionConfig = z.output<typeof PaidOptionConfig>;

/** A configuration as its creation answers: without `index` and the two titles by index. */
export const CreatedPaidOptionConfig = PaidOptionConfig.omit({
  index: true,
  original_title: true,
  custom_title: true,
}).extend({ connection_url: z.string() });

/** Paid option of a user. The mapping of `option_id` to kinds is not shown. */
export const PaidOption = z.object({
  option_id: Id,
  expires_at: UnixSeconds,
  configs: z.array(PaidOptionConfig),
  auto_renewal: z.boolean(),
  auto_renewal_days: Days.nullable(),
});
export type PaidOption = z.output<typeof PaidOption>;

/** One item of the paid option tariff listing; `id` is the paid option id. */
export const PaidOptionTariff = z.object({
  id: Id,
  option_key: openEnum(['white_internet']),
  title: ShownText,
  caption: ShownText,
  description: ShownText,
  payment_methods: z.array(PaymentMethod),
});
export type PaidOptionTariff = z.output<typeof PaidOptionTariff>;

export const PaidOptionSubscription = z.object({
  used_traffic_bytes: Count,
  lifetime_used_traffic_bytes: Count,
  /** `null` = unlimited. */
  device_limit: Count.nullable(),
  /** 0 = unlimited. */
  traffic_limit_bytes: Count,
  status: openEnum(optionStatuses),
});

export const PanelDevice = z.object({
  hwid: z.string(),
  platform: z.string(),
  os_version: z.string(),
  device_model: z.string(),
  created_at: UnixSeconds,
});
export type PanelDevice = z.output<typeof PanelDevice>;

export const PanelDevices = z.object({ total: Count, devices: z.array(PanelDevice) });
