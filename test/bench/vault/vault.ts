import { figure, type Bench, type Measured } from '#test/bench/figure.ts';
import { ratiosOf, wallTime } from '#test/bench/pairs.ts';
import { createDataset, type Dataset } from './dataset.ts';

const sizes = [1000, 10_000] as const;
const turns = { rounds: 31, warmUp: 3, now: wallTime };

/** The largest share of reading the same data from a plain file, by number of connections. */
const targets = {
  opening: { 1000: 0.25, 10_000: 0.25 },
  first: { 1000: null, 10_000: null },
  index: { 1000: 0.25, 10_000: 0.25 },
  whole: { 1000: 1, 10_000: 1 },
} as const;
const names = {
  opening: 'opening',
  first: 'first-screen',
  index: 'index',
  whole: 'whole',
} as const;

async function measured(dataset: Dataset, size: (typeof sizes)[number]): Promise<Measured[]> {
  const figures: Measured[] = [];
  for (const part of ['opening', 'first', 'index', 'whole'] as const) {
    const ratios = await ratiosOf({ of: dataset[part], by: dataset.plain }, turns);
    figures.push(
      figure(`vault.${names[part]}.${String(size)}`, ratios, {
        better: 'lower',
        target: targets[part][size],
        of: 'median',
        note: 'reading and parsing the same data as plain JSON',
      }),
    );
  }
  return figures;
}

/** What encryption costs when the app opens, and what reading only what is shown saves. */
export const vault: Bench = {
  id: 'vault',
  async run() {
    const figures: Measured[] = [];
    for (const size of sizes) {
      const dataset = await createDataset(size);
      try {
        figures.push(...(await measured(dataset, size)));
      } finally {
        dataset.remove();
      }
    }
    return figures;
  },
};
