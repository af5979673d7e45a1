import { overviewLimit } from '#contract/endpoint.ts';
import { api } from '#contract/api/index.ts';
import { seededRandom } from '#test/core/fakes.ts';
import { saturate } from '#test/simulator/saturate.ts';
import { models } from '#test/simulator/service-limits.ts';
import { figure, type Bench, type Measured } from '#test/bench/figure.ts';

/** What bites: the overview, the common default (once its header was read), a specific limit. */
const settings = [
  { reading: 'overview', route: api['configs.list'], limit: overviewLimit },
  { reading: 'endpoint', route: api['configs.list'], limit: { max: 300, windowS: 60 } },
  { reading: 'endpoint', route: api['configs.serverStats'], limit: { max: 3, windowS: 5 } },
] as const;

const roundTrips: readonly (readonly [number, number])[] = [
  [0, 0],
  [4, 20],
  [0, 200],
];

/** One route, always more to send than may go: how much of N/(W + RTT) is used, how much refused. */
export const saturation: Bench = {
  id: 'limits.saturation',
  async run() {
    const measured: Measured[] = [];
    for (const model of models) {
      const used: number[] = [];
      const refused: number[] = [];
      for (const setting of settings) {
        for (const rtt of roundTrips) {
          const random = seededRandom(used.length + 1);
          const unit = () => random.unit();
          const result = await saturate({ ...setting, model, rtt, unit });
          used.push(result.used);
          refused.push(result.refused);
        }
      }
      measured.push(
        figure(`limits.saturation.${model}.used`, used, {
          better: 'higher',
          target: 0.98,
          of: 'worst',
          note: 'of N/(W+RTT)',
        }),
        figure(`limits.saturation.${model}.refused`, refused, {
          better: 'lower',
          target: 0,
          of: 'worst',
          note: '429s of all requests',
        }),
      );
    }
    return measured;
  },
};
