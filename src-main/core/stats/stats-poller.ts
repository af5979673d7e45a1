import { z } from 'zod';
import { api } from '#contract/api/index.ts';
import { ServerSample, type ServerStats } from '#contract/ipc/stats.ts';
import type { Failure, Result } from '#contract/failure.ts';
import type { ServerStatistics } from '#contract/records/shared.ts';
import { accountBounds } from '#core/api/account-bounds.ts';
import type { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import type { Priority } from '#core/api/limits/priority.ts';
import type { Clock, Random } from '#core/kernel/ports.ts';
import { createScheduler, type Scheduler } from '#core/kernel/scheduler.ts';
import { StoredFailure } from '#core/kernel/stored-failure.ts';
import type { SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import {
  failedSample,
  looksSame,
  sampleOf,
  statsEndpoints,
  type StatsEndpointId,
  type StatsRequest,
} from './sample.ts';

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
  /** The servers whose samples outlive the run; `undefined` while not all of them are known. */
  readonly servers: () => readonly string[] | undefined;
  readonly vault: SealedVault;
  readonly publish: (stats: readonly ServerStats[]) => void;
}

const saveIntervalMs = 10_000;
const StoredSamples = z.array(ServerSample.extend({ failure: z.exactOptional(StoredFailure) }));

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
/** A server never seen is polled at once while the interval between polls is no longer than this. */
const sparseMs = 2000;
/** With a longer interval than this, a last free slot is left for the focused server. */
const scarceMs = 1500;
/** When a server that left its slot to the focused one tries again. */
const retryMs = 1000;
/** Poll 10 % faster than the sustained limit, so that the limiter is the bottleneck. */
const eagerness = 0.9;

interface Polled {
  readonly server: string;
  /** When it was last requested, and when it is due; monotonic milliseconds. */
  requestedAt: number;
  dueAt: number;
  failures: number;
  inFlight: AbortController | undefined;
  /** Until when an endpoint is known not to answer for this server. */
  readonly wrongUntil: Map<StatsEndpointId, number>;
}

/** When requests may go to one endpoint, worked out once a round; monotonic milliseconds. */
interface EndpointTiming {
  readonly available: number;
  /** When one could go at all, and when one should for an even flow. */
  readonly opensAt: number;
  readonly evenAt: number;
  /** The interval that the overview wants; `null` when it does not count the endpoint. */
  readonly overallInterval: number | null;
}

/**
 * Keeps the statistics of what is on screen as fresh as the limits allow: one request per distinct
 * server, to the endpoint with the most free slots, the focused server first, then the one that was
 * requested longest ago. Samples are published when they change, or for their age once a minute; a
 * failure keeps the old values. The newest are stored for the next run.
 */
export class StatsPoller {
  readonly #options: StatsPollerOptions;
  readonly #timer: Scheduler;
  readonly #saving: Scheduler;
  #saved: readonly ServerStats[] = [];
  readonly #samples = new Map<string, ServerStats>();
  readonly #published = new Map<string, ServerStats>();
  readonly #known = new Map<string, Polled>();
  /** When requests were last sent, for an even flow; monotonic milliseconds. */
  readonly #sentAt = new Map<StatsEndpointId, number>();
  #overallSentAt = -Infinity;
  #watched: readonly Polled[] = [];
  #focus: string | null = null;
  #active = true;
  #stopped = false;
  #resumeAt = -Infinity;

  constructor(options: StatsPollerOptions) {
    this.#options = options;
    this.#timer = createScheduler(options.clock);
    this.#saving = createScheduler(options.clock);
    for (const sample of options.vault.read('stats', 'newest', StoredSamples) ?? [])
      this.#samples.set(sample.server, sample);
    this.#saving.repeat(() => this.#save(), saveIntervalMs);
  }

  /** Sets which servers are on screen and which one is focused; answers with what is known. */
  watch(servers: readonly string[], focus: string | null): readonly ServerStats[] {
    const onScreen = new Set(focus === null ? servers : [focus, ...servers]);
    this.#focus = focus;
    this.#watched = [...onScreen].map((server) => this.#polled(server));
    const focused = focus === null ? undefined : this.#known.get(focus);
    if (focused?.failures === 0) {
      focused.dueAt = Math.min(focused.dueAt, focused.requestedAt + focusIntervalMs);
    }
    for (const [server, polled] of this.#known) {
      if (!onScreen.has(server)) polled.inFlight?.abort();
    }
    this.#poll();
    const samples = [...onScreen].flatMap((server) => this.#samples.get(server) ?? []);
    for (const sample of samples) this.#published.set(sample.server, sample);
    return samples;
  }

  /** `false` while hidden, asleep or offline: nothing is requested. */
  setActive(active: boolean): void {
    if (this.#active === active) return;
    const { clock, random } = this.#options;
    this.#active = active;
    if (active) this.#resumeAt = clock.monotonic() + random.unit() * resumeMs;
    else this.#abortAll();
    this.#poll();
  }

  snapshot(server: string): ServerStats | undefined {
    return this.#samples.get(server);
  }

  /** Requests a server's statistics now, whether or not it is on screen. */
  request(server: string, request: StatsRequest): void {
    const polled = this.#polled(server);
    if (!polled.inFlight) this.#send(polled, request, this.#options.clock.monotonic());
  }

  stop(): void {
    this.#stopped = true;
    this.#saving.cancel();
    this.#save();
    this.#timer.cancel();
    this.#abortAll();
  }

  #save(): void {
    const { servers, vault } = this.#options;
    const newest = servers()?.flatMap((server) => this.snapshot(server) ?? []) ?? this.#saved;
    const isSame = newest.length === this.#saved.length;
    if (isSame && newest.every((sample, at) => sample === this.#saved[at])) return;
    vault.write([{ purpose: 'stats', name: 'newest', value: newest }]);
    this.#saved = newest;
  }

  #abortAll(): void {
    for (const polled of this.#known.values()) polled.inFlight?.abort();
  }

  #polled(server: string): Polled {
    const found = this.#known.get(server);
    if (found) return found;
    const { clock } = this.#options;
    const age = clock.now() - (this.#samples.get(server)?.fetchedAt ?? 0);
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
    this.#known.set(server, polled);
    return polled;
  }

  #poll(): void {
    this.#timer.cancel();
    if (this.#stopped || !this.#active) return;
    const now = this.#options.clock.monotonic();
    let at = this.#resumeAt;
    for (let sent = 0; at <= now && sent <= this.#watched.length; sent += 1)
      at = this.#pollOne(now);
    if (at === Infinity) return;
    // Other requests may have taken the slots since: never again within the same millisecond.
    this.#timer.schedule(() => this.#poll(), Math.max(1, at - now));
  }

  /** Sends one request if one should go now; answers when to try again, monotonic milliseconds. */
  #pollOne(now: number): number {
    const timings = new Map(statsEndpoints.map((id) => [id, this.#timing(id, now)]));
    const urgency = ({ server, requestedAt }: Polled) =>
      server === this.#focus ? -Infinity : requestedAt;
    const byUrgency = this.#watched.toSorted((a, b) => urgency(a) - urgency(b));
    let soonest = Infinity;
    for (const polled of byUrgency) {
      if (polled.inFlight) continue;
      let best: { readonly request: StatsRequest; readonly timing: EndpointTiming } | undefined;
      for (const request of this.#usableRequests(polled, now)) {
        const timing = timings.get(request.id);
        if (!timing) continue;
        const at = this.#pollAt(polled, timing, now);
        soonest = Math.min(soonest, at);
        if (at > now || timing.available <= (best?.timing.available ?? 0)) continue;
        best = { request, timing };
      }
      if (!best) continue;
      if (best.timing.overallInterval !== null) this.#overallSentAt = now;
      this.#send(polled, best.request, now);
      return now;
    }
    return soonest;
  }

  #timing(id: StatsEndpointId, now: number): EndpointTiming {
    const { limiter, clock } = this.#options;
    const { own, overall } = limiter.pace(api[id]);
    const evenOwn = (this.#sentAt.get(id) ?? -Infinity) + own * eagerness;
    const evenOverall = overall === null ? -Infinity : this.#overallSentAt + overall * eagerness;
    return {
      available: limiter.available(api[id]),
      opensAt: now + Math.max(0, limiter.earliest(api[id], 'background') - clock.now()),
      evenAt: Math.max(evenOwn, evenOverall),
      overallInterval: overall,
    };
  }

  /** When to poll a server, monotonic ms; the focused and new ones do not wait. */
  #pollAt(
    { server, dueAt, failures }: Polled,
    { available, opensAt, evenAt, overallInterval }: EndpointTiming,
    now: number,
  ): number {
    const isFocused = server === this.#focus;
    const isNew = (this.#samples.get(server)?.fetchedAt ?? 0) === 0 && failures === 0;
    const interval = overallInterval ?? 0;
    const isScarce = available < 2 && interval > scarceMs;
    if (isScarce && this.#focus !== null && !isFocused) return Math.max(dueAt, now + retryMs);
    const atOnce = isFocused || (isNew && interval <= sparseMs);
    return Math.max(dueAt, opensAt, atOnce ? -Infinity : evenAt);
  }

  /** The requests for a server, without endpoints that do not know it while there is another. */
  #usableRequests({ server, wrongUntil }: Polled, now: number): readonly StatsRequest[] {
    const requests = this.#options.requestsFor(server);
    const right = requests.filter(({ id }) => (wrongUntil.get(id) ?? -Infinity) <= now);
    return right.length > 0 ? right : requests;
  }

  #send(polled: Polled, request: StatsRequest, now: number): void {
    const control = new AbortController();
    const priority = polled.server === this.#focus ? 'on-screen' : 'background';
    polled.inFlight = control;
    polled.requestedAt = now;
    this.#sentAt.set(request.id, now);
    void this.#options.fetch(request, priority, control.signal).then((result) => {
      polled.inFlight = undefined;
      if (this.#stopped) return;
      if (result.ok) this.#succeeded(polled, result.value);
      else if (result.failure.kind !== 'aborted') {
        this.#failed(polled, request.id, result.failure);
      }
      this.#poll();
    });
  }

  #succeeded(polled: Polled, answer: ServerStatistics): void {
    const { clock, random } = this.#options;
    const { server } = polled;
    polled.failures = 0;
    // The focused one keeps its step: its slot of a limit of 3 per 5 s then frees just as it is due.
    const interval =
      server === this.#focus ? focusIntervalMs : otherIntervalMs + random.unit() * jitterMs;
    polled.dueAt = polled.requestedAt + interval;
    this.#publish(sampleOf(server, answer, this.#samples.get(server), clock.now()));
  }

  #failed(polled: Polled, id: StatsEndpointId, failure: Failure): void {
    const { clock, random } = this.#options;
    const now = clock.monotonic();
    polled.failures += 1;
    const backoff = Math.min(longestBackoffMs, firstBackoffMs * 2 ** (polled.failures - 1));
    const retryAfterMs = (failure.retryAt ?? 0) - clock.now();
    polled.dueAt = now + Math.max(backoff * (0.75 + random.unit() / 2), retryAfterMs);
    if (failure.kind === 'not-found' || failure.kind === 'forbidden') {
      polled.wrongUntil.set(id, now + wrongEndpointMs);
    }
    this.#publish(failedSample(polled.server, failure, this.#samples.get(polled.server)));
  }

  /** A service may name other servers at every refresh. */
  #forgetOldest(): void {
    for (const oldest of this.#samples.keys()) {
      if (this.#samples.size <= accountBounds.samples) return;
      for (const known of [this.#samples, this.#published, this.#known]) known.delete(oldest);
    }
  }

  #publish(sample: ServerStats): void {
    const before = this.#published.get(sample.server);
    this.#samples.delete(sample.server);
    this.#samples.set(sample.server, sample);
    this.#forgetOldest();
    if (before) {
      const age = sample.fetchedAt - before.fetchedAt;
      if (age >= 0 && age < republishMs && looksSame(before, sample)) return;
    }
    this.#published.set(sample.server, sample);
    this.#options.publish([sample]);
  }
}
