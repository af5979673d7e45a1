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
import { StoredFailure } from '#core/stored-failure.ts';
import { parseStored, readableItems } from '#core/stored-json.ts';
import type { SealedVault } from '#core/vault/sealed-vault.ts';
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
  failure: StoredFailure.nullable(),
  candidates: z.array(StoredCandidate),
  orphans: z.array(StoredOrphan),
  balance: z.object({ before: z.number(), last: z.number() }).nullable(),
  secrets: z.partialRecord(z.enum(purchaseSecrets), z.string()),
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
});

/** When the entry of a record was made that cannot be read, if the record says so. */
export function dateInRecord(text: string): number | null {
  const date = /"createdAt":(\d{1,15})[,}]/.exec(text)?.[1];
  return date === undefined ? null : Number(date);
}

/** The purpose of the journal's records in the vault. */
export const purpose = 'purchases';

/** Under how many names the index is stored: one bad record must not hide the entries. */
const copies = 2;

/** The names that the index may have, in the order in which they are read. */
const indexNames = ['index', ...Array.from({ length: 7 }, (_, nth) => `index ${String(nth + 2)}`)];

/** The index as it is stored. */
export const IndexRecord = z.object({ ids: strings, spentTickets: strings, hosts: strings });
export type IndexRecord = z.output<typeof IndexRecord>;

/** What can be read of an index that is not whole: each value by itself. */
const readable = readableItems(z.string());
const IndexRemains = z.object({ ids: readable, spentTickets: readable, hosts: readable });

interface JournalIndex extends IndexRecord {
  /** The names under which the index is to be written. */
  readonly names: readonly string[];
  /** The records that cannot be read as a whole; their text is empty where the seal does not open. */
  readonly unreadable: readonly { readonly name: string; readonly text: string }[];
}

/**
 * Reads the index of the journal. Where a record of it cannot be read as a whole, it is left as it is,
 * the index is put together from what the others say and what can be read of it, and the next names
 * are used. `ids` then may name entries that were removed since.
 */
export function readIndex(vault: SealedVault): JournalIndex {
  const names: string[] = [];
  const found: IndexRecord[] = [];
  const unreadable: { name: string; text: string }[] = [];
  for (const name of indexNames) {
    if (names.length === copies) break;
    const stored = vault.readOrBytes(purpose, name, IndexRecord);
    if (stored?.readable === false) {
      const text = Buffer.from(stored.bytes).toString();
      unreadable.push({ name, text });
      found.push(remainsOf(text));
    } else {
      names.push(name);
      if (stored) found.push(stored.value);
    }
  }
  return { ...indexFrom(unreadable.length === 0 ? found.slice(0, 1) : found), names, unreadable };
}

function remainsOf(text: string): IndexRecord {
  return parseStored(text, IndexRemains) ?? { ids: [], spentTickets: [], hosts: [] };
}

function indexFrom(records: readonly IndexRecord[]): IndexRecord {
  const together = (field: keyof IndexRecord) => [
    ...new Set(records.flatMap((record) => record[field])),
  ];
  return {
    ids: together('ids'),
    spentTickets: together('spentTickets'),
    hosts: together('hosts'),
  };
}
