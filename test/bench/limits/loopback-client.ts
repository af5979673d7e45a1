import { createSystemClock } from '#adapters/system-clock.ts';
import { createSystemRandom } from '#adapters/system-random.ts';
import { createUndiciTransport } from '#adapters/transport/undici-transport.ts';
import { overviewLimit, type Limit } from '#contract/endpoint.ts';
import { createApiClient } from '#core/api/api-client.ts';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import type { StatsRequest } from '#core/stats/stats-sources.ts';
import { StatsPoller } from '#core/stats/stats-poller.ts';

/** One answered request of one client, monotonic milliseconds. */
interface Sent {
  readonly route: string;
  readonly limits: readonly Limit[];
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly status: number;
}

interface LoopbackClient {
  readonly sent: readonly Sent[];
  /** Refusals that this client's own requests could explain. */
  avoidable(wide: Limit | undefined): number;
  stop(): Promise<void>;
}

/** A limiter that records every answered request. */
class RecordingLimiter extends RateLimiter {
  readonly #now: () => number;
  readonly sent: Sent[] = [];

  constructor(options: ConstructorParameters<typeof RateLimiter>[0]) {
    super(options);
    this.#now = () => options.clock.monotonic();
  }

  override async acquire(...request: Parameters<RateLimiter['acquire']>) {
    const permit = await super.acquire(...request);
    const [{ id: route, limits }] = request;
    const sentAt = this.#now();
    return {
      ...permit,
      done: (answer: Parameters<typeof permit.done>[0]) => {
        this.sent.push({ route, limits, sentAt, answeredAt: this.#now(), status: answer.status });
        permit.done(answer);
      },
    };
  }
}

/**
 * A client that sends all it can: statistics of everything there is, the list over and over in the
 * background, and now and then something for a user.
 */
export async function startClient(url: string, key: string): Promise<LoopbackClient> {
  const clock = createSystemClock();
  const random = createSystemRandom();
  const limiter = new RecordingLimiter({ clock, overview: overviewLimit });
  const { sent } = limiter;
  const transport = createUndiciTransport({ service: url });
  const log = { write: () => undefined };
  const client = createApiClient({ base: url, key, transport, limiter, clock, random, log });
  const sources = await readStatsSources(client);
  const poller = new StatsPoller({
    clock,
    random,
    limiter,
    requestsFor: (server) => sources.get(server) ?? [],
    fetch: ({ id, input }, priority, signal) =>
      client.call(id, input as never, { priority, signal }),
    publish: () => undefined,
  });
  poller.watch([...sources.keys()], sources.keys().next().value ?? null);

  let over = false;
  async function forEver(once: () => Promise<unknown>): Promise<void> {
    while (!over) await once();
  }
  void forEver(() =>
    client.call('configs.list', { query: { limit: 1 } }, { priority: 'background' }),
  );
  void forEver(async () => {
    await client.call('profile.get', {}, { priority: 'user' });
    await new Promise<void>((resolve) => {
      clock.after(5000 + random.unit() * 10_000, resolve);
    });
  });

  return {
    sent,
    avoidable: (wide) => avoidableRefusals(sent, wide),
    async stop() {
      over = true;
      poller.stop();
      limiter.stop();
      await transport.close();
    },
  };
}

/** The statistics of every server of the account, by the server. */
async function readStatsSources(
  client: ReturnType<typeof createApiClient>,
): Promise<ReadonlyMap<string, readonly StatsRequest[]>> {
  const configs = await client.call('configs.list', { query: {} }, { priority: 'user' });
  const options = await client.call('paidOptions.list', {}, { priority: 'user' });
  const clouds = await client.call('cloudServers.list', {}, { priority: 'user' });
  const sources = new Map<string, readonly StatsRequest[]>();
  const add = (server: string, id: StatsRequest['id'], path: object) =>
    sources.set(server, [{ id, input: { path } }]);
  for (const { id } of configs.ok ? configs.value : []) {
    add(`config ${id}`, 'configs.serverStats', { config_id: id });
  }
  for (const { id } of clouds.ok ? clouds.value : []) {
    add(`cloud ${id}`, 'cloudServers.serverStats', { id });
  }
  for (const option of options.ok ? options.value : []) {
    for (const { id } of option.configs) {
      const path = { id: option.option_id, configId: id };
      add(`paid ${id}`, 'paidOptions.configStats', path);
    }
  }
  return sources;
}

/** How many refusals this client's own requests could explain. */
function avoidableRefusals(sent: readonly Sent[], wide: Limit | undefined): number {
  const within = (refusal: Sent, { windowS }: Limit) =>
    sent.filter(
      ({ status, sentAt, answeredAt }) =>
        status !== 429 &&
        answeredAt > refusal.sentAt - windowS * 1000 &&
        sentAt < refusal.answeredAt,
    );
  return sent.filter((refusal) => {
    if (refusal.status !== 429) return false;
    const own = refusal.limits.some(
      (limit) =>
        within(refusal, limit).filter(({ route }) => route === refusal.route).length >= limit.max,
    );
    return own || (wide !== undefined && within(refusal, wide).length >= wide.max);
  }).length;
}
