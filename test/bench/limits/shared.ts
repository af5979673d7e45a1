import { shareOneKey } from '#test/simulator/shared-key.ts';
import { models, type Reading } from '#test/simulator/service-limits.ts';
import type { StatsEndpointId } from '#core/stats/stats-sources.ts';
import { figure, type Bench, type Measured } from '#test/bench/figure.ts';

const settings: readonly {
  readonly name: string;
  readonly reading: Reading;
  readonly routes: readonly StatsEndpointId[];
  /** The part of all requests that may be refused: neither device can know of the other at once. */
  readonly target: number;
}[] = [
  {
    name: 'overview',
    reading: 'overview',
    routes: ['configs.serverStats', 'paidOptions.configStats'],
    target: 0.03,
  },
  { name: 'endpoint', reading: 'endpoint', routes: ['paidOptions.configStats'], target: 0.01 },
  { name: 'specific', reading: 'endpoint', routes: ['configs.serverStats'], target: 0.1 },
];

/** Two devices of one user that both want more than there is, half an hour. */
export const shared: Bench = {
  id: 'limits.shared',
  async run() {
    const measured: Measured[] = [];
    for (const { name, reading, routes, target } of settings) {
      const refused: number[] = [];
      const avoidable: number[] = [];
      const shares: number[] = [];
      for (const model of models) {
        for (const seed of [1, 2]) {
          const ms = 1_800_000;
          const result = await shareOneKey({ model, reading, routes, devices: 2, seed, ms });
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
