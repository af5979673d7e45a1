import { figure, type Bench, type Measured } from '#test/bench/figure.ts';
import { ratiosOf, wallTime } from '#test/bench/pairs.ts';
import { createHousehold, type Household } from './household.ts';

const sizes = [1000, 10_000] as const;
const turns = { rounds: 31, warmUp: 3, now: wallTime };

/** What each is to cost of reading the same data from a plain file, by number of connections. */
const wanted = {
  opening: { 1000: 0.25, 10_000: 0.25 },
  first: { 1000: 0.05, 10_000: 0.01 },
  index: { 1000: 0.25, 10_000: 0.25 },
  whole: { 1000: 1, 10_000: 1 },
} as const;
const names = {
  opening: 'opening',
  first: 'first-screen',
  index: 'index',
  whole: 'whole',
} as const;

async function measured(household: Household, size: (typeof sizes)[number]): Promise<Measured[]> {
  const figures: Measured[] = [];
  for (const part of ['opening', 'first', 'index', 'whole'] as const) {
    const ratios = await ratiosOf({ of: household[part], by: household.plain }, turns);
    figures.push(
      figure(`vault.${names[part]}.${String(size)}`, ratios, {
        better: 'lower',
        target: wanted[part][size],
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
      const household = await createHousehold(size);
      try {
        figures.push(...(await measured(household, size)));
      } finally {
        household.remove();
      }
    }
    return figures;
  },
};
