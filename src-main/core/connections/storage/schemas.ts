import { z } from 'zod';
import { connectionSources, exportForms } from '#contract/ipc/connections.ts';
import type {
  ConnectionLine,
  ConnectionRest,
  ConnectionSecrets,
} from '#core/connections/connection.ts';
import { booleansOrNull, numbersOrNull, texts, textsOrNull } from './columns.ts';

/** Schemas of what the sealed records of connections hold, as arrays of the values of each field. */

const SecretPreview = z.object({
  form: z.enum(exportForms),
  scheme: z.string(),
  host: z.string(),
  port: z.number().nullable(),
  name: z.string(),
  hidden: z.number(),
});

const titleRule = z.object({ max: z.number(), nullable: z.boolean() }).nullable();

/** The fields of a line. */
export const lineSchemas = {
  key: texts,
  scope: texts,
  source: z.array(z.enum(connectionSources)),
  title: texts,
  protocol: texts,
  country: texts,
  place: texts,
  host: texts,
  online: z.array(z.enum(['online', 'offline', 'unknown'])),
  expiresAt: numbersOrNull,
  autoRenewal: booleansOrNull,
  autoRenewalDays: numbersOrNull,
  createdAt: numbersOrNull,
  server: textsOrNull,
  forms: z.array(z.array(z.enum(exportForms))),
  fingerprint: texts,
} satisfies {
  readonly [Field in keyof ConnectionLine]: z.ZodType<readonly ConnectionLine[Field][]>;
};

/** The fields of the details; one that a connection does not have is stored as `null`. */
export const detailSchemas = {
  previews: z.array(z.array(SecretPreview)),
  flags: z.array(texts),
  extendedSettings: booleansOrNull,
  titleRule: z.array(titleRule),
  locationId: numbersOrNull,
  serverId: numbersOrNull,
  tlsDomain: textsOrNull,
} satisfies { readonly [Field in keyof ConnectionRest]-?: z.ZodType };

/** The fields of the secrets; one that a connection does not have is stored as `null`. */
export const secretSchemas = {
  connection_url: texts,
  xray_config: textsOrNull,
  awg_config: textsOrNull,
} satisfies { readonly [Field in keyof ConnectionSecrets]-?: z.ZodType };

/** The details of one connection, as layout 2 stored them. */
export const StoredDetails: z.ZodType<ConnectionRest> = z.object({
  previews: z.array(SecretPreview),
  flags: z.array(z.string()),
  extendedSettings: z.boolean().nullable(),
  titleRule,
  locationId: z.number().nullable(),
  serverId: z.number().nullable(),
  tlsDomain: z.string().exactOptional(),
});

/** The secrets of one connection, as layout 2 stored them. */
export const StoredSecrets: z.ZodType<ConnectionSecrets> = z.object({
  connection_url: z.string(),
  xray_config: z.string().exactOptional(),
  awg_config: z.string().exactOptional(),
});
