import type { ServerStats } from '#contract/ipc/stats.ts';
import type { Failure, Result } from '#contract/failure.ts';
import type { ServerStatistics } from '#contract/records/shared.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { Priority } from '#core/limits/priority.ts';
import type { Clock, Random } from '#core/ports.ts';
import { createScheduler, type Scheduler } from '#core/scheduler.ts';
import { assign } from './assignment.ts';
import { endpointTimings, pollAt, type LastSent } from './poll-timing.ts';
import { failedSample, looksSame, sampleOf } from './sample.ts';
import type { StatsEndpointId, StatsRequest } from './stats-sources.ts';

/** Keeps the statistics of the servers on screen up to date. */
export interface StatsPoller {
  /** Sets which servers are on screen and which one is focused; answers with what is known. */
  watch(servers: readonly string[], focus: string | null): readonly ServerStats[];
  /** `false` while hidden, asleep, offline or saving the battery: nothing is requested. */
  setActive(active: boolean): void;
  snapshot(server: string): ServerStats | undefined;
  /** Takes over samples of an earlier run; newer ones stay. */
  restore(stats: readonly ServerStats[]): void;
  stop(): void;
}

interface StatsPollerOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly limiter: Pick<RateLimiter, 'available' | 'earliest' | 'pace'>;
  /** The requests that answer with a server's statistics; any of them gives the same. */
  readonly requestsFor: (server: string) => readonly StatsRequest[];
  /** Sends a request within the limits. `signal` aborts when the result is no longer needed. */
  readonly fetch: (
    request: StatsRequest,
    priority: Priority,
    signal: AbortSignal,
  ) => Promise<Result<ServerStatistics>>;
  /** Receives samples that changed. */
  readonly publish: (stats: readonly ServerStats[]) => void;
}

/** The interval between polls of one server, milliseconds: the focused one, and the others. */
const focusIntervalMs = 5000;
const otherIntervalMs = 10_000;
/** Random delay of a poll, so that clients do not fall into step. */
const jitterMs = 500;
/** After becoming active the first poll waits up to this long. */
const resumeMs = 1000;
/** After a failure a server is left alone, twice as long each time. */
const firstBackoffMs = 5000;
const longestBackoffMs = 60_000;
/** An endpoint that does not know the server is not used for it while there is another. */
const wrongEndpointMs = 600_000;
/** Unchanged values are published again after this, for their age. */
const republishMs = 60_000;

interface Polled {
  readonly server: string;
  /** When it was last requested, and when it is due; monotonic milliseconds. */
  requestedAt: number;
  dueAt: number;
  /** Failures since the last success. */
  failures: number;
  inFlight: AbortController | undefined;
  /** Until when an endpoint is known not to answer for this server. */
  readonly wrongUntil: Map<StatsEndpointId, number>;
}

interface State {
  readonly options: StatsPollerOptions;
  readonly timer: Scheduler;
  readonly samples: Map<string, ServerStats>;
  readonly published: Map<string, ServerStats>;
  readonly lastSent: LastSent;
  /** Every server that was ever watched. */
  readonly known: Map<string, Polled>;
  watched: readonly Polled[];
  focus: string | null;
  active: boolean;
  stopped: boolean;
  resumeAt: number;
}

/**
 * Keeps the statistics of what is on screen as fresh as the limits allow: one request per distinct
 * server, to the endpoint with the most free slots, the focused server first, then the one that was
 * requested longest ago. Samples are published when they change, or for their age once a minute; a
 * failure keeps the old values.
 */
export function createStatsPoller(options: StatsPollerOptions): StatsPoller {
  const state: State = {
    options,
    timer: createScheduler(options.clock),
    samples: new Map(),
    published: new Map(),
    lastSent: { byEndpoint: new Map(), overall: -Infinity },
    known: new Map(),
    watched: [],
    focus: null,
    active: true,
    stopped: false,
    resumeAt: -Infinity,
  };
  return {
    watch: (servers, focus) => watch(state, servers, focus),
    setActive(active) {
      setActive(state, active);
    },
    snapshot: (server) => state.samples.get(server),
    restore(stats) {
      for (const sample of stats) {
        const before = state.samples.get(sample.server)?.fetchedAt ?? -1;
        if (before < sample.fetchedAt) state.samples.set(sample.server, sample);
      }
    },
    stop() {
      state.stopped = true;
      state.timer.cancel();
      for (const polled of state.known.values()) polled.inFlight?.abort();
    },
  };
}

function watch(
  state: State,
  servers: readonly string[],
  focus: string | null,
): readonly ServerStats[] {
  const onScreen = new Set(focus === null ? servers : [focus, ...servers]);
  state.focus = focus;
  state.watched = [...onScreen].map((server) => polledServer(state, server));
  const focused = focus === null ? undefined : state.known.get(focus);
  if (focused?.failures === 0) {
    focused.dueAt = Math.min(focused.dueAt, focused.requestedAt + focusIntervalMs);
  }
  for (const [server, polled] of state.known) {
    if (!onScreen.has(server)) polled.inFlight?.abort();
  }
  poll(state);
  const samples = [...onScreen].flatMap((server) => state.samples.get(server) ?? []);
  for (const sample of samples) state.published.set(sample.server, sample);
  return samples;
}

function setActive(state: State, active: boolean): void {
  const { clock, random } = state.options;
  if (state.active === active) return;
  state.active = active;
  if (active) state.resumeAt = clock.monotonic() + random.unit() * resumeMs;
  else for (const polled of state.known.values()) polled.inFlight?.abort();
  poll(state);
}

function polledServer(state: State, server: string): Polled {
  const found = state.known.get(server);
  if (found) return found;
  const { clock } = state.options;
  const age = clock.now() - (state.samples.get(server)?.fetchedAt ?? 0);
  // The clock was set back: how old the sample is cannot be known, so it counts as stale.
  const requestedAt = clock.monotonic() - (age < 0 ? otherIntervalMs : age);
  const polled: Polled = {
    server,
    requestedAt,
    dueAt: requestedAt + otherIntervalMs,
    failures: 0,
    inFlight: undefined,
    wrongUntil: new Map(),
  };
  state.known.set(server, polled);
  return polled;
}

/** Sends every request that should go now, and sets the timer for the next one. */
function poll(state: State): void {
  const { timer, watched } = state;
  timer.cancel();
  if (state.stopped || !state.active) return;
  const now = state.options.clock.monotonic();
  let at = state.resumeAt;
  for (let sent = 0; at <= now && sent <= watched.length; sent += 1) at = pollOne(state, now);
  if (at === Infinity) return;
  // Other requests may have taken the slots since: never again within the same millisecond.
  timer.schedule(
    () => {
      poll(state);
    },
    Math.max(1, at - now),
  );
}

/** Sends one request if one should go now; answers when to try again, monotonic milliseconds. */
function pollOne(state: State, now: number): number {
  const { options, lastSent } = state;
  const timings = endpointTimings(options.limiter, options.clock, lastSent, now);
  const { ready, soonest } = readyServers(state, timings, now);
  const assigned = assign(
    ready.map(({ requests }) => requests.map(({ id }) => id)),
    new Map([...timings].map(([id, { available }]) => [id, available])),
  );
  const index = assigned.findIndex((id) => id !== undefined);
  const next = ready[index];
  const request = next?.requests.find(({ id }) => id === assigned[index]);
  if (!next || !request) return soonest;
  if (timings.get(request.id)?.overallInterval !== null) lastSent.overall = now;
  send(state, next.polled, request, now);
  return now;
}

interface ReadyServer {
  readonly polled: Polled;
  readonly requests: readonly StatsRequest[];
}

/** The servers that should be polled now, most urgent first, and when the next should. */
function readyServers(
  state: State,
  timings: ReturnType<typeof endpointTimings>,
  now: number,
): { readonly ready: readonly ReadyServer[]; readonly soonest: number } {
  let soonest = Infinity;
  const ready: ReadyServer[] = [];
  for (const polled of state.watched) {
    if (polled.inFlight) continue;
    const { server, dueAt, failures } = polled;
    const isNew = (state.samples.get(server)?.fetchedAt ?? 0) === 0 && failures === 0;
    const timed = { dueAt, isNew, isFocused: server === state.focus };
    const requests = usableRequests(state, polled, now).filter(({ id }) => {
      const timing = timings.get(id);
      const at = timing ? pollAt(timed, state.focus !== null, timing, now) : Infinity;
      soonest = Math.min(soonest, at);
      return at <= now;
    });
    if (requests.length > 0) ready.push({ polled, requests });
  }
  const urgency = ({ polled }: ReadyServer) =>
    polled.server === state.focus ? -Infinity : polled.requestedAt;
  ready.sort((a, b) => urgency(a) - urgency(b));
  return { ready, soonest };
}

/** The requests for a server, without endpoints that do not know it while there is another. */
function usableRequests(
  { options }: State,
  { server, wrongUntil }: Polled,
  now: number,
): readonly StatsRequest[] {
  const requests = options.requestsFor(server);
  const right = requests.filter(({ id }) => (wrongUntil.get(id) ?? -Infinity) <= now);
  return right.length > 0 ? right : requests;
}

function send(state: State, polled: Polled, request: StatsRequest, now: number): void {
  const control = new AbortController();
  const priority = polled.server === state.focus ? 'on-screen' : 'background';
  polled.inFlight = control;
  polled.requestedAt = now;
  state.lastSent.byEndpoint.set(request.id, now);
  void state.options.fetch(request, priority, control.signal).then((result) => {
    polled.inFlight = undefined;
    if (state.stopped) return;
    if (result.ok) settleSuccess(state, polled, result.value);
    else if (result.failure.kind !== 'aborted') {
      settleFailure(state, polled, request.id, result.failure);
    }
    poll(state);
  });
}

function settleSuccess(state: State, polled: Polled, answer: ServerStatistics): void {
  const { clock, random } = state.options;
  const { server } = polled;
  polled.failures = 0;
  // The focused one keeps its step: its slot of a limit of 3 per 5 s then frees just as it is due.
  const interval =
    server === state.focus ? focusIntervalMs : otherIntervalMs + random.unit() * jitterMs;
  polled.dueAt = polled.requestedAt + interval;
  publish(state, sampleOf(server, answer, state.samples.get(server), clock.now()));
}

function settleFailure(state: State, polled: Polled, id: StatsEndpointId, failure: Failure): void {
  const { clock, random } = state.options;
  const now = clock.monotonic();
  polled.failures += 1;
  const backoff = Math.min(longestBackoffMs, firstBackoffMs * 2 ** (polled.failures - 1));
  const retryMs = (failure.retryAt ?? 0) - clock.now();
  polled.dueAt = now + Math.max(backoff * (0.75 + random.unit() / 2), retryMs);
  if (failure.kind === 'not-found' || failure.kind === 'forbidden') {
    polled.wrongUntil.set(id, now + wrongEndpointMs);
  }
  publish(state, failedSample(polled.server, failure, state.samples.get(polled.server)));
}

function publish(state: State, sample: ServerStats): void {
  const { samples, published, options } = state;
  const before = published.get(sample.server);
  samples.set(sample.server, sample);
  if (before) {
    const age = sample.fetchedAt - before.fetchedAt;
    if (age >= 0 && age < republishMs && looksSame(before, sample)) return;
  }
  published.set(sample.server, sample);
  options.publish([sample]);
}
