import { overviewLimit } from '#contract/endpoint.ts';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import type { StatsEndpointId } from '#core/stats/sample.ts';
import { seededRandom } from '#test/core/fakes.ts';
import { createNetwork } from '#test/simulator/network.ts';
import { createPollingDevice } from '#test/simulator/polling-device.ts';
import {
  createServiceLimits,
  models,
  type Model,
  type Reading,
} from '#test/simulator/service-limits.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';
import { figure, type Bench, type Measured } from '#test/bench/figure.ts';

interface Setting {
  readonly name: string;
  readonly reading: Reading;
  readonly servers: number;
  readonly routes: readonly StatsEndpointId[];
  /** The limit that bites. */
  readonly limit: { readonly max: number; readonly windowS: number };
}

const settings: readonly Setting[] = [
  {
    name: 'overview',
    reading: 'overview',
    servers: 40,
    routes: ['configs.serverStats', 'cloudServers.serverStats', 'paidOptions.configStats'],
    limit: overviewLimit,
  },
  {
    name: 'endpoint',
    reading: 'endpoint',
    servers: 100,
    routes: ['paidOptions.configStats'],
    limit: { max: 300, windowS: 60 },
  },
  {
    name: 'specific',
    reading: 'endpoint',
    servers: 12,
    routes: ['configs.serverStats'],
    limit: { max: 3, windowS: 5 },
  },
];

const warmUpMs = 240_000;
const measuredMs = 900_000;

interface Run {
  readonly fresh: number;
  readonly refused: number;
  /** Longest time between two samples of the server that is looked at, milliseconds. */
  readonly focusGap: number;
}

async function run(setting: Setting, model: Model, rtt: readonly [number, number], seed: number) {
  const time = createVirtualTime();
  const random = seededRandom(seed);
  const unit = () => random.unit();
  const service = createServiceLimits({ ...setting, model, overview: overviewLimit, unit });
  const network = createNetwork({ clock: time.clock, service, unit, rtt });
  const limiter = new RateLimiter({ clock: time.clock, overview: overviewLimit });
  const { routes } = setting;
  const servers = Array.from({ length: setting.servers }, (_, n) => ({ server: `s${n}`, routes }));
  const { poller, samples } = createPollingDevice({ time, limiter, network, servers, random });
  poller.watch(
    servers.map(({ server }) => server),
    's0',
  );
  await time.run(warmUpMs + measuredMs);
  poller.stop();
  const measured = [...samples.values()].flat().filter((at) => at > warmUpMs).length;
  const best = (setting.limit.max / (setting.limit.windowS * 1000 + network.meanRtt)) * measuredMs;
  const focus = samples.get('s0') ?? [];
  const gaps = focus.slice(1).map((at, n) => at - (focus[n] ?? 0));
  return {
    fresh: measured / best,
    refused: service.refused / (service.accepted + service.refused),
    focusGap: Math.max(...gaps),
  } satisfies Run;
}

/** More servers on screen than the limits allow to poll: fresh samples as a part of N/(W + RTT), and 429s. */
export const fresh: Bench = {
  id: 'stats.fresh',
  async run() {
    const measured: Measured[] = [];
    const gaps: number[] = [];
    for (const setting of settings) {
      for (const model of models) {
        const runs = [
          await run(setting, model, [0, 0], 1),
          await run(setting, model, [4, 20], 2),
          await run(setting, model, [0, 200], 3),
        ];
        gaps.push(...runs.map(({ focusGap }) => focusGap / 10_000));
        const refused = Math.max(...runs.map((each) => each.refused));
        measured.push(
          figure(
            `stats.fresh.${setting.name}.${model}`,
            runs.map((each) => each.fresh),
            {
              better: 'higher',
              target: 0.95,
              of: 'worst',
              note: `of N/(W+RTT); 429s: ${refused}`,
            },
          ),
          figure(
            `stats.fresh.${setting.name}.${model}.refused`,
            runs.map((each) => each.refused),
            { better: 'lower', target: 0, of: 'worst' },
          ),
        );
      }
    }
    measured.push(
      figure('stats.fresh.focus-gap', gaps, {
        better: 'lower',
        target: 1,
        of: 'worst',
        note: 'of 10 s: longest time without a new sample of the server looked at',
      }),
    );
    return measured;
  },
};
