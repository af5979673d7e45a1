import type { Lane } from './endpoint-queue.ts';
import { modest, priorities } from './priority.ts';
import type { Waiting } from './queue.ts';
import type { Window } from './window.ts';

/** Each priority gets a turn this often, whatever waits above it. */
const turnMs = 30_000;

/** What the schedule must know of what waits. */
export interface Scheduled<Item> {
  readonly lane: Lane<Item>;
  /** Index in `priorities`. */
  readonly level: number;
}

/** What waits, and which of it may go. All times are monotonic milliseconds. */
export interface Schedule<Item> {
  /** How many wait on all routes, of all priorities or of those up to one. */
  waiting(upTo?: number): number;
  /** Adds one; tells whether it may be able to go, which it is not behind another that is not. */
  add(item: Item, now: number): { readonly entry: Waiting<Item>; readonly first: boolean };
  remove(entry: Waiting<Item>): void;
  /** Takes out what goes next, if anything can go now. */
  take(now: number): Item | undefined;
  /** Takes out everything. */
  drain(): Item[];
  /** When the next could go; a guess where an answer under way decides. */
  wakeAt(now: number): number;
  /** When one more could go, with so many before it on its route and over all. */
  opensAt(lane: Lane<Item>, level: number, now: number, inLane: number, overall: number): number;
  /** When the last of the person's requests could go; `undefined` when none waits. */
  personAt(now: number): number | undefined;
}

/**
 * Creates an empty schedule.
 *
 * @param spare what a priority must leave of a window now
 * @param changesAt when `spare` changes by itself
 */
export function createSchedule<Item extends Scheduled<Item>>(options: {
  readonly overview: Window;
  readonly spare: (level: number, window: Window, now: number) => number;
  readonly changesAt: (now: number) => number;
}): Schedule<Item> {
  const { overview, spare } = options;
  /** For each priority the lanes in which one waits, by who came first, and which in all that was. */
  const rows = priorities.map((): { lanes: Lane<Item>[]; nths: number[] } => ({
    lanes: [],
    nths: [],
  }));
  const counts = priorities.map(() => 0);
  const lastTurn = priorities.map(() => -Infinity);
  let arrivals = 0;
  let total = 0;

  const headOf = (lane: Lane<Item> | undefined, level: number) => lane?.queues[level]?.first;

  /** Whether something waits in the lane that goes before a newcomer of this priority. */
  function isBehind(lane: Lane<Item>, level: number): boolean {
    for (let above = 0; above <= level; above += 1) if (headOf(lane, above)) return true;
    return false;
  }

  /** How many of a row come before the `nth`. */
  function placeOf(nths: readonly number[], nth: number): number {
    let low = 0;
    let high = nths.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((nths[middle] ?? Infinity) < nth) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** When the lane's own windows open; `now` or before when they are open. */
  function ownAt(lane: Lane<Item>, level: number, now: number): number {
    const kind = level < modest ? 0 : 1;
    const known = lane.closedUntil[kind];
    if (known > now) return known;
    let at = -Infinity;
    for (const window of lane.own) {
      const left = spare(level, window, now);
      if (!window.open(now, left)) at = Math.max(at, window.opensAt(now, left, 0));
    }
    lane.closedUntil[kind] = at;
    return at;
  }

  /** When the overview opens; `now` or before when it is open. */
  function wideAt(level: number, now: number): number {
    const left = spare(level, overview, now);
    return overview.open(now, left) ? -Infinity : overview.opensAt(now, left, 0);
  }

  function opensAt(
    lane: Lane<Item>,
    level: number,
    now: number,
    inLane: number,
    overall: number,
  ): number {
    const wide = lane.inOverview
      ? overview.opensAt(now, spare(level, overview, now), overall)
      : now;
    return lane.own.reduce(
      (at, window) => Math.max(at, window.opensAt(now, spare(level, window, now), inLane)),
      wide,
    );
  }

  /** When the turn comes of one that more urgent ones, or what is kept for the person, hold back. */
  function turnAt(entry: Waiting<Item>): number {
    const { level } = entry.item;
    return level === 0 ? Infinity : Math.max(entry.since, lastTurn[level] ?? 0) + turnMs;
  }

  /** The first of a priority that could go with the rights of `rights`. */
  function firstOf(level: number, rights: number, now: number): Waiting<Item> | undefined {
    const row = rows[level];
    if (!row || row.lanes.length === 0) return undefined;
    const wide = wideAt(rights, now) <= now;
    for (const lane of row.lanes) {
      if ((wide || !lane.inOverview) && ownAt(lane, rights, now) <= now) return headOf(lane, level);
    }
    return undefined;
  }

  /** When the first of a priority could go; `limit` or later does not matter. */
  function soonest(level: number, rights: number, now: number, limit: number): number {
    const wide = wideAt(rights, now);
    let at = limit;
    for (const lane of rows[level]?.lanes ?? []) {
      const least = lane.inOverview ? wide : -Infinity;
      if (least < at) at = Math.min(at, Math.max(least, ownAt(lane, rights, now)));
    }
    return at;
  }

  function best(now: number): Waiting<Item> | undefined {
    for (let level = priorities.length - 1; level > 0; level -= 1) {
      const oldest = headOf(rows[level]?.lanes[0], level);
      if (!oldest || turnAt(oldest) > now) continue;
      const turn = firstOf(level, 0, now);
      if (turn && turnAt(turn) <= now) return turn;
    }
    for (let level = 0; level < priorities.length; level += 1) {
      const urgent = firstOf(level, level, now);
      if (urgent) return urgent;
    }
    return undefined;
  }

  function remove(entry: Waiting<Item>): void {
    const { lane, level } = entry.item;
    const queue = lane.queues[level];
    const row = rows[level];
    if (!queue || !row) return;
    const from = queue.first === entry ? placeOf(row.nths, entry.nth) : -1;
    const next = entry.after;
    // The lane moves back behind those that came before its next one, or out of the row.
    const to = next ? placeOf(row.nths, next.nth) - 1 : row.nths.length - 1;
    queue.remove(entry);
    counts[level] = (counts[level] ?? 0) - 1;
    total -= 1;
    if (from < 0) return;
    for (let at = from; at < to; at += 1) {
      row.lanes[at] = row.lanes[at + 1] ?? lane;
      row.nths[at] = row.nths[at + 1] ?? Infinity;
    }
    if (next) {
      row.lanes[to] = lane;
      row.nths[to] = next.nth;
    } else {
      row.lanes.pop();
      row.nths.pop();
    }
  }

  return {
    waiting: (upTo) =>
      upTo === undefined ? total : counts.slice(0, upTo + 1).reduce((sum, count) => sum + count, 0),
    add(item, now) {
      const { lane, level } = item;
      const queue = lane.queues[level];
      if (!queue) throw new RangeError(`no priority ${level}`);
      const first = !isBehind(lane, level);
      counts[level] = (counts[level] ?? 0) + 1;
      total += 1;
      const entry = queue.add(item, (arrivals += 1), now);
      if (queue.first === entry) {
        rows[level]?.lanes.push(lane);
        rows[level]?.nths.push(entry.nth);
      }
      return { entry, first };
    },
    remove,
    take(now) {
      const entry = best(now);
      if (!entry) return undefined;
      remove(entry);
      lastTurn[entry.item.level] = now;
      return entry.item;
    },
    drain() {
      const all: Item[] = [];
      for (const [level, { lanes }] of rows.entries()) {
        for (let entry = headOf(lanes[0], level); entry; entry = headOf(lanes[0], level)) {
          remove(entry);
          all.push(entry.item);
        }
      }
      return all;
    },
    wakeAt(now) {
      let at = Infinity;
      for (let level = 0; level < priorities.length; level += 1) {
        const oldest = headOf(rows[level]?.lanes[0], level);
        if (!oldest) continue;
        at = Math.min(at, soonest(level, level, now, at));
        if (level < modest) continue;
        at = Math.min(at, options.changesAt(now));
        const turn = turnAt(oldest);
        if (turn < at) at = Math.min(at, Math.max(turn, soonest(level, 0, now, at)));
      }
      return at;
    },
    opensAt,
    personAt(now) {
      const all = counts[0] ?? 0;
      if (all === 0) return undefined;
      let at = now;
      for (const lane of rows[0]?.lanes ?? []) {
        const here = lane.queues[0]?.length ?? 0;
        at = Math.max(at, opensAt(lane, 0, now, here - 1, all - 1));
      }
      return at;
    },
  };
}
