import { z } from 'zod';
import { isConnectionUrl } from './connection-url.ts';
import { cloudProtocols, protocols, proxyProtocols } from './constants.ts';

/** Identifier of a record: a whole number unless the specification says otherwise. */
export const Id = z.int();

/** A number that the service sends, within what sums and products of many of them stay exact enough. */
export const Measure = z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);

/** Seconds since 1970-01-01T00:00:00Z. */
export const UnixSeconds = Measure.clone();

/** Whole roubles, as the service gives them. */
export const Roubles = Measure.clone();

/** What something costs, in any currency: never less than nothing. */
export const Price = z.number().min(0).max(1e12);

export const Days = z.number().min(0).max(1e6);

export const Count = z.number().min(0).max(Number.MAX_SAFE_INTEGER);

/** A vocabulary that may grow: known values are typed, others pass. For what the service sends. */
export function openEnum<const Known extends readonly string[]>(known: Known) {
  const schema: z.ZodType<Known[number] | (string & {}), Known[number] | (string & {})> =
    z.string();
  return Object.assign(schema, { known });
}

/** What opens a connection, in a list that connections are made of. */
export const ConnectionUrl = z
  .string()
  .refine(isConnectionUrl)
  .meta({ examples: ['scheme-of-tomorrow://value'] });

/** The answer of a change that returns nothing else: `data true`. */
export const Done = z.literal(true);

/** A text whose type the specification does not show: `null` must not cost its record. */
export const ShownText = z.string().nullable();

const text = (min: number, max: number) => z.string().min(min).max(max);

/** A text that is sent and of which the specification states no bound: one that is far beyond any. */
export function sentText(longest: number) {
  return z
    .string()
    .refine((text) => text.length <= longest)
    .meta({ longest });
}

export const DeviceId = sentText(500).min(1);

export const LongText = sentText(500_000);

/** Title of a configuration or subscription: 1 to 64 characters (part 3, Limits 7). */
export const Title64 = text(1, 64);

export const Title100 = text(1, 100);

export const ApiKeyName = text(1, 64);

export const Promocode = text(4, 32);

/** Hostname of a cloud server, chosen by the user: at most 255 characters. */
export const Hostname = z.string().max(255);

export const BankId = text(1, 32);

/** What a balance is topped up with, and what a top-up is calculated for: 1 to 15000 roubles. */
export const TopupAmount = z.int().min(1).max(15_000);

/** What is withdrawn of the referral balance: 1000 to 75000 roubles. */
export const WithdrawalAmount = z.int().min(1000).max(75_000);

/** Most devices that may attach: 0 to 100, 0 = unlimited. */
export const DeviceLimit = z.int().min(0).max(100);

export const DeviceSettingsBody = z.strictObject({
  block_unknown_devices: z.boolean().optional(),
  device_limit: DeviceLimit.optional(),
});

/** Hour of the day in which notifications begin or end: 0 to 23. */
export const Hour = z.int().min(0).max(23);

/** Minutes from UTC: -720 to 840. */
export const TimezoneOffset = z.int().min(-720).max(840);

/** Where a listing begins. No upper bound is shown. */
export const Offset = z.int().min(0);

/** Page size of devices: 1 to 100; `devicePage` holds the defaults. */
export const DevicePageQuery = z.strictObject({
  page: z.int().min(1).optional(),
  limit: z.int().min(1).max(100).optional(),
});

/** Slice of referral entries, payments and promocodes: at most 100 at once. */
export const HistoryQuery = z.strictObject({
  limit: z.int().min(1).max(100).optional(),
  offset: Offset.optional(),
});

export const Protocol = z.enum(protocols);
export const CloudProtocol = z.enum(cloudProtocols);
export const ProxyProtocol = z.enum(proxyProtocols);

/** `svc_<prefix8>_<secret24>` (part 3, Authentication 3). The alphabet is not shown: visible ASCII. */
export const apiKeyPattern = /svc_[\x21-\x7e]{8}_[\x21-\x7e]{24}/;
export const apiKeyLength = 'svc_'.length + 8 + '_'.length + 24;
export const ApiKey = z.string().regex(new RegExp(`^${apiKeyPattern.source}$`));

/** Body of the three auto-renewal switches: `days` is required when enabling. */
export const AutoRenewalBody = z
  .strictObject({ enabled: z.boolean(), days: z.int().optional() })
  .refine((body) => !body.enabled || body.days !== undefined, {
    path: ['days'],
    message: 'days-required-when-enabling',
    params: { rule: 'days-required-when-enabling' },
  });

/** Body that replaces a configuration's Xray settings; `xray_config` is JSON inside a string. */
export const XrayConfigBody = z.strictObject({
  xray_config: LongText,
  public_key: sentText(200).nullable().optional(),
});

/** An amount in its own currency, as the service gives both. */
export const Money = z.strictObject({ amount: Measure, currency: z.string().max(200) });
export type Money = z.output<typeof Money>;
