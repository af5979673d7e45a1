import type { ServerStats } from '#contract/ipc/stats.ts';
import { overviewLimit } from '#contract/endpoint.ts';
import { createRateLimiter } from '#core/limits/rate-limiter.ts';
import { seededRandom } from '#test/core/fakes.ts';
import { createNetwork } from '#test/simulator/network.ts';
import { createPollingDevice } from '#test/simulator/polling-device.ts';
import { createServiceLimits } from '#test/simulator/service-limits.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';
import { figure, type Measured } from '#test/bench/figure.ts';

const routes = ['configs.serverStats', 'cloudServers.serverStats'] as const;
const shown = Array.from({ length: 12 }, (_, n) => ({ server: `s${String(n)}`, routes }));
const runMs = 3_600_000;
/** Equal values are sent again for their age, which does not count as an unchanged tick. */
const ageMs = 60_000;

/**
 * An hour of a window that shows a dozen servers: the bytes that are sent sooner than for their
 * age.
 */
async function hour(still: boolean) {
  const time = createVirtualTime();
  const random = seededRandom(1);
  const unit = () => random.unit();
  const limits = { reading: 'overview', model: 'sliding-log', overview: overviewLimit } as const;
  const service = createServiceLimits({ ...limits, unit });
  const network = createNetwork({ clock: time.clock, service, unit, rtt: [4, 20] });
  const limiter = createRateLimiter({ clock: time.clock, overview: overviewLimit });
  const toldAt = new Map<string, number>();
  const published = { soon: 0, forAge: 0 };

  function publish(stats: readonly ServerStats[]): void {
    const now = time.clock.monotonic();
    const bytes = Buffer.byteLength(JSON.stringify(stats));
    // A message holds several servers: it is for age only where it is so for each.
    const soon = stats.some(({ server }) => now - (toldAt.get(server) ?? -Infinity) < ageMs);
    if (soon) published.soon += bytes;
    else published.forAge += bytes;
    for (const { server } of stats) toldAt.set(server, now);
  }

  const device = createPollingDevice({
    ...{ time, limiter, network, random, publish, still },
    servers: shown,
  });
  device.poller.watch(
    shown.map(({ server }) => server),
    's0',
  );
  await time.run(runMs);
  device.poller.stop();
  const samples = [...device.samples.values()].reduce((sum, { length }) => sum + length, 0);
  return { samples, ...published };
}

/** Bytes for a window of statistics that are read and have not changed, beside such that have. */
export async function unchangedTick(): Promise<Measured> {
  const [still, moving] = [await hour(true), await hour(false)];
  if (moving.soon === 0 || still.forAge === 0)
    throw new Error('nothing was told: nothing to compare');
  return figure('ipc.unchanged-tick', [still.soon / moving.soon], {
    better: 'lower',
    target: 0,
    of: 'worst',
    note: `bytes sent for ${String(still.samples)} readings that changed nothing / of as many that did`,
  });
}
