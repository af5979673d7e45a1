import type { Limit } from '../../src-contract/endpoint.ts';
import { readLimitHeaders } from './limits/headers.ts';
import {
  createLane,
  freeSlots,
  returnSlots,
  takeSlots,
  type Lane,
  type Route,
  type Slots,
} from './limits/lane.ts';
import { createLearning } from './limits/learning.ts';
import { memoryVersion, recall, type LimiterMemory as Memory } from './limits/memory.ts';
import type { Waiting } from './limits/queue.ts';
import { createWindow, type Window } from './limits/window.ts';
import type { Clock } from './ports.ts';

/** What survives a restart. */
export type LimiterMemory = Memory;

/**
 * Who wants it, most urgent first: the person; finding out what became of a purchase; what is on
 * screen; everything else. A lower one never goes before a higher one that could go, except that
 * each gets a turn every half minute, so that none starves.
 */
export type Priority = 'person' | 'finding-out' | 'on-screen' | 'background';

const priorities: readonly Priority[] = ['person', 'finding-out', 'on-screen', 'background'];
/** Index of the first priority that leaves the reserve alone. */
const careful = priorities.indexOf('on-screen');

/** The right to send one request now. Exactly one of the three ends it; a second one is ignored. */
export interface Permit {
  /** The answer's last byte arrived (or it is known that no more comes). 429 is handled here. */
  done(answer: { status: number; headers: Readonly<Record<string, string>> }): void;
  /** Nothing was sent: the slot is given back. */
  unsent(): void;
  /** Sent, but no answer came in time: the slot frees a window after this moment. */
  lost(): void;
}

/** Keeps every request within the service's limits (specification, part 3, Limits). */
export interface RateLimiter {
  /**
   * Waits for room in every window of the route and of the overview together. Rejects with
   * `LimiterAborted` when the signal fires or the limiter stops before the grant.
   */
  acquire(route: Route, priority: Priority, signal?: AbortSignal): Promise<Permit>;
  /**
   * When a request of this priority could go at the earliest behind those that wait already, Unix
   * milliseconds; now if at once. Reserves nothing; a guess where an answer under way decides.
   */
  earliest(route: Route, priority: Priority): number;
  /**
   * How many requests of low priority could go on this route now: the least over its windows and
   * the overview, without what is kept for the person and what waits already. Never negative.
   */
  room(route: Route): number;
  /**
   * How far apart low-priority requests have to go from now on so that none waits, milliseconds: on
   * this route, and over all routes together (`null` once this route's headers showed that the
   * overview does not count it).
   */
  pace(route: Route): { readonly own: number; readonly overall: number | null };
  /** A person is about to act (the window came up): the reserve for them grows at once. */
  expectPerson(): void;
  /**
   * Hears until when a person's requests must wait, Unix milliseconds, once that is more than
   * 300 ms; `null` when none waits any more. Returns its own removal.
   */
  onWait(listener: (until: number | null) => void): () => void;
  /** What to keep for the next start; after `stop` it is exact. */
  save(): LimiterMemory;
  /** Rejects all that wait, and all that come. Permits out may still be ended. */
  stop(): void;
}

/** The wait ended without a grant; nothing was sent, nothing was spent. */
export class LimiterAborted extends Error {
  override readonly name = 'AbortError';

  constructor() {
    super('the wait for the limits was given up');
  }
}

export interface RateLimiterOptions {
  readonly clock: Clock;
  readonly overview: Limit;
  /**
   * What the last `save` or `keep` gave. Absent for an account that this device never used: nothing
   * was sent, so nothing is spent. `lost` when there was something and it cannot be read: the past
   * is unknown and counts as full.
   */
  readonly memory?: LimiterMemory | 'lost' | undefined;
  /**
   * Writes the memory down before more is sent than it allows for, so that a crash forgets little:
   * about one call in six requests. Without it everything since the last `save` counts as full.
   */
  readonly keep?: (memory: LimiterMemory) => void;
}

/** A wait that a person is told of. */
const noticeableMs = 300;
/** Each priority gets a turn this often, whatever waits above it. */
const turnMs = 30_000;
/** How long a person is expected to go on after an action. */
const personMs = 120_000;

interface Request {
  readonly lane: Lane<Request>;
  readonly level: number;
  readonly resolve: (permit: Permit) => void;
  readonly reject: (reason: LimiterAborted) => void;
  readonly signal: AbortSignal | undefined;
  /** Set while waiting with a signal. */
  abort: (() => void) | undefined;
}

/**
 * Creates the limiter of one account at one service.
 *
 * A slot frees a window after its answer arrived, or after its deadline if none came; all windows of
 * a request are taken together. Of the overview a share is kept for the person: a tenth while they
 * act, one slot otherwise; only `person` and `finding-out` may use it.
 */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { clock, keep } = options;
  const started = clock.monotonic();
  const lanes = new Map<string, Lane<Request>>();
  const active = new Set<Lane<Request>>();
  const overview = createWindow(options.overview);
  const apart = createWindow({ max: 1e6, windowS: options.overview.windowS });
  const learning = createLearning(overview, apart, () => lanes.values());
  const listeners = new Set<(until: number | null) => void>();
  const reserve = {
    acting: Math.ceil(options.overview.max / 10),
    idle: Math.max(1, Math.floor(options.overview.max / 60)),
  };
  const lastTurn = priorities.map(() => -Infinity);
  const waiting = priorities.map(() => 0);

  const past =
    options.memory === undefined || options.memory === 'lost'
      ? undefined
      : recall(options.memory, clock.now());
  const forgotten = options.memory !== undefined && past === undefined;
  const ahead = past ? (past.ahead ?? Infinity) : forgotten ? Infinity : 0;
  overview.restore(past?.overview, ahead, started);
  apart.restore(past?.apart, 0, started);
  if (past?.trusting === false) learning.distrust();

  let arrivals = 0;
  let personUntil = started + personMs;
  let stopped = false;
  let unkept = 0;
  let wake: { readonly at: number; readonly cancel: () => void } | undefined;
  let told: number | null = null;

  function laneOf(route: Route): Lane<Request> {
    const known = lanes.get(route.id);
    if (known) return known;
    const lane = createLane<Request>(route, priorities.length);
    const states = past?.routes[route.id];
    lane.own.forEach((window, at) => {
      window.restore(states?.[at], ahead, started);
    });
    lane.inOverview = !(past?.outside.includes(route.id) ?? false);
    lanes.set(route.id, lane);
    return lane;
  }

  const toUnix = (at: number, now: number) => clock.now() + Math.max(0, at - now);
  const inReserve = (now: number) => (now < personUntil ? reserve.acting : reserve.idle);

  function spares(level: number, window: Window, now: number): number {
    if (level < careful) return 0;
    const kept = window === overview ? inReserve(now) : 0;
    return Math.max(kept, window.caution(now));
  }

  function mayGo(lane: Lane<Request>, level: number, now: number): boolean {
    if (lane.inOverview && !overview.open(now, spares(level, overview, now))) return false;
    return lane.own.every((window) => window.open(now, spares(level, window, now)));
  }

  function opensAt(
    lane: Lane<Request>,
    level: number,
    now: number,
    inLane: number,
    overall: number,
  ): number {
    let at = lane.inOverview ? overview.opensAt(now, spares(level, overview, now), overall) : now;
    for (const window of lane.own)
      at = Math.max(at, window.opensAt(now, spares(level, window, now), inLane));
    return at;
  }

  /** When the priority's turn comes although more urgent requests wait or the reserve is kept. */
  function turnAt(entry: Waiting<Request>): number {
    const { level } = entry.item;
    return level === 0 ? Infinity : Math.max(entry.since, lastTurn[level] ?? 0) + turnMs;
  }

  function next(now: number): Waiting<Request> | undefined {
    let best: Waiting<Request> | undefined;
    let turn: Waiting<Request> | undefined;
    for (const lane of active) {
      for (let level = 0; level < priorities.length; level += 1) {
        const entry = lane.queues[level]?.first;
        if (!entry) continue;
        if (turnAt(entry) <= now && (!turn || entry.since < turn.since)) {
          if (mayGo(lane, 0, now)) turn = entry;
        }
        const better = !best || level < best.item.level;
        if (!better && !(level === best?.item.level && entry.nth < best.nth)) continue;
        if (mayGo(lane, level, now)) best = entry;
      }
    }
    return turn ?? best;
  }

  function wakeAt(now: number): number {
    let at = Infinity;
    for (const lane of active) {
      for (let level = 0; level < priorities.length; level += 1) {
        const entry = lane.queues[level]?.first;
        if (!entry) continue;
        at = Math.min(at, opensAt(lane, level, now, 0, 0));
        if (level < careful) continue;
        at = Math.min(at, Math.max(turnAt(entry), opensAt(lane, 0, now, 0, 0)));
        if (lane.inOverview && personUntil > now) at = Math.min(at, personUntil);
      }
    }
    return Math.max(at, now + 1);
  }

  function leave(entry: Waiting<Request>): void {
    const { lane, level, signal, abort } = entry.item;
    lane.queues[level]?.remove(entry);
    waiting[level] = (waiting[level] ?? 0) - 1;
    if (lane.queues.every((queue) => queue.length === 0)) active.delete(lane);
    if (abort) signal?.removeEventListener('abort', abort);
  }

  function pump(): void {
    if (stopped) return;
    const now = clock.monotonic();
    for (let entry = active.size > 0 ? next(now) : undefined; entry; entry = next(now)) {
      leave(entry);
      grant(entry.item, now);
    }
    const at = active.size > 0 ? wakeAt(now) : Infinity;
    if (wake?.at !== at) {
      wake?.cancel();
      wake =
        at === Infinity
          ? undefined
          : {
              at,
              cancel: clock.after(at - now, () => {
                wake = undefined;
                pump();
              }),
            };
    }
    tell(now);
  }

  function grant(request: Request, now: number): void {
    const { lane, level } = request;
    const slots = takeSlots(lane, lane.inOverview ? overview : apart, now);
    lastTurn[level] = now;
    if (level === 0) personUntil = now + personMs;
    if (keep) {
      unkept += 1;
      const rare = lane.own.some((w) => w.ms >= 10_000 && w.stated <= 2 * reserve.acting);
      if (unkept > reserve.acting || rare) {
        unkept = 0;
        keep(memory(reserve.acting));
      }
    }
    request.resolve(permit(lane, slots));
  }

  function permit(lane: Lane<Request>, slots: Slots): Permit {
    let held = true;
    function end(close: (now: number) => void): void {
      if (!held) return;
      held = false;
      close(clock.monotonic());
      pump();
    }
    return {
      done: (answer) => {
        end((now) => {
          freeSlots(lane, slots, now);
          const facts = readLimitHeaders(answer.headers, clock.now());
          learning.hear(lane, slots, answer.status, facts, now);
        });
      },
      unsent: () => {
        end(() => {
          returnSlots(lane, slots);
        });
      },
      lost: () => {
        end((now) => {
          freeSlots(lane, slots, now);
        });
      },
    };
  }

  function personWaits(now: number): number | null {
    if ((waiting[0] ?? 0) === 0) return null;
    let until = now;
    for (const lane of active) {
      const here = lane.queues[0]?.length ?? 0;
      if (here > 0) until = Math.max(until, opensAt(lane, 0, now, here - 1, (waiting[0] ?? 1) - 1));
    }
    return until;
  }

  function tell(now: number): void {
    if (listeners.size === 0) return;
    const at = personWaits(now);
    const until = at === null ? null : Math.ceil(toUnix(at, now));
    if (until === null ? told === null : told !== null && Math.abs(told - until) < 100) return;
    if (told === null && at !== null && at - now <= noticeableMs) return;
    told = until;
    for (const listener of listeners) listener(until);
  }

  function memory(unsaved: number | null): LimiterMemory {
    const now = clock.monotonic();
    const here = [...lanes.values()];
    const unused = past?.outside.filter((id) => !lanes.has(id)) ?? [];
    const earlier = past && recall({ ...past, savedAt: 0 }, now - started);
    return {
      version: memoryVersion,
      savedAt: clock.now(),
      ahead: unsaved,
      overview: overview.save(now),
      apart: apart.save(now),
      outside: [...unused, ...here.filter((lane) => !lane.inOverview).map((lane) => lane.route.id)],
      trusting: learning.trusting(),
      routes: {
        ...earlier?.routes,
        ...Object.fromEntries(
          here.map((lane) => [lane.route.id, lane.own.map((window) => window.save(now))]),
        ),
      },
    };
  }

  return {
    acquire(route, priority, signal) {
      if (stopped || signal?.aborted) return Promise.reject(new LimiterAborted());
      return new Promise<Permit>((resolve, reject) => {
        const lane = laneOf(route);
        const level = priorities.indexOf(priority);
        const request: Request = { lane, level, resolve, reject, signal, abort: undefined };
        const behind = lane.queues.slice(0, level + 1).some((queue) => queue.length > 0);
        const now = clock.monotonic();
        const entry = lane.queues[level]?.add(request, (arrivals += 1), now);
        if (!entry) return;
        waiting[level] = (waiting[level] ?? 0) + 1;
        active.add(lane);
        if (signal) {
          request.abort = () => {
            leave(entry);
            reject(new LimiterAborted());
            pump();
          };
          signal.addEventListener('abort', request.abort, { once: true });
        }
        // Behind one that cannot go, this one cannot either.
        if (!behind) pump();
        else if (level === 0) tell(now);
      });
    },
    earliest(route, priority) {
      const lane = laneOf(route);
      const level = priorities.indexOf(priority);
      const now = clock.monotonic();
      const before = (counts: readonly number[]) =>
        counts.slice(0, level + 1).reduce((sum, count) => sum + count, 0);
      const inLane = before(lane.queues.map((queue) => queue.length));
      return toUnix(opensAt(lane, level, now, inLane, before(waiting)), now);
    },
    room(route) {
      const lane = laneOf(route);
      const now = clock.monotonic();
      const queued = lane.queues.reduce((sum, queue) => sum + queue.length, 0);
      let room = Infinity;
      for (const window of lane.own)
        room = Math.min(room, window.room(now, spares(careful, window, now)) - queued);
      if (lane.inOverview) {
        const all = waiting.reduce((sum, count) => sum + count, 0);
        room = Math.min(room, overview.room(now, spares(careful, overview, now)) - all);
      }
      return Math.max(0, room);
    },
    pace(route) {
      const lane = laneOf(route);
      const now = clock.monotonic();
      const every = (window: Window) => window.pace(now, spares(careful, window, now));
      return {
        own: Math.max(0, ...lane.own.map(every)),
        overall: lane.inOverview ? every(overview) : null,
      };
    },
    expectPerson() {
      personUntil = clock.monotonic() + personMs;
    },
    onWait(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    save: () => memory(stopped ? 0 : null),
    stop() {
      if (stopped) return;
      stopped = true;
      wake?.cancel();
      for (const lane of [...active]) {
        for (const queue of lane.queues) {
          for (let entry = queue.first; entry; entry = queue.first) {
            leave(entry);
            entry.item.reject(new LimiterAborted());
          }
        }
      }
      if (told !== null) for (const listener of listeners) listener(null);
      told = null;
    },
  };
}
