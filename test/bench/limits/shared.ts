import { shareOneKey } from '#test/simulator/shared-key.ts';
import { models, type Reading } from '#test/simulator/service-limits.ts';
import type { StatsEndpointId } from '#core/stats/sample.ts';
import { figure, type Bench, type Measured } from '#test/bench/figure.ts';

/** In the reading `overview`, where polling any endpoint takes from all. */
const overview = {
  reading: 'overview',
  routes: ['configs.serverStats', 'paidOptions.configStats'],
} as const;
const half = 1_800_000;

const settings: readonly {
  readonly name: string;
  readonly reading: Reading;
  readonly routes: readonly StatsEndpointId[];
  /** How much later the second device starts, when the first uses all there is. */
  readonly lateMs?: number;
  readonly ms: number;
  /** The part of all requests that may be refused: neither device can know of the other at once. */
  readonly target: number;
}[] = [
  { name: 'overview', ...overview, ms: half, target: 0.03 },
  {
    name: 'endpoint',
    reading: 'endpoint',
    routes: ['paidOptions.configStats'],
    ms: half,
    target: 0.01,
  },
  {
    name: 'specific',
    reading: 'endpoint',
    routes: ['configs.serverStats'],
    ms: half,
    target: 0.1,
  },
  { name: 'late', ...overview, lateMs: 300_000, ms: 300_000, target: 0.03 },
];

/**
 * Two devices of one user that both want more than there is, half an hour together; and one that
 * starts while the other has been alone for five minutes, over the five minutes that follow.
 */
export const shared: Bench = {
  id: 'limits.shared',
  async run() {
    const measured: Measured[] = [];
    for (const { name, target, ...setting } of settings) {
      const refused: number[] = [];
      const avoidable: number[] = [];
      const shares: number[] = [];
      for (const model of models) {
        for (const seed of [1, 2]) {
          const result = await shareOneKey({ ...setting, model, devices: 2, seed });
          refused.push(result.refused / (result.refused + result.accepted));
          avoidable.push(result.avoidable);
          shares.push(Math.min(...result.samples) / Math.max(...result.samples));
        }
      }
      measured.push(
        figure(`limits.shared.${name}.avoidable`, avoidable, {
          better: 'lower',
          target: 0,
          of: 'worst',
          note: '429s that a device would have met alone',
        }),
        figure(`limits.shared.${name}.refused`, refused, {
          better: 'lower',
          target,
          of: 'mean',
          note: `429s of all requests; least share ${Math.min(...shares).toFixed(2)}`,
        }),
      );
    }
    return measured;
  },
};
