import { api } from '#contract/api/index.ts';
import { overviewLimit } from '#contract/endpoint.ts';
import { createRateLimiter } from '#core/limits/rate-limiter.ts';
import type { StatsEndpointId } from '#core/stats/stats-sources.ts';
import { seededRandom } from '#test/core/fakes.ts';
import { createNetwork } from '#test/simulator/network.ts';
import { createPollingDevice, type ReachableServer } from '#test/simulator/polling-device.ts';
import { createServiceLimits, type Reading } from '#test/simulator/service-limits.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';
import { figure, type Bench, type Measured } from '#test/bench/figure.ts';

const routes: readonly StatsEndpointId[] = [
  'configs.serverStats',
  'cloudServers.serverStats',
  'paidOptions.stats',
  'paidOptions.configStats',
];
/** A server that is not on screen is polled no more often than this. */
const everyMs = 10_000;
const warmUpMs = 240_000;
const measuredMs = 600_000;
const scenes = 12;

/** How many a second a limit lets through. */
function capacity(max: number, windowS: number, rtt: number): number {
  return max / (windowS * 1000 + rtt);
}

/**
 * The most samples a millisecond that any assignment of servers to routes could give: the largest
 * flow from servers (each at most one in `everyMs`) through routes and the overview, by its smallest
 * cut over all sets of routes.
 */
function bestRate(servers: readonly ReachableServer[], reading: Reading, rtt: number): number {
  const of = (id: StatsEndpointId) =>
    api[id].limits.reduce(
      (least, { max, windowS }) => Math.min(least, capacity(max, windowS, rtt)),
      Infinity,
    );
  // A route with a specific limit can never show that the overview does not count it.
  const counted = (id: StatsEndpointId) =>
    reading === 'overview' || api[id].limitKind === 'specific';
  const wide = capacity(overviewLimit.max, overviewLimit.windowS, rtt);
  let best = Infinity;
  for (let set = 0; set < 2 ** routes.length; set += 1) {
    const allowed = routes.filter((_, n) => (set >> n) % 2 === 1);
    const sum = (ids: readonly StatsEndpointId[]) => ids.reduce((all, id) => all + of(id), 0);
    const through =
      Math.min(wide, sum(allowed.filter(counted))) + sum(allowed.filter((id) => !counted(id)));
    const cut = servers.filter(({ routes: ways }) => ways.some((id) => !allowed.includes(id)));
    best = Math.min(best, through + cut.length / everyMs);
  }
  return best;
}

async function run(reading: Reading, seed: number): Promise<number> {
  const time = createVirtualTime();
  const random = seededRandom(seed);
  const unit = () => random.unit();
  const count = 5 + Math.floor(unit() * 60);
  const servers = Array.from({ length: count }, (_, n) => {
    const some = routes.filter(() => unit() < 0.4);
    const one = routes[Math.floor(unit() * routes.length)];
    return { server: `s${n}`, routes: some.length > 0 || !one ? some : [one] };
  });
  const service = createServiceLimits({
    model: 'sliding-log',
    reading,
    overview: overviewLimit,
    unit,
  });
  const network = createNetwork({ clock: time.clock, service, unit, rtt: [0, 200] });
  const limiter = createRateLimiter({ clock: time.clock, overview: overviewLimit });
  const { poller, samples } = createPollingDevice({ time, limiter, network, servers, random });
  poller.watch(
    servers.map(({ server }) => server),
    null,
  );
  await time.run(warmUpMs + measuredMs);
  poller.stop();
  const got = [...samples.values()].flat().filter((at) => at > warmUpMs).length;
  return got / measuredMs / bestRate(servers, reading, network.meanRtt);
}

/** Servers that some of the four routes reach: samples as a part of the best possible assignment. */
export const assignment: Bench = {
  id: 'stats.assignment',
  async run() {
    const measured: Measured[] = [];
    for (const reading of ['overview', 'endpoint'] as const) {
      const parts: number[] = [];
      for (let scene = 1; scene <= scenes; scene += 1) parts.push(await run(reading, scene));
      measured.push(
        figure(`stats.assignment.${reading}`, parts, {
          better: 'higher',
          target: 0.95,
          of: 'worst',
          note: 'of the largest flow from servers through routes',
        }),
      );
    }
    return measured;
  },
};
