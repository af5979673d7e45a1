import { z } from 'zod';
import { CheckResult } from '#contract/check-result.ts';
import { protocols } from '#contract/constants.ts';
import type { Failure } from '#contract/failure.ts';
import { Money } from '#contract/values.ts';
import { command, noInput } from './command.ts';
import { ConnectionKey } from './connections.ts';

/** One change of many things, sent one after another by main (docs/batches.md). */

/** How many things one batch holds: each takes at least a second at the service's limits. */
export const maxBatchItems = 500;

const Days = z.int().min(1).max(3650);
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(maxBatchItems);
const Keys = listOf(ConnectionKey);

export const deviceChanges = ['block', 'unblock', 'remove'] as const;

const DeviceOwner = z.strictObject({
  kind: z.enum(['account', 'subscription', 'option']),
  /** Of the custom subscription or the paid option; `null` for the account. */
  id: z.int().nullable(),
});
export type DeviceOwner = z.output<typeof DeviceOwner>;

/** The service is asked for so many changes of a connection until it works, and no more without a new question. */
export const maxRepairs = 2;

const ConnectionSettings = z.strictObject({
  protocol: z.enum(protocols),
  /** `null`: its settings choose none. */
  location: z.int().nullable(),
  /** `null`: the service chooses. */
  server: z.int().nullable(),
});
export type ConnectionSettings = z.output<typeof ConnectionSettings>;

/** What is meant by a batch. What it is of is named by connections; main finds what belongs to them. */
export const BatchChange = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('rename'),
    titles: listOf(
      z.strictObject({
        key: ConnectionKey,
        /** `null` takes the title away. Absent where it needs a place that is not known. */
        title: z.string().max(1000).nullable().exactOptional(),
      }),
    ),
  }),
  z.strictObject({
    action: z.literal('auto-renewal'),
    settings: listOf(
      z.strictObject({
        key: ConnectionKey,
        enabled: z.boolean(),
        /** For products without a period; a period that the service names stays. */
        days: Days.optional(),
      }),
    ),
  }),
  /** From the balance. */
  z.strictObject({ action: z.literal('renew'), keys: Keys, days: Days }),
  z.strictObject({ action: z.literal('delete'), keys: Keys }),
  /** Each is checked from here after it; the first that works is the last. */
  z.strictObject({
    action: z.literal('repair'),
    key: ConnectionKey,
    to: z.array(ConnectionSettings).min(1).max(maxRepairs),
  }),
  z
    .strictObject({
      action: z.literal('devices'),
      owner: DeviceOwner,
      change: z.enum(deviceChanges),
      devices: listOf(
        z.strictObject({
          /** Its number, or the hwid of a paid option's. */
          id: z.string().min(1).max(500),
          name: z.string().max(500),
          /** As it was shown: what is blocked is not blocked again. */
          blocked: z.boolean(),
        }),
      ),
    })
    // The service blocks no devices of paid options.
    .refine(({ owner, change }) => owner.kind !== 'option' || change === 'remove'),
]);
export type BatchChange = z.output<typeof BatchChange>;
export type BatchAction = BatchChange['action'];
export type ChangeOf<Action extends BatchAction> = Extract<BatchChange, { action: Action }>;

/** A new change, or what an earlier batch leaves to do. */
const BatchRequest = z.union([
  BatchChange,
  z.strictObject({
    /** `rest`: what was not begun. `failed`: what failed, or is not certain and may be sent again. `undo`: what was done. */
    action: z.enum(['rest', 'failed', 'undo']),
    batch: z.string().max(64),
  }),
]);
export type BatchRequest = z.output<typeof BatchRequest>;

/** Why something cannot be done to one of them; it is left out. */
const batchProblems = [
  'gone',
  'title-fixed',
  'title-long',
  'title-final',
  'place-unknown',
  'unchanged',
  'with-other',
  'not-renewed',
  'no-period',
  'price-unknown',
  'not-over',
  'not-deleted',
  'not-settable',
  'works-already',
] as const;
export type BatchProblem = (typeof batchProblems)[number];

const PlannedItem = z.object({
  /** The connection's key, or the device's id. */
  key: z.string(),
  /** What it is called; empty where it has no name. May hold anything. */
  name: z.string(),
  /** A rename: the titles; `null` for none. Absent for other changes. */
  title: z
    .object({ from: z.string().nullable(), to: z.string().nullable() })
    .readonly()
    .exactOptional(),
  /** A repair: what it is set to, `from` where that can be put back, and what the place is called. */
  settings: z
    .object({ from: ConnectionSettings.nullable(), to: ConnectionSettings, place: z.string() })
    .readonly()
    .exactOptional(),
  device: z.enum(deviceChanges).exactOptional(),
  autoRenewal: z.boolean().exactOptional(),
  /** For how long it is renewed, or renews itself from now on. */
  days: z.number().nullable(),
  /** What it costs now, or each time that it renews itself; `null` for nothing or an unknown price. */
  price: Money.nullable(),
  /** It is to be paid for, and does not work from here. */
  fails: z.literal(true).exactOptional(),
  /** `null`: it will be done. */
  problem: z.enum(batchProblems).nullable(),
});
export type PlannedItem = Readonly<z.output<typeof PlannedItem>>;

/** What a batch would do, read for this very question. */
export interface BatchPlan {
  readonly change: BatchChange;
  readonly items: readonly PlannedItem[];
  readonly count: number;
  /** How long the service's limits make that last, estimated milliseconds. */
  readonly lasts: number;
  /** What they cost together; `null` where nothing is paid now. */
  readonly sum: Money | null;
  /** Roubles, as the service said just now; `null` where nothing is paid. */
  readonly balance: number | null;
  /** For how many days the selected things can be renewed, with the number that can be. */
  readonly periods: readonly { readonly days: number; readonly count: number }[];
}

/**
 * - `pending`: not begun. - `sending`: sent, without an answer yet. - `done`, `failed`: certain.
 * - `unknown`: sent, and no whole answer arrived; harmless to send again.
 * - `finding-out`: a purchase whose answer was lost: the journal finds out.
 * - `open`: a purchase that the user decides about in the journal, or that has to be paid by a link.
 * - `left-out`: it could not be done. - `taken`: a later batch does it.
 */
export const batchItemStates = [
  'pending',
  'sending',
  'done',
  'failed',
  'unknown',
  'finding-out',
  'open',
  'left-out',
  'taken',
] as const;
export type BatchItemState = (typeof batchItemStates)[number];

/** What is stored of one thing of a batch and shown as it is. */
export const BatchItemFields = PlannedItem.extend({
  state: z.enum(batchItemStates),
  found: CheckResult.exactOptional(),
  /** Roubles that its purchase took; `null` while that is not known. */
  charged: z.number().nullable(),
  /** Until when a renewal lasts by its answer, Unix seconds. */
  expiresAt: z.number().exactOptional(),
});

export interface BatchItem extends Readonly<z.output<typeof BatchItemFields>> {
  readonly failure: Failure | null;
}

/**
 * Why a batch ended early. `user`: stopped. `interrupted`: the account was closed, or the program
 * ended. `failure`: the rest would fail too. `undecided`: the outcome of a purchase is not clear.
 * `charged-more`: a purchase took more than was agreed to. `none-works`: a repair changed the
 * connection, and it does not answer from here. `unproven`: nor is it known whether it does.
 */
export const batchStops = [
  'user',
  'interrupted',
  'failure',
  'undecided',
  'charged-more',
  'none-works',
  'unproven',
] as const;
export type BatchStop = (typeof batchStops)[number];

export interface BatchSummary {
  readonly id: string;
  readonly action: BatchAction;
  /** Key of the connection that it repairs. */
  readonly repairs?: string;
  readonly undoes: boolean;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly running: boolean;
  /** It ends after what is under way. */
  readonly stopping: boolean;
  readonly stopped: BatchStop | null;
  readonly failure: Failure | null;
  readonly seen: boolean;
  /** How many it is to do: all that are not left out. */
  readonly total: number;
  /** How many of them are neither ahead nor under way; what is found out about still is. */
  readonly over: number;
  readonly counts: Readonly<Record<BatchItemState, number>>;
  /** What is being done now; empty where nothing is. */
  readonly current: string;
  /** Estimated milliseconds until its end; `null` where it does not run. */
  readonly left: number | null;
  /** What the user agreed to; `null` where nothing is paid. */
  readonly sum: Money | null;
  /** Roubles that were taken so far, as far as is known. */
  readonly charged: number;
  /** How many can be put back, begun again, or tried again. */
  readonly undoable: number;
  readonly rest: number;
  readonly failed: number;
}

export interface BatchList {
  /** Newest first. */
  readonly batches: readonly BatchSummary[];
}

export interface BatchDetail {
  readonly summary: BatchSummary;
  readonly items: readonly BatchItem[];
}

const ById = z.strictObject({ id: z.string().max(64) });

export const batchCommands = {
  'batches.list': command<BatchList>()(noInput),
  'batches.get': command<BatchDetail>()(ById),
  /** What it would do. Reads prices and the balance; changes nothing. */
  'batches.plan': command<BatchPlan>()(z.strictObject({ request: BatchRequest })),
  /** Plans again, asks, begins. Other `count` or `sum` than shown: `price-changed`, unasked. */
  'batches.start': command<BatchSummary>()(
    z.strictObject({ request: BatchRequest, count: z.int(), sum: Money.nullable() }),
  ),
  /** Ends it after what is under way. The rest stays as it is. */
  'batches.stop': command<BatchList>()(ById),
  'batches.see': command<BatchList>()(ById),
  'batches.dismiss': command<BatchList>()(ById),
} as const;
