import { z } from 'zod';
import { purchaseEndpoints } from '#contract/api/index.ts';
import {
  type OrphanKey,
  type PaymentCandidate,
  PurchaseInput,
  type PurchaseResult,
  purchaseSecrets,
  purchaseStates,
} from '#contract/ipc/purchase-journal.ts';
import { Money } from '#contract/values.ts';
import { StoredFailure } from '#core/kernel/stored-failure.ts';
import type { Entry } from './entry.ts';
import type { ExpectedEffect, Target } from './match.ts';
import type { Snapshot } from './snapshot.ts';

/* How the journal is stored: JSON records, checked when they are read. */

const strings = z.array(z.string());

const StoredResult: z.ZodType<PurchaseResult> = z.object({
  by: z.enum(['answer', 'match']),
  resource: z.number().exactOptional(),
  expiresAt: z.number().exactOptional(),
  days: z.number().exactOptional(),
  payment: z.number().exactOptional(),
  renewed: z.boolean().exactOptional(),
});

const payment = {
  id: z.number(),
  type: z.string().nullable(),
  method: z.string(),
  amount: z.string().nullable(),
  days: z.number(),
  paid: z.boolean(),
  createdAt: z.number(),
};
const StoredCandidate: z.ZodType<PaymentCandidate> = z.object(payment);

const StoredOrphan: z.ZodType<OrphanKey> = z.object({
  id: z.number(),
  name: z.string(),
  keyPrefix: z.string(),
});

const StoredTarget: z.ZodType<Target> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('new'),
    facts: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  z.object({ kind: z.literal('extended'), key: z.string() }),
]);

const StoredEffect: z.ZodType<ExpectedEffect> = z.object({
  types: strings,
  days: z.number().nullable(),
  amounts: z.array(z.number()).nullable(),
  asKey: z.boolean(),
  byPromocode: z.boolean(),
  byMethod: z.boolean(),
  target: StoredTarget,
});

/** The record of an entry. */
export const StoredEntry: z.ZodType<Entry> = z.object({
  id: z.string(),
  ticket: z.string(),
  endpoint: z.enum(purchaseEndpoints),
  input: PurchaseInput,
  lastDigits: z.string(),
  state: z.enum(purchaseStates),
  attempts: z.number(),
  createdAt: z.number(),
  changedAt: z.number(),
  expected: StoredEffect,
  span: z.object({ from: z.number(), until: z.number() }),
  answer: z.object({ status: z.number(), body: z.string() }).nullable(),
  result: StoredResult.nullable(),
  subject: z.string(),
  days: z.number().nullable(),
  price: Money.nullable(),
  charged: z.number().nullable(),
  failure: StoredFailure.nullable(),
  candidates: z.array(StoredCandidate),
  orphans: z.array(StoredOrphan),
  balance: z.object({ before: z.number(), last: z.number() }).nullable(),
  secrets: z.partialRecord(z.enum(purchaseSecrets), z.string()),
  handedOut: z.array(z.enum(purchaseSecrets)),
  opened: z.boolean(),
  payments: z.array(z.number()).nullable(),
  superseded: z.boolean(),
});

/** The record of what there was before an attempt. */
export const StoredBaseline: z.ZodType<Snapshot> = z.object({
  time: z.number(),
  balance: z.number().nullable(),
  payments: z.array(z.object({ ...payment, asKey: z.boolean() })),
  resources: z.array(
    z.object({
      key: z.string(),
      expiresAt: z.number().nullable(),
      facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    }),
  ),
  unreadable: strings.exactOptional(),
});

/** When the entry of a record was made that cannot be read, if the record says so. */
export function dateInRecord(text: string): number | null {
  const date = /"createdAt":(\d{1,15})[,}]/.exec(text)?.[1];
  return date === undefined ? null : Number(date);
}
