import { createArrivalOrder, type ArrivalOrder } from './arrival-order.ts';
import type { Availability } from './availability.ts';
import type { EndpointQueue } from './endpoint-queue.ts';
import type { InteractiveReserve } from './interactive-reserve.ts';
import { isLowPriority, priorities } from './priority.ts';
import type { Waiting } from './queue.ts';

/** Each priority gets a turn this often even while more urgent requests wait, milliseconds. */
const turnMs = 30_000;

/** The indexes of the priorities, most urgent first. */
const levels = [...priorities.keys()];
const leastUrgentFirst = levels.toReversed();

/** What the schedule must know of a waiting request. */
interface Scheduled<Item> {
  readonly queue: EndpointQueue<Item>;
  /** Index in `priorities`. */
  readonly level: number;
}

/** The waiting requests, and which of them may go. All times are monotonic milliseconds. */
export interface Schedule<Item> {
  /** How many wait at all endpoints, of all priorities or of those up to the index `upTo`. */
  waiting(upTo?: number): number;
  /** Adds a request. `first`: nothing waits before it at its endpoint, so it may be able to go. */
  add(item: Item, now: number): { readonly entry: Waiting<Item>; readonly first: boolean };
  remove(entry: Waiting<Item>): void;
  /** Removes and returns the request that goes next; `undefined` when none can go now. */
  take(now: number): Item | undefined;
  /** Removes and returns all requests. */
  drain(): Item[];
  /** When the next could go; an estimate where an answer in flight decides. */
  wakeAt(now: number): number;
  /** When the last of the user's requests could go; `undefined` when none waits. */
  userWaitsUntil(now: number): number | undefined;
}

interface State<Item extends Scheduled<Item>> {
  readonly availability: Availability;
  /** For each priority, the endpoints at which one waits. */
  readonly orders: readonly ArrivalOrder<Item>[];
  /** For each priority, how many wait, and when one last went. */
  readonly counts: number[];
  readonly lastTurn: number[];
  arrivals: number;
  total: number;
}

/** Creates an empty schedule. */
export function createSchedule<Item extends Scheduled<Item>>(
  availability: Availability,
  reserve: Pick<InteractiveReserve, 'changesAt'>,
): Schedule<Item> {
  const state: State<Item> = {
    availability,
    orders: priorities.map(() => createArrivalOrder<Item>()),
    counts: priorities.map(() => 0),
    lastTurn: priorities.map(() => 0),
    arrivals: 0,
    total: 0,
  };
  return {
    waiting: (upTo) =>
      upTo === undefined
        ? state.total
        : state.counts.slice(0, upTo + 1).reduce((sum, count) => sum + count, 0),
    add: (item, now) => add(state, item, now),
    remove(entry) {
      remove(state, entry);
    },
    take(now) {
      const entry = next(state, now);
      if (!entry) return undefined;
      remove(state, entry);
      state.lastTurn[entry.item.level] = now;
      return entry.item;
    },
    drain() {
      const all: Item[] = [];
      for (const level of levels) {
        for (let entry = oldest(state, level); entry; entry = oldest(state, level)) {
          remove(state, entry);
          all.push(entry.item);
        }
      }
      return all;
    },
    wakeAt: (now) => wakeAt(state, reserve, now),
    userWaitsUntil: (now) => userWaitsUntil(state, now),
  };
}

/** The first request of a priority at an endpoint. */
function firstAt<Item>(queue: EndpointQueue<Item> | undefined, level: number) {
  return queue?.waiting[level]?.first;
}

/** The endpoints at which a request of a priority waits, by its arrival. */
function queuesAt<Item extends Scheduled<Item>>({ orders }: State<Item>, level: number) {
  return orders[level]?.queues ?? [];
}

/** The request of a priority that waits longest. */
function oldest<Item extends Scheduled<Item>>(state: State<Item>, level: number) {
  return firstAt(queuesAt(state, level)[0], level);
}

function add<Item extends Scheduled<Item>>(
  state: State<Item>,
  item: Item,
  now: number,
): { readonly entry: Waiting<Item>; readonly first: boolean } {
  const { queue, level } = item;
  const waiting = queue.waiting[level];
  if (!waiting) throw new RangeError(`no priority ${level}`);
  const first = queue.waiting.slice(0, level + 1).every(({ length }) => length === 0);
  state.arrivals += 1;
  state.total += 1;
  state.counts[level] = (state.counts[level] ?? 0) + 1;
  const entry = waiting.add(item, state.arrivals, now);
  if (waiting.first === entry) state.orders[level]?.append(queue, entry.arrival);
  return { entry, first };
}

function remove<Item extends Scheduled<Item>>(state: State<Item>, entry: Waiting<Item>): void {
  const { queue, level } = entry.item;
  const waiting = queue.waiting[level];
  if (!waiting) return;
  const wasFirst = waiting.first === entry;
  waiting.remove(entry);
  const following = waiting.first;
  state.total -= 1;
  state.counts[level] = (state.counts[level] ?? 0) - 1;
  if (wasFirst) state.orders[level]?.replaceFirst(queue, entry.arrival, following?.arrival);
}

/** The request that goes next: one whose priority has its turn, or else the most urgent. */
function next<Item extends Scheduled<Item>>(
  state: State<Item>,
  now: number,
): Waiting<Item> | undefined {
  for (const level of leastUrgentFirst) {
    const longest = oldest(state, level);
    if (!longest || turnAt(state, longest) > now) continue;
    // In its turn a request may use what is reserved for the most urgent ones.
    const turn = firstOpen(state, level, 0, now);
    if (turn && turnAt(state, turn) <= now) return turn;
  }
  for (const level of levels) {
    const urgent = firstOpen(state, level, level, now);
    if (urgent) return urgent;
  }
  return undefined;
}

/** When a request gets its turn although more urgent ones, or the reserve, hold it back. */
function turnAt<Item extends Scheduled<Item>>(
  { lastTurn }: State<Item>,
  entry: Waiting<Item>,
): number {
  return Math.max(entry.since, lastTurn[entry.item.level] ?? 0) + turnMs;
}

/** The first request of a priority that could go if it had the priority `rights`. */
function firstOpen<Item extends Scheduled<Item>>(
  state: State<Item>,
  level: number,
  rights: number,
  now: number,
): Waiting<Item> | undefined {
  const { availability } = state;
  const queues = queuesAt(state, level);
  if (queues.length === 0) return undefined;
  const overviewOpen = availability.overviewOpensAt(rights, now) <= now;
  const open = queues.find(
    (queue) =>
      (overviewOpen || !queue.inOverview) && availability.ownOpensAt(queue, rights, now) <= now,
  );
  return firstAt(open, level);
}

/**
 * When a request of a priority could go with `rights`; never more than `limit`.
 *
 * @param from when the first request of an endpoint may use these rights
 */
function soonest<Item extends Scheduled<Item>>(
  state: State<Item>,
  level: number,
  rights: number,
  now: number,
  limit: number,
  from: (queue: EndpointQueue<Item>) => number = () => -Infinity,
): number {
  const { availability } = state;
  const overviewAt = availability.overviewOpensAt(rights, now);
  let at = limit;
  for (const queue of queuesAt(state, level)) {
    const earliest = Math.max(from(queue), queue.inOverview ? overviewAt : -Infinity);
    if (earliest < at) {
      at = Math.min(at, Math.max(earliest, availability.ownOpensAt(queue, rights, now)));
    }
  }
  return at;
}

function wakeAt<Item extends Scheduled<Item>>(
  state: State<Item>,
  reserve: Pick<InteractiveReserve, 'changesAt'>,
  now: number,
): number {
  let at = Infinity;
  for (const level of levels) {
    if (!oldest(state, level)) continue;
    at = soonest(state, level, level, now, at);
    if (!isLowPriority(level)) continue;
    at = Math.min(at, reserve.changesAt(now));
    at = soonest(state, level, 0, now, at, (queue) => {
      const first = firstAt(queue, level);
      return first ? turnAt(state, first) : Infinity;
    });
  }
  return at;
}

function userWaitsUntil<Item extends Scheduled<Item>>(
  state: State<Item>,
  now: number,
): number | undefined {
  const { availability, counts } = state;
  const all = counts[0] ?? 0;
  if (all === 0) return undefined;
  let at = now;
  for (const queue of queuesAt(state, 0)) {
    const here = queue.waiting[0]?.length ?? 0;
    const ahead = { onEndpoint: here - 1, overall: all - 1 };
    at = Math.max(at, availability.opensAt(queue, 0, now, ahead));
  }
  return at;
}
