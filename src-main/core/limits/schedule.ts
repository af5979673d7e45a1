import type { Lane } from './lane.ts';
import type { Waiting } from './queue.ts';
import type { Window } from './window.ts';

/**
 * Who wants it, most urgent first: the person; finding out what became of a purchase; what is on
 * screen; everything else. A lower one never goes before a higher one that could go, except that
 * each gets a turn every half minute, so that none starves.
 */
export const priorities = ['person', 'finding-out', 'on-screen', 'background'] as const;
export type Priority = (typeof priorities)[number];

/** Index of the first priority that leaves to the person what is kept for them. */
export const modest = priorities.indexOf('on-screen');

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
  readonly empty: boolean;
  /** How many of these priorities wait, on all routes. */
  waiting(upTo: number): number;
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
  const active = new Set<Lane<Item>>();
  const counts = priorities.map(() => 0);
  const lastTurn = priorities.map(() => -Infinity);
  let arrivals = 0;

  function mayGo(lane: Lane<Item>, level: number, now: number): boolean {
    if (lane.inOverview && !overview.open(now, spare(level, overview, now))) return false;
    return lane.own.every((window) => window.open(now, spare(level, window, now)));
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

  function best(now: number): Waiting<Item> | undefined {
    let urgent: Waiting<Item> | undefined;
    let turn: Waiting<Item> | undefined;
    for (const lane of active) {
      for (const { first } of lane.queues) {
        if (!first) continue;
        const { level } = first.item;
        if (turnAt(first) <= now && (!turn || first.since < turn.since) && mayGo(lane, 0, now)) {
          turn = first;
        }
        const lead = urgent ? level - urgent.item.level || first.nth - urgent.nth : -1;
        if (lead < 0 && mayGo(lane, level, now)) urgent = first;
      }
    }
    return turn ?? urgent;
  }

  function remove(entry: Waiting<Item>): void {
    const { lane, level } = entry.item;
    lane.queues[level]?.remove(entry);
    counts[level] = (counts[level] ?? 0) - 1;
    if (lane.queues.every((queue) => queue.length === 0)) active.delete(lane);
  }

  return {
    get empty() {
      return active.size === 0;
    },
    waiting: (upTo) => counts.slice(0, upTo + 1).reduce((sum, count) => sum + count, 0),
    add(item, now) {
      const { lane, level } = item;
      const queue = lane.queues[level];
      if (!queue) throw new RangeError(`no priority ${level}`);
      const first = lane.queues.slice(0, level + 1).every(({ length }) => length === 0);
      counts[level] = (counts[level] ?? 0) + 1;
      active.add(lane);
      return { entry: queue.add(item, (arrivals += 1), now), first };
    },
    remove,
    take(now) {
      const entry = active.size > 0 ? best(now) : undefined;
      if (!entry) return undefined;
      remove(entry);
      lastTurn[entry.item.level] = now;
      return entry.item;
    },
    drain() {
      const all: Item[] = [];
      for (const lane of [...active]) {
        for (const queue of lane.queues) {
          for (let entry = queue.first; entry; entry = queue.first) {
            remove(entry);
            all.push(entry.item);
          }
        }
      }
      return all;
    },
    wakeAt(now) {
      let at = Infinity;
      for (const lane of active) {
        for (const { first } of lane.queues) {
          if (!first) continue;
          at = Math.min(at, opensAt(lane, first.item.level, now, 0, 0));
          if (first.item.level < modest) continue;
          at = Math.min(at, Math.max(turnAt(first), opensAt(lane, 0, now, 0, 0)));
          at = Math.min(at, options.changesAt(now));
        }
      }
      return at;
    },
    opensAt,
    personAt(now) {
      const all = counts[0] ?? 0;
      if (all === 0) return undefined;
      let at = now;
      for (const lane of active) {
        const here = lane.queues[0]?.length ?? 0;
        if (here > 0) at = Math.max(at, opensAt(lane, 0, now, here - 1, all - 1));
      }
      return at;
    },
  };
}
