import type { Limit } from '#contract/endpoint.ts';
import type { Clock } from '#core/ports.ts';
import { createScheduler, type Scheduler } from '#core/scheduler.ts';
import { createAvailability, type Availability } from './availability.ts';
import {
  freeSlots,
  returnSlots,
  takeSlots,
  waitingIn,
  type EndpointLimit,
  type EndpointQueue,
  type Slots,
} from './endpoint-queue.ts';
import { readLimitHeaders } from './headers.ts';
import { createInteractiveReserve, type InteractiveReserve } from './interactive-reserve.ts';
import type { LimitWindow } from './limit-window.ts';
import type { PersistedUsage } from './persisted-usage.ts';
import { priorities, type Priority } from './priority.ts';
import { createSchedule, type Schedule } from './schedule.ts';
import { createUsageTracker, type UsageTracker } from './usage-tracker.ts';
import { createWaitStatus, type WaitStatus } from './wait-status.ts';

/** The right to send one request now. Exactly one of the three ends it; a second one is ignored. */
export interface Permit {
  /** The answer's last byte arrived (or it is known that no more comes). 429 is handled here. */
  done(answer: { status: number; headers: Readonly<Record<string, string>> }): void;
  /** Nothing was sent: the slot is free at once. */
  unsent(): void;
  /** Sent, but no answer came in time: the slot frees a window after this moment. */
  lost(): void;
}

/** Keeps every request within the service's limits (specification, part 3, Limits). */
export interface RateLimiter {
  /**
   * Waits for a free slot in every window of the endpoint and in the overview together. Rejects
   * with `LimiterAborted` when the signal fires or the limiter stops before the grant.
   */
  acquire(endpoint: EndpointLimit, priority: Priority, signal?: AbortSignal): Promise<Permit>;
  /**
   * When a request of this priority could go at the earliest behind those that wait already, Unix
   * milliseconds; now if at once. Reserves nothing; an estimate where an answer in flight decides.
   */
  earliest(endpoint: EndpointLimit, priority: Priority): number;
  /**
   * How many low-priority requests could go to this endpoint now: the least over its windows and
   * the overview, excluding the interactive reserve and queued requests. Never negative.
   */
  available(endpoint: EndpointLimit): number;
  /**
   * The smallest interval between low-priority requests at which none waits, milliseconds: at this
   * endpoint, and over all endpoints together (`null` when the overview does not count this one).
   */
  pace(endpoint: EndpointLimit): { readonly own: number; readonly overall: number | null };
  /** The endpoints that were used so far. */
  endpoints(): readonly EndpointLimit[];
  /** A user is about to act (the window came up): the interactive reserve grows at once. */
  expectUser(): void;
  /**
   * Reports until when a user's requests must wait, Unix milliseconds, once that is more than
   * 300 ms; `null` when none waits any more. Returns the function that unsubscribes.
   */
  onWait(listener: (until: number | null) => void): () => void;
  /** The usage to persist for the next start: exact after `stop`, else as `persist` says. */
  save(): PersistedUsage;
  /** Rejects all waiting requests, and all that come later. Granted permits may still be ended. */
  stop(): void;
}

/** The wait ended without a grant; nothing was sent, nothing was spent. */
export class LimiterAborted extends Error {
  override readonly name = 'AbortError';

  constructor() {
    super('the wait for the rate limits was aborted');
  }
}

interface RateLimiterOptions {
  readonly clock: Clock;
  readonly overview: Limit;
  /**
   * What the last `save` or `persist` gave. Absent for an account that this client never used:
   * nothing was sent, so nothing is spent. `lost` when it existed and cannot be read: every window
   * then counts as full.
   */
  readonly usage?: PersistedUsage | 'lost' | undefined;
  /**
   * Writes the usage, synchronously: called before more is sent than the last write allows for,
   * about once in six requests, so that a crash leaves little unknown. Without it, everything since
   * the last `save` counts as full after a crash.
   */
  readonly persist?: ((usage: PersistedUsage) => void) | undefined;
}

/**
 * A crash may hide as many requests as the interactive reserve has slots. Where that could be all
 * of a window at least this long, every request is persisted.
 */
const longWindowMs = 10_000;

interface Request {
  readonly queue: EndpointQueue<Request>;
  readonly level: number;
  readonly resolve: (permit: Permit) => void;
  readonly reject: (reason: LimiterAborted) => void;
  readonly signal: AbortSignal | undefined;
  /** Set while waiting with a signal. */
  onAbort: (() => void) | undefined;
}

interface State {
  readonly clock: Clock;
  readonly tracker: UsageTracker<Request>;
  readonly reserve: InteractiveReserve;
  readonly availability: Availability;
  readonly schedule: Schedule<Request>;
  readonly waitStatus: WaitStatus;
  readonly timer: Scheduler;
  readonly persist: RateLimiterOptions['persist'];
  stopped: boolean;
  /** When the timer fires, monotonic milliseconds; `undefined` without one. */
  wakeAt: number | undefined;
  /** A dispatch is due at the end of this turn of the event loop. */
  dispatching: boolean;
  /** Requests sent since the usage was last persisted. */
  unpersisted: number;
}

/**
 * Creates the limiter of one account at one service.
 *
 * A slot frees a window after its answer arrived, or after its deadline if none came; all windows
 * of a request are taken together. Low-priority requests leave a share of the overview free for the
 * user (`interactive-reserve.ts`).
 */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { clock } = options;
  const tracker = createUsageTracker<Request>({
    clock,
    overview: options.overview,
    usage: options.usage,
  });
  const reserve = createInteractiveReserve(tracker.overview, clock.monotonic());
  const availability = createAvailability(tracker.overview, reserve);
  const state: State = {
    clock,
    tracker,
    reserve,
    availability,
    schedule: createSchedule<Request>(availability, reserve),
    waitStatus: createWaitStatus(),
    timer: createScheduler(clock),
    persist: options.persist,
    stopped: false,
    wakeAt: undefined,
    dispatching: false,
    // What is on the disk was written by an earlier run, so the first request is persisted.
    unpersisted: reserve.active,
  };

  return {
    acquire: (endpoint, priority, signal) => acquire(state, endpoint, priority, signal),
    earliest: (endpoint, priority) => earliest(state, endpoint, priority),
    available: (endpoint) => available(state, endpoint),
    pace: (endpoint) => pace(state, endpoint),
    endpoints: () => tracker.endpoints(),
    expectUser() {
      reserve.extend(clock.monotonic());
    },
    onWait: (listener) => state.waitStatus.onChange(listener),
    save: () => save(state),
    stop() {
      state.stopped = true;
      state.timer.cancel();
      for (const request of state.schedule.drain()) {
        removeAbortListener(request);
        request.reject(new LimiterAborted());
      }
      state.waitStatus.update(null, clock.now());
    },
  };
}

function acquire(
  state: State,
  endpoint: EndpointLimit,
  priority: Priority,
  signal: AbortSignal | undefined,
): Promise<Permit> {
  if (state.stopped || signal?.aborted) return Promise.reject(new LimiterAborted());
  return new Promise<Permit>((resolve, reject) => {
    const level = priorities.indexOf(priority);
    const queue = state.tracker.queueOf(endpoint);
    const request: Request = { queue, level, resolve, reject, signal, onAbort: undefined };
    const now = state.clock.monotonic();
    const { entry, first } = state.schedule.add(request, now);
    if (signal) {
      request.onAbort = () => {
        state.schedule.remove(entry);
        reject(new LimiterAborted());
        dispatch(state);
      };
      signal.addEventListener('abort', request.onAbort);
    }
    if (first) dispatch(state);
    else if (level === 0) updateWaitStatus(state, now);
  });
}

function removeAbortListener({ signal, onAbort }: Request): void {
  if (onAbort) signal?.removeEventListener('abort', onAbort);
}

/** Grants every request that can go now, and sets the timer for the next one. */
function dispatch(state: State): void {
  const { clock, schedule, timer } = state;
  const now = clock.monotonic();
  for (let next = schedule.take(now); next; next = schedule.take(now)) grant(state, next, now);
  const at = Math.max(schedule.wakeAt(now), now + 1);
  if (state.wakeAt !== at) {
    state.wakeAt = at;
    if (at === Infinity) timer.cancel();
    else {
      timer.schedule(() => {
        state.wakeAt = undefined;
        dispatch(state);
      }, at - now);
    }
  }
  updateWaitStatus(state, now);
}

/** Dispatches once for all answers that arrive together. */
function dispatchSoon(state: State): void {
  if (state.dispatching || state.schedule.waiting() === 0) return;
  state.dispatching = true;
  queueMicrotask(() => {
    state.dispatching = false;
    dispatch(state);
  });
}

function grant(state: State, request: Request, now: number): void {
  const { tracker, reserve, persist } = state;
  const { queue, level } = request;
  removeAbortListener(request);
  const slots = takeSlots(queue, queue.inOverview ? tracker.overview : tracker.exempt, now);
  if (level === 0) reserve.extend(now);
  if (persist) {
    state.unpersisted += 1;
    const hidesWindow = queue.windows.some(
      ({ ms, stated }) => ms >= longWindowMs && stated <= 2 * reserve.active,
    );
    if (state.unpersisted > reserve.active || hidesWindow) persist(save(state));
  }
  request.resolve(createPermit(state, queue, slots));
}

function createPermit(state: State, queue: EndpointQueue<Request>, slots: Slots): Permit {
  const { clock, tracker } = state;
  let held = true;
  function end(close: (now: number) => void): void {
    if (!held) return;
    held = false;
    close(clock.monotonic());
    dispatchSoon(state);
  }
  return {
    done({ status, headers }) {
      end((now) => {
        freeSlots(queue, slots, now);
        const answer = { status, headers: readLimitHeaders(headers, clock.now()) };
        tracker.adaptive.observe(queue, slots, answer, now);
      });
    },
    unsent() {
      end(() => {
        returnSlots(queue, slots);
      });
    },
    lost() {
      end((now) => {
        freeSlots(queue, slots, now);
      });
    },
  };
}

function updateWaitStatus(state: State, now: number): void {
  const { clock, schedule, waitStatus } = state;
  if (!waitStatus.hasListeners()) return;
  const at = schedule.userWaitsUntil(now);
  waitStatus.update(at === undefined ? null : toUnix(state, at, now), clock.now());
}

function toUnix({ clock }: State, at: number, now: number): number {
  return clock.now() + Math.max(0, at - now);
}

function earliest(state: State, endpoint: EndpointLimit, priority: Priority): number {
  const { clock, tracker, availability, schedule } = state;
  const queue = tracker.queueOf(endpoint);
  const level = priorities.indexOf(priority);
  const now = clock.monotonic();
  const ahead = { onEndpoint: waitingIn(queue, level), overall: schedule.waiting(level) };
  return toUnix(state, availability.opensAt(queue, level, now, ahead), now);
}

const lowestLevel = priorities.length - 1;

function available(state: State, endpoint: EndpointLimit): number {
  const { clock, tracker, reserve, schedule } = state;
  const queue = tracker.queueOf(endpoint);
  const now = clock.monotonic();
  const waiting = waitingIn(queue);
  const free = (window: LimitWindow) =>
    window.available(now, reserve.reserved(lowestLevel, window, now));
  const own = queue.windows.map((window) => free(window) - waiting);
  const overall = queue.inOverview ? free(tracker.overview) - schedule.waiting() : Infinity;
  return Math.max(0, Math.min(overall, ...own));
}

function pace(
  state: State,
  endpoint: EndpointLimit,
): { readonly own: number; readonly overall: number | null } {
  const { clock, tracker, reserve } = state;
  const queue = tracker.queueOf(endpoint);
  const now = clock.monotonic();
  const interval = (window: LimitWindow) =>
    window.interval(now, reserve.reserved(lowestLevel, window, now));
  return {
    own: Math.max(0, ...queue.windows.map(interval)),
    overall: queue.inOverview ? interval(tracker.overview) : null,
  };
}

function save(state: State): PersistedUsage {
  state.unpersisted = 0;
  const ahead = state.stopped ? 0 : state.persist ? state.reserve.active : null;
  return state.tracker.save(ahead);
}
