import { readLimitHeaders } from './headers.ts';
import {
  createLane,
  freeSlots,
  returnSlots,
  takeSlots,
  type Lane,
  type Route,
  type Slots,
} from './endpoint-queue.ts';
import { createLearning } from './adaptive-limits.ts';
import {
  LimiterAborted,
  type Permit,
  type RateLimiter,
  type RateLimiterOptions,
} from './limiter.ts';
import { memorize, recall, type LimiterMemory } from './persisted-usage.ts';
import { modest, priorities } from './priority.ts';
import { createSchedule } from './schedule.ts';
import { createWaitNotice } from './wait-notice.ts';
import { createWindow, type Window } from './window.ts';

/** How long a person is expected to go on after an action. */
const personMs = 120_000;
/** Windows at least this long whose whole limit a crash might hide are kept at every request. */
const longMs = 10_000;

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
  const { clock, keep, memory } = options;
  const started = clock.monotonic();
  const lanes = new Map<string, Lane<Request>>();
  const overview = createWindow(options.overview);
  const apart = createWindow({ max: Number.MAX_SAFE_INTEGER, windowS: options.overview.windowS });
  const learning = createLearning(overview, apart, () => lanes.values());
  const reserve = {
    acting: Math.ceil(options.overview.max / 10),
    idle: Math.max(1, Math.floor(options.overview.max / 60)),
  };
  let personUntil = started + personMs;
  let stopped = false;
  let pumping = false;
  /** What is on the disk was written by an earlier run: the first request has to be kept. */
  let sinceKept = reserve.acting;
  let wake: { readonly at: number; readonly cancel: () => void } | undefined;

  const schedule = createSchedule<Request>({
    overview,
    spare,
    changesAt: (now) => (now < personUntil ? personUntil : Infinity),
  });
  const notice = createWaitNotice();

  const past = memory === 'lost' ? undefined : memory && recall(memory, clock.now());
  const unknown = past ? (past.ahead ?? Infinity) : memory === undefined ? 0 : Infinity;
  overview.restore(past?.overview, unknown, started);
  apart.restore(past?.apart, 0, started);
  if (past?.trusting === false) learning.distrust();

  function laneOf(route: Route): Lane<Request> {
    const known = lanes.get(route.id);
    if (known) return known;
    const lane = createLane<Request>(route, priorities.length);
    lane.own.forEach((window, at) => {
      window.restore(past?.routes[route.id]?.[at], unknown, started);
    });
    lane.inOverview = !(past?.outside.includes(route.id) ?? false);
    lanes.set(route.id, lane);
    return lane;
  }

  /** What a priority must leave free in a window. */
  function spare(level: number, window: Window, now: number): number {
    if (level < modest) return 0;
    const forPerson = now < personUntil ? reserve.acting : reserve.idle;
    return Math.max(window === overview ? forPerson : 0, window.caution(now));
  }

  const toUnix = (at: number, now: number) => clock.now() + Math.max(0, at - now);

  function pump(): void {
    if (stopped) return;
    const now = clock.monotonic();
    for (let next = schedule.take(now); next; next = schedule.take(now)) grant(next, now);
    const at = Math.max(schedule.wakeAt(now), now + 1);
    if (wake?.at !== at) {
      wake?.cancel();
      const cancel = at === Infinity ? () => undefined : clock.after(at - now, onWake);
      wake = { at, cancel };
    }
    tell(now);
  }

  /** Looks once for all answers that arrive together. */
  function pumpSoon(): void {
    if (pumping || schedule.waiting() === 0) return;
    pumping = true;
    queueMicrotask(() => {
      pumping = false;
      pump();
    });
  }

  function onWake(): void {
    wake = undefined;
    pump();
  }

  function grant(request: Request, now: number): void {
    const { lane, level, signal, abort } = request;
    if (abort) signal?.removeEventListener('abort', abort);
    const slots = takeSlots(lane, lane.inOverview ? overview : apart, now);
    if (level === 0) personUntil = now + personMs;
    if (keep) {
      sinceKept += 1;
      const rare = lane.own.some(({ ms, stated }) => ms >= longMs && stated <= 2 * reserve.acting);
      if (sinceKept > reserve.acting || rare) keep(save());
    }
    request.resolve(permit(lane, slots));
  }

  function permit(lane: Lane<Request>, slots: Slots): Permit {
    let held = true;
    function end(close: (now: number) => void): void {
      if (!held) return;
      held = false;
      close(clock.monotonic());
      pumpSoon();
    }
    return {
      done(answer) {
        end((now) => {
          freeSlots(lane, slots, now);
          const facts = readLimitHeaders(answer.headers, clock.now());
          learning.hear(lane, slots, answer.status, facts, now);
        });
      },
      unsent() {
        end(() => {
          returnSlots(lane, slots);
        });
      },
      lost() {
        end((now) => {
          freeSlots(lane, slots, now);
        });
      },
    };
  }

  function tell(now: number): void {
    if (!notice.heard()) return;
    const at = schedule.personAt(now);
    notice.tell(at === undefined ? null : toUnix(at, now), clock.now());
  }

  function save(): LimiterMemory {
    sinceKept = 0;
    return memorize({
      savedAt: clock.now(),
      ahead: stopped ? 0 : keep ? reserve.acting : null,
      now: clock.monotonic(),
      overview,
      apart,
      lanes: [...lanes.values()],
      trusting: learning.trusting(),
      past: past && { memory: past, since: started },
    });
  }

  return {
    acquire(route, priority, signal) {
      if (stopped || signal?.aborted) return Promise.reject(new LimiterAborted());
      return new Promise<Permit>((resolve, reject) => {
        const level = priorities.indexOf(priority);
        const lane = laneOf(route);
        const request: Request = { lane, level, resolve, reject, signal, abort: undefined };
        const now = clock.monotonic();
        const { entry, first } = schedule.add(request, now);
        if (signal) {
          request.abort = () => {
            schedule.remove(entry);
            reject(new LimiterAborted());
            pump();
          };
          signal.addEventListener('abort', request.abort, { once: true });
        }
        if (first) pump();
        else if (level === 0) tell(now);
      });
    },
    earliest(route, priority) {
      const lane = laneOf(route);
      const level = priorities.indexOf(priority);
      const now = clock.monotonic();
      const inLane = lane.queues.slice(0, level + 1).reduce((sum, { length }) => sum + length, 0);
      return toUnix(schedule.opensAt(lane, level, now, inLane, schedule.waiting(level)), now);
    },
    room(route) {
      const lane = laneOf(route);
      const now = clock.monotonic();
      const inLane = lane.queues.reduce((sum, { length }) => sum + length, 0);
      const left = (window: Window) => window.room(now, spare(modest, window, now));
      const own = lane.own.map((window) => left(window) - inLane);
      const wide = lane.inOverview ? left(overview) - schedule.waiting() : Infinity;
      return Math.max(0, Math.min(wide, ...own));
    },
    pace(route) {
      const lane = laneOf(route);
      const now = clock.monotonic();
      const every = (window: Window) => window.pace(now, spare(modest, window, now));
      return {
        own: Math.max(0, ...lane.own.map(every)),
        overall: lane.inOverview ? every(overview) : null,
      };
    },
    routes: () => [...lanes.values()].map(({ route }) => route),
    expectPerson() {
      personUntil = clock.monotonic() + personMs;
    },
    onWait: (listener) => notice.listen(listener),
    save,
    stop() {
      stopped = true;
      wake?.cancel();
      for (const { signal, abort, reject } of schedule.drain()) {
        if (abort) signal?.removeEventListener('abort', abort);
        reject(new LimiterAborted());
      }
      notice.tell(null, clock.now());
    },
  };
}
