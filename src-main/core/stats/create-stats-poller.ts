import { api } from '#contract/api/index.ts';
import type { ServerStats } from '#contract/ipc/stats.ts';
import { fail, type Result } from '#contract/failure.ts';
import { assign } from './assignment.ts';
import { failed, looksSame, sampled } from './sample.ts';
import {
  statsRoutes,
  type StatsPoller,
  type StatsPollerOptions,
  type StatsRouteId,
  type StatsSource,
} from './stats-poller.ts';

/** No server is asked more often, milliseconds: the one looked at, and the others. */
const focusEveryMs = 5000;
const otherEveryMs = 10_000;
/** Requests are spread by chance over this much, so that devices do not fall into step. */
const jitterMs = 500;
/** After coming back the first request waits up to this long. */
const resumeMs = 1000;
/** A server never seen is asked at once, until those to come would be further apart than this. */
const sparseMs = 2000;
/** Further apart than this, a last slot is left for the one looked at. */
const scarceMs = 1500;
const lookAgainMs = 1000;
/** Slightly faster than the limits allow for ever, so that it is they that decide. */
const eager = 0.9;
/** After a failure a server rests, twice as long each time. */
const firstRestMs = 5000;
const longestRestMs = 60_000;
/** A way that does not lead to the server is left alone for so long while there is another. */
const wrongWayMs = 600_000;
/** Equal values are told again after so long, for their age. */
const ageMs = 60_000;

interface Watched {
  readonly server: string;
  /** Monotonic milliseconds of the last request, and before when there may be no other. */
  askedAt: number;
  dueAt: number;
  failures: number;
  asking: AbortController | undefined;
  /** Until when a route is no way to this server. */
  readonly wrong: Map<StatsRouteId, number>;
}

/** When requests may go over one route, worked out once a round. */
interface Way {
  room: number;
  /** When one could go at all, and when one should for an even flow; monotonic milliseconds. */
  readonly opensAt: number;
  readonly evenAt: number;
  readonly overall: number | null;
}

/**
 * Keeps the statistics of what is on screen as fresh as the limits allow: one request a distinct
 * server, through whichever route reaches it with the most room left, the one looked at first, then
 * the oldest. Values are published when they change, or for their age once a minute; a failure
 * leaves the old values standing.
 */
export function createStatsPoller(options: StatsPollerOptions): StatsPoller {
  const { clock, random, limiter } = options;
  const samples = new Map<string, ServerStats>();
  const published = new Map<string, ServerStats>();
  const lastSent = new Map<StatsRouteId, number>();
  let lastOverall = -Infinity;
  /** All that were ever watched, and which are now. */
  const entries = new Map<string, Watched>();
  let watched: readonly Watched[] = [];
  let focus: string | null = null;
  let active = true;
  let stopped = false;
  let resumeAt = -Infinity;
  let cancelTimer: () => void = () => undefined;

  function entryOf(server: string): Watched {
    const fetchedAt = samples.get(server)?.fetchedAt ?? 0;
    const askedAt = clock.monotonic() - (clock.now() - fetchedAt);
    const entry = entries.get(server) ?? {
      server,
      askedAt,
      dueAt: askedAt + otherEveryMs,
      failures: 0,
      asking: undefined,
      wrong: new Map(),
    };
    entries.set(server, entry);
    return entry;
  }

  function publish(next: ServerStats): void {
    const before = published.get(next.server);
    samples.set(next.server, next);
    const old = before === undefined || next.fetchedAt - before.fetchedAt >= ageMs;
    if (!old && looksSame(before, next)) return;
    published.set(next.server, next);
    options.publish([next]);
  }

  function wayOf(id: StatsRouteId, now: number): Way {
    const { own, overall } = limiter.pace(api[id]);
    const opensAt = now + Math.max(0, limiter.earliest(api[id], 'on-screen') - clock.now());
    const even = (lastSent.get(id) ?? -Infinity) + own * eager;
    const evenOverall = overall === null ? -Infinity : lastOverall + overall * eager;
    return { room: limiter.available(api[id]), opensAt, evenAt: Math.max(even, evenOverall), overall };
  }

  /** When the request should go: the one looked at and the never seen do not wait for evenness. */
  function goesAt(entry: Watched, way: Way, now: number): number {
    const unseen = (samples.get(entry.server)?.fetchedAt ?? 0) === 0 && entry.failures === 0;
    const looked = entry.server === focus;
    const scarce = way.room < 2 && (way.overall ?? 0) > scarceMs;
    if (scarce && focus !== null && !looked) return Math.max(entry.dueAt, now + lookAgainMs);
    const atOnce = looked || (unseen && (way.overall ?? 0) <= sparseMs);
    return Math.max(entry.dueAt, way.opensAt, atOnce ? -Infinity : way.evenAt);
  }

  function waysTo(entry: Watched, now: number): StatsSource['routes'] {
    const routes = options.sources(entry.server)?.routes ?? [];
    const right = routes.filter(({ id }) => (entry.wrong.get(id) ?? -Infinity) <= now);
    return right.length > 0 ? right : routes;
  }

  /** Sends one request if one should go now; tells when to look again, monotonic milliseconds. */
  function round(now: number): number {
    const ways = new Map(statsRoutes.map((id) => [id, wayOf(id, now)]));
    let soonest = Infinity;
    const ready: { readonly entry: Watched; readonly open: StatsSource['routes'] }[] = [];
    for (const entry of watched) {
      if (entry.asking) continue;
      const open = waysTo(entry, now).filter(({ id }) => {
        const way = ways.get(id);
        const at = way ? goesAt(entry, way, now) : Infinity;
        soonest = Math.min(soonest, at);
        return at <= now;
      });
      if (open.length > 0) ready.push({ entry, open });
    }
    ready.sort(({ entry: a }, { entry: b }) => urgency(a) - urgency(b));
    const given = assign(
      ready.map(({ open }) => open.map(({ id }) => id)),
      new Map([...ways].map(([id, way]) => [id, way.room])),
    );
    const first = given.findIndex((id) => id !== undefined);
    const next = ready[first];
    const way = next?.open.find(({ id }) => id === given[first]);
    if (!next || !way) return soonest;
    if (ways.get(way.id)?.overall !== null) lastOverall = now;
    ask(next.entry, way, now);
    return now;
  }

  /** The one looked at comes first, then whoever was asked longest ago. */
  function urgency(entry: Watched): number {
    return entry.server === focus ? -Infinity : entry.askedAt;
  }

  function pump(): void {
    cancelTimer();
    cancelTimer = () => undefined;
    if (stopped || !active) return;
    const now = clock.monotonic();
    let at = resumeAt;
    for (let sent = 0; at <= now && sent <= watched.length; sent += 1) at = round(now);
    if (at === Infinity) return;
    // Room may have been taken by others since: never again within the same millisecond.
    cancelTimer = clock.after(Math.max(1, at - now), pump);
  }

  function ask(entry: Watched, way: StatsSource['routes'][number], now: number): void {
    const control = new AbortController();
    const focused = entry.server === focus;
    entry.asking = control;
    entry.askedAt = now;
    lastSent.set(way.id, now);
    void options
      .fetch(way.id, way.input, focused ? 'on-screen' : 'background', control.signal)
      .then((result) => {
        entry.asking = undefined;
        settle(entry, way.id, result);
        pump();
      });
  }

  function settle(entry: Watched, id: StatsRouteId, result: Result<unknown>): void {
    if (stopped) return;
    const { server } = entry;
    const now = clock.monotonic();
    const before = samples.get(server);
    const next = result.ok ? sampled(server, result.value, before, clock.now()) : undefined;
    if (next) {
      entry.failures = 0;
      // The one looked at keeps its step: its slot of a 3/5 s limit then frees just as it is due.
      const every = server === focus ? focusEveryMs : otherEveryMs + random.unit() * jitterMs;
      entry.dueAt = entry.askedAt + every;
      publish(next);
      return;
    }
    const failure = result.ok ? fail('bad-response', { endpoint: id }).failure : result.failure;
    if (failure.kind === 'aborted') return;
    entry.failures += 1;
    const rest = Math.min(longestRestMs, firstRestMs * 2 ** (entry.failures - 1));
    const retry = (failure.retryAt ?? 0) - clock.now();
    entry.dueAt = now + Math.max(rest * (0.75 + random.unit() / 2), retry);
    if (failure.kind === 'not-found' || failure.kind === 'forbidden') {
      entry.wrong.set(id, now + wrongWayMs);
    }
    publish(failed(server, failure, before));
  }

  return {
    watch(servers, looked) {
      focus = looked;
      const wanted = new Set(looked === null ? servers : [looked, ...servers]);
      watched = [...wanted].map(entryOf);
      const looking = looked === null ? undefined : entries.get(looked);
      if (looking?.failures === 0) {
        looking.dueAt = Math.min(looking.dueAt, looking.askedAt + focusEveryMs);
      }
      for (const [server, entry] of entries) if (!wanted.has(server)) entry.asking?.abort();
      pump();
      const known = [...wanted].flatMap((server) => samples.get(server) ?? []);
      for (const each of known) published.set(each.server, each);
      return known;
    },
    setActive(next) {
      if (active === next) return;
      active = next;
      if (active) resumeAt = clock.monotonic() + random.unit() * resumeMs;
      else for (const entry of entries.values()) entry.asking?.abort();
      pump();
    },
    snapshot: (server) => samples.get(server),
    restore(stats) {
      for (const each of stats) {
        if ((samples.get(each.server)?.fetchedAt ?? -1) < each.fetchedAt)
          samples.set(each.server, each);
      }
    },
    stop() {
      stopped = true;
      cancelTimer();
      for (const entry of entries.values()) entry.asking?.abort();
    },
  };
}
