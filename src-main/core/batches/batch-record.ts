import { z } from 'zod';
import { api, type EndpointId } from '#contract/api/index.ts';
import {
  BatchChange,
  BatchItemFields,
  batchItemStates,
  batchStops,
  type BatchItem,
  type BatchItemState,
  type BatchSummary,
} from '#contract/ipc/batches.ts';
import type { PurchaseEntry } from '#contract/ipc/purchase-journal.ts';
import { Money } from '#contract/values.ts';
import { StoredFailure } from '#core/kernel/stored-failure.ts';

/* How a batch is stored: one sealed record with everything of it, written at each step. */

const isEndpoint = (id: unknown): id is EndpointId => Object.hasOwn(api, String(id));

const StoredItem = BatchItemFields.extend({
  failure: StoredFailure.nullable(),
  step: z.object({ endpoint: z.custom<EndpointId>(isEndpoint), input: z.unknown() }).nullable(),
  before: z.object({ enabled: z.boolean(), days: z.number().nullable() }).nullable(),
  /** What the journal knows its purchase by; `null` for what costs nothing. */
  ticket: z.string().nullable(),
  /** A later batch put it back. */
  undone: z.boolean(),
});
export type StoredItem = Readonly<z.output<typeof StoredItem>>;

export const StoredBatch = z.object({
  id: z.string(),
  change: BatchChange,
  undoes: z.boolean(),
  /** Unix milliseconds. */
  createdAt: z.number(),
  /** `running` until it ended, also where the program was killed. */
  state: z.enum(['running', 'over']),
  stopped: z.enum(batchStops).nullable(),
  failure: StoredFailure.nullable(),
  seen: z.boolean(),
  sum: Money.nullable(),
  items: z.array(StoredItem).readonly(),
});
export type StoredBatch = Readonly<z.output<typeof StoredBatch>>;

/** What the journal says of a purchase that a batch sent. */
export function journalFacts(
  entry: PurchaseEntry,
): Pick<StoredItem, 'state' | 'charged' | 'failure' | 'expiresAt'> {
  const { state, result, charged, failure } = entry;
  // Nothing was spent, whatever the lost answer changed.
  const known = state === 'link-lost' ? null : failure;
  const { expiresAt, renewed } = result ?? {};
  return {
    state: stateOf(state, renewed),
    charged,
    failure: known,
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

function stateOf(state: PurchaseEntry['state'], renewed: boolean | undefined): BatchItemState {
  switch (state) {
    case 'preparing':
    case 'sending':
      return 'sending';
    case 'finding-out':
      return 'finding-out';
    case 'done':
      return renewed === false ? 'failed' : 'done';
    case 'waiting':
    case 'stopped':
    case 'not-seen':
    case 'unclear':
      return 'open';
    default:
      return 'failed';
  }
}

/** States of a purchase that the journal may still change. */
const undecided: ReadonlySet<BatchItemState> = new Set([
  'pending',
  'sending',
  'finding-out',
  'open',
  'unknown',
]);

/** An item as the journal has it by now. */
export function settled(
  item: StoredItem,
  byTicket: (ticket: string) => PurchaseEntry | 'spent' | undefined,
): StoredItem {
  const { ticket, state } = item;
  if (ticket === null || (state !== 'done' && !undecided.has(state))) return item;
  const entry = byTicket(ticket);
  if (entry === undefined) return item;
  if (entry === 'spent') return state === 'done' ? item : { ...item, state: 'unknown' };
  const facts = journalFacts(entry);
  const isSame = facts.state === state && facts.charged === item.charged;
  return isSame ? item : { ...item, ...facts };
}

/** An item of a batch that an earlier run left in the middle, as far as is known now. */
export function interrupted(item: StoredItem): StoredItem {
  if (item.state !== 'sending') return item;
  // The journal knows whether a purchase was sent; for another change this is not known.
  return { ...item, state: item.ticket === null ? 'unknown' : 'pending' };
}

/** Whether nothing of it happened for certain, or sending it again does no harm. */
function canTryAgain({ state, ticket }: StoredItem): boolean {
  // Purchases are for the journal to find out about.
  return state === 'failed' || (state === 'unknown' && ticket === null);
}

function canUndo(
  { action }: BatchChange,
  { state, undone, before, device, settings }: StoredItem,
): boolean {
  if (state !== 'done' || undone) return false;
  if (action === 'repair') return settings !== undefined && settings.from !== null;
  if (action === 'devices') return device !== 'remove';
  return action === 'rename' || (action === 'auto-renewal' && before !== null);
}

/** Whether a request about an earlier batch is about this item of it. */
export function isMeant(
  action: 'rest' | 'failed' | 'undo',
  change: BatchChange,
  item: StoredItem,
): boolean {
  // What a repair rests on was seen then: it is planned anew.
  if (change.action === 'repair' && action !== 'undo') return false;
  if (action === 'rest') return item.state === 'pending';
  return action === 'failed' ? canTryAgain(item) : canUndo(change, item);
}

export function changeOf(change: BatchChange, keys: ReadonlySet<string>): BatchChange {
  switch (change.action) {
    case 'rename':
      return { ...change, titles: change.titles.filter(({ key }) => keys.has(key)) };
    case 'auto-renewal':
      return { ...change, settings: change.settings.filter(({ key }) => keys.has(key)) };
    case 'devices':
      return { ...change, devices: change.devices.filter(({ id }) => keys.has(id)) };
    case 'repair':
      return change;
    default:
      return { ...change, keys: change.keys.filter((key) => keys.has(key)) };
  }
}

export function inverse({ change, items }: StoredBatch): BatchChange {
  const undoable = items.filter((item) => canUndo(change, item));
  if (change.action === 'rename') {
    const titles = undoable.map(({ key, title }) => ({ key, title: title?.from ?? null }));
    return { action: 'rename', titles };
  }
  if (change.action === 'devices') {
    const keys = new Set(undoable.map(({ key }) => key));
    const devices = change.devices.filter(({ id }) => keys.has(id));
    return {
      ...change,
      change: change.change === 'block' ? 'unblock' : 'block',
      devices: devices.map((device) => ({ ...device, blocked: !device.blocked })),
    };
  }
  if (change.action === 'repair') {
    return { ...change, to: undoable.flatMap(({ settings }) => settings?.from ?? []).slice(0, 1) };
  }
  const settings = undoable.map(({ key, before }) => ({
    key,
    enabled: before?.enabled === true,
    ...(typeof before?.days === 'number' && { days: before.days }),
  }));
  return { action: 'auto-renewal', settings };
}

/** An item as the window is shown it: without its request. */
export function shownItem(item: StoredItem): BatchItem {
  const { step: _step, before: _before, ticket: _ticket, undone: _undone, ...shown } = item;
  return shown;
}

/** How far a batch is by its record; what is known of a running one alone is not in it. */
export function summaryOf({ change, state, items, ...known }: StoredBatch): BatchSummary {
  const counted = (which: BatchItemState) => items.filter((item) => item.state === which).length;
  const total = items.length - counted('left-out');
  const isRepair = change.action === 'repair';
  const undoable = items.filter((item) => canUndo(change, item)).length;
  return {
    ...known,
    action: change.action,
    ...(change.action === 'repair' && { repairs: change.key }),
    running: state === 'running',
    stopping: false,
    total,
    over: total - counted('pending') - counted('sending') - counted('finding-out'),
    counts: Object.fromEntries(
      batchItemStates.map((which) => [which, counted(which)]),
    ) as BatchSummary['counts'],
    current: '',
    left: null,
    charged: items.reduce((total, { charged }) => total + (charged ?? 0), 0),
    // However often a connection was changed, it is put back once.
    undoable: isRepair ? Math.min(1, undoable) : undoable,
    rest:
      state === 'running' || isRepair || counted('pending') === 0
        ? 0
        : items.filter((item) => isMeant('rest', change, item)).length,
    failed: state === 'running' || isRepair ? 0 : items.filter(canTryAgain).length,
  };
}
