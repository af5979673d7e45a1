import type { Limit } from '#contract/endpoint.ts';
import type { Clock } from '#core/kernel/ports.ts';
import { createScheduler, type Scheduler } from '#core/kernel/scheduler.ts';
import { accountBounds } from '../account-bounds.ts';
import { AdaptiveLimits, type Slots } from './adaptive-limits.ts';
import { readLimitHeaders } from './headers.ts';
import { InteractiveReserve } from './interactive-reserve.ts';
import type { LimitWindow } from './limit-window.ts';
import { isLowPriority, priorities, type Priority } from './priority.ts';
import { Usage, type EndpointLimit, type EndpointWindows, type PersistedUsage } from './usage.ts';
import { createWaitStatus } from './wait-status.ts';

/** The right to send one request now. Exactly one of the three ends it; a second one is ignored. */
export interface Permit {
  /** The answer's last byte arrived (or it is known that no more comes). 429 is handled here. */
  done(answer: { status: number; headers: Readonly<Record<string, string>> }): void;
  /** Nothing was sent: the slot is free at once. */
  unsent(): void;
  /** Sent, but no answer came in time: the slot frees a window after this moment. */
  lost(): void;
}

/** The wait ended without a grant; nothing was sent, nothing was spent. */
const aborted = () => new DOMException('the wait for the rate limits was aborted', 'AbortError');

interface RateLimiterOptions {
  readonly clock: Clock;
  /** The computer's own clock where `clock` is not; see `Usage`. */
  readonly computerNow?: (() => number) | undefined;
  readonly overview: Limit;
  /** What `save` or `persist` gave; absent for an account never used, `lost` where unreadable. */
  readonly usage?: PersistedUsage | 'lost' | undefined;
  /** Called before more is sent than the last write allows for; without it a crash loses all since. */
  readonly persist?: ((usage: PersistedUsage) => void) | undefined;
  /** Hears until when a user's requests wait, Unix ms, beyond 300 ms. */
  readonly onWait?: (until: number | null) => void;
}

/** A waiting request. Times are monotonic milliseconds. */
interface Request {
  readonly windows: EndpointWindows;
  /** Index in `priorities`. */
  readonly level: number;
  readonly since: number;
  readonly resolve: (permit: Permit) => void;
  readonly reject: (reason: unknown) => void;
}

/** Each priority gets a turn this often even while more urgent requests wait, milliseconds. */
const turnMs = 30_000;
/** A crash may hide the reserve's slots: in windows this long every request is persisted. */
const longWindowMs = 10_000;

const lowestLevel = priorities.length - 1;
const leastUrgentFirst = [...priorities.keys()].reverse();
/** The level whose requests may use what is reserved. */
const userLevel = 0;

/**
 * Keeps every request of one account at one service within the service's limits (specification,
 * part 3, Limits).
 *
 * A slot frees a window after its answer arrived, or after its deadline if none came; all windows
 * of a request are taken together. Low-priority requests leave a share of the overview free for the
 * user (`interactive-reserve.ts`). Waiting requests stand in one list, which is gone through whenever
 * one came, left or was answered, and when the first of them may go.
 */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #usage: Usage;
  readonly #adaptive: AdaptiveLimits;
  readonly #reserve: InteractiveReserve;
  readonly #waitStatus: ReturnType<typeof createWaitStatus> | undefined;
  readonly #timer: Scheduler;
  readonly #persist: RateLimiterOptions['persist'];
  /** The most urgent first; those of one priority by arrival. */
  #waiting: readonly Request[] = [];
  readonly #lastTurn = priorities.map(() => 0);
  #stopped = false;
  /** Requests sent since the usage was last persisted. */
  #unpersisted: number;

  constructor({ clock, computerNow, overview, usage, persist, onWait }: RateLimiterOptions) {
    this.#clock = clock;
    this.#waitStatus = onWait && createWaitStatus(onWait);
    this.#usage = new Usage(
      { ...clock, ...(computerNow && { now: computerNow }) },
      overview,
      usage,
    );
    this.#adaptive = new AdaptiveLimits(this.#usage);
    this.#reserve = new InteractiveReserve(this.#usage.overview, clock.monotonic());
    this.#timer = createScheduler(clock);
    this.#persist = persist;
    // What is on the disk was written by an earlier run, so the first request is persisted.
    this.#unpersisted = this.#reserve.active;
  }

  /** Waits for a slot in all windows together; rejects with an `AbortError`. */
  async acquire(
    endpoint: EndpointLimit,
    priority: Priority,
    signal?: AbortSignal,
  ): Promise<Permit> {
    const isFull = this.#waiting.length >= accountBounds.waitingRequests;
    if (this.#stopped || isFull || signal?.aborted) throw aborted();
    const { promise, resolve, reject } = Promise.withResolvers<Permit>();
    const request: Request = {
      windows: this.#usage.of(endpoint),
      level: priorities.indexOf(priority),
      since: this.#clock.monotonic(),
      resolve,
      reject,
    };
    const abort = () => {
      this.#leave(request);
      reject(aborted());
      this.#dispatch();
    };
    signal?.addEventListener('abort', abort);
    const { windows, level } = request;
    // What waits behind another like it neither goes nor lets another go: hundreds come at once.
    const isBehind = this.#waiting.some((each) => each.windows === windows && each.level === level);
    this.#waiting = [...this.#waiting, request].sort((a, b) => a.level - b.level);
    if (!isBehind || level === userLevel) this.#dispatch();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** When a request could go behind those waiting, Unix milliseconds; an estimate. */
  earliest(endpoint: EndpointLimit, priority: Priority): number {
    const windows = this.#usage.of(endpoint);
    const level = priorities.indexOf(priority);
    const now = this.#clock.monotonic();
    const before = this.#waiting.filter((request) => request.level <= level);
    return this.#toUnix(this.#opensAt(windows, level, now, before), now);
  }

  /** Low-priority requests that could go now, without the reserve and what waits. */
  available(endpoint: EndpointLimit): number {
    const windows = this.#usage.of(endpoint);
    const now = this.#clock.monotonic();
    const free = (window: LimitWindow) =>
      window.available(now, this.#reserve.reserved(lowestLevel, window, now));
    const waiting = this.#waiting.filter((request) => request.windows === windows).length;
    const own = windows.own.map((window) => free(window) - waiting);
    const overall = windows.inOverview
      ? free(this.#usage.overview) - this.#waiting.length
      : Infinity;
    return Math.max(0, Math.min(overall, ...own));
  }

  /** The smallest interval without waiting, milliseconds; `overall` is `null` when not counted. */
  pace(endpoint: EndpointLimit): { readonly own: number; readonly overall: number | null } {
    const { own, inOverview } = this.#usage.of(endpoint);
    const now = this.#clock.monotonic();
    const interval = (window: LimitWindow) =>
      window.interval(now, this.#reserve.reserved(lowestLevel, window, now));
    return {
      own: Math.max(0, ...own.map(interval)),
      overall: inOverview ? interval(this.#usage.overview) : null,
    };
  }

  /** The interval over a long time, whatever is in use now, milliseconds. */
  sustained(endpoint: EndpointLimit): number {
    const { own, inOverview } = this.#usage.of(endpoint);
    const now = this.#clock.monotonic();
    const windows = inOverview ? [...own, this.#usage.overview] : own;
    const reserved = (window: LimitWindow) => this.#reserve.reserved(lowestLevel, window, now);
    return Math.max(0, ...windows.map((window) => window.sustained(reserved(window))));
  }

  /** Ends the pauses that the service asked for, on the user's word. Its limits count on. */
  endPauses(): void {
    for (const { own } of this.#usage.all()) for (const window of own) window.reopen();
    this.#usage.overview.reopen();
    this.#dispatch();
  }

  endpoints(): readonly EndpointLimit[] {
    return this.#usage.all().map(({ endpoint }) => endpoint);
  }

  /** A user is about to act (the window came up): the interactive reserve grows at once. */
  expectUser(): void {
    this.#reserve.extend(this.#clock.monotonic());
  }

  /** The usage to persist for the next start: exact after `stop`, else as `persist` says. */
  save(): PersistedUsage {
    this.#unpersisted = 0;
    return this.#usage.save(this.#stopped ? 0 : this.#persist ? this.#reserve.active : null);
  }

  /** Rejects all waiting requests, and all that come later. Granted permits may still be ended. */
  stop(): PersistedUsage {
    this.#stopped = true;
    this.#timer.cancel();
    for (const request of this.#waiting) request.reject(aborted());
    this.#waiting = [];
    this.#waitStatus?.(null, this.#clock.now());
    const usage = this.save();
    this.#persist?.(usage);
    return usage;
  }

  #leave(request: Request): void {
    this.#waiting = this.#waiting.filter((each) => each !== request);
  }

  #dispatch(): void {
    const now = this.#clock.monotonic();
    this.#grantTurns(now);
    let next = Infinity;
    /** The level up to which an endpoint is known to be closed. */
    const closed = new Map<EndpointWindows, number>();
    for (const request of this.#waiting) {
      const { windows, level } = request;
      if (closed.get(windows) === level) continue;
      const opensAt = this.#opensAt(windows, level, now);
      if (opensAt <= now) {
        this.#grant(request, now);
      } else {
        closed.set(windows, level);
        next = Math.min(next, opensAt, this.#exceptionAt(request, now));
      }
    }
    if (next === Infinity) this.#timer.cancel();
    else {
      this.#timer.schedule(() => this.#dispatch(), Math.max(1, next - now));
    }
    this.#updateWaitStatus(now);
  }

  /** Grants a request of each priority whose turn is due, the least urgent priority first. */
  #grantTurns(now: number): void {
    for (const level of leastUrgentFirst) {
      const due = this.#waiting.find(
        (request) =>
          request.level === level &&
          this.#turnAt(request) <= now &&
          this.#opensAt(request.windows, userLevel, now) <= now,
      );
      if (due) this.#grant(due, now);
    }
  }

  /** When a request gets its turn although more urgent ones, or the reserve, hold it back. */
  #turnAt({ level, since }: Request): number {
    return Math.max(since, this.#lastTurn[level] ?? 0) + turnMs;
  }

  /** When a request of low priority may go, or may find less reserved, before its window opens. */
  #exceptionAt(request: Request, now: number): number {
    if (!isLowPriority(request.level)) return Infinity;
    const opensToUser = this.#opensAt(request.windows, userLevel, now);
    return Math.min(this.#reserve.changesAt(now), Math.max(this.#turnAt(request), opensToUser));
  }

  /** When one of this level could go if those `before` it go first; `now` when it can at once. */
  #opensAt(
    windows: EndpointWindows,
    level: number,
    now: number,
    before: readonly Request[] = [],
  ): number {
    const opens = (window: LimitWindow, ahead: number) =>
      window.opensAt(now, this.#reserve.reserved(level, window, now), ahead);
    const here = before.filter((request) => request.windows === windows).length;
    const own = windows.own.map((window) => opens(window, here));
    const overall = windows.inOverview ? opens(this.#usage.overview, before.length) : now;
    return Math.max(overall, ...own);
  }

  #grant(request: Request, now: number): void {
    const { windows, level } = request;
    const { overview, exempt } = this.#usage;
    this.#leave(request);
    this.#lastTurn[level] = now;
    const taken = [...windows.own, windows.inOverview ? overview : exempt];
    const slots: Slots = new Map(taken.map((window) => [window, window.take(now)]));
    if (level === userLevel) this.#reserve.extend(now);
    this.#unpersisted += 1;
    const hidesWindow = windows.own.some(
      ({ ms, stated }) => ms >= longWindowMs && stated <= 2 * this.#reserve.active,
    );
    if (this.#unpersisted > this.#reserve.active || hidesWindow) this.#persist?.(this.save());
    request.resolve(this.#createPermit(windows, slots));
  }

  #createPermit(windows: EndpointWindows, slots: Slots): Permit {
    let held = true;
    const end = (close: (now: number) => void) => {
      if (!held) return;
      held = false;
      close(this.#clock.monotonic());
      if (!this.#stopped) this.#dispatch();
    };
    const answered = (now: number) => {
      for (const [window, slot] of slots) window.answered(slot, now);
    };
    return {
      done: ({ status, headers }) =>
        end((now) => {
          answered(now);
          const answer = { status, headers: readLimitHeaders(headers, this.#clock.now()) };
          this.#adaptive.observe(windows, slots, answer, now);
        }),
      unsent: () =>
        end(() => {
          for (const [window, slot] of slots) window.returned(slot);
        }),
      lost: () => end(answered),
    };
  }

  #updateWaitStatus(now: number): void {
    if (this.#waitStatus === undefined) return;
    const all = this.#waiting.filter(({ level }) => level === userLevel);
    // The last of them at each endpoint goes after all others.
    const times = all.map((last) =>
      this.#opensAt(
        last.windows,
        userLevel,
        now,
        all.filter((request) => request !== last),
      ),
    );
    const until = all.length === 0 ? null : this.#toUnix(Math.max(...times), now);
    this.#waitStatus(until, this.#clock.now());
  }

  #toUnix(at: number, now: number): number {
    return this.#clock.now() + Math.max(0, at - now);
  }
}
