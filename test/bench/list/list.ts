import { startService } from '#service/service.ts';
import { startKeyring } from '#test/adapters/keychain/keyring.ts';
import { createLauncher } from '#test/e2e/driver.ts';
import { launchChromium } from '#test/stand-in/engine/engine.ts';
import { figure, type Bench, type Measured } from '#test/bench/figure.ts';
import { ratiosOfTimes } from '#test/bench/pairs.ts';
import { emptyFrame, framesDuring, scroll, search, type Frames } from './frames.ts';
import { openOn, type Window } from './open.ts';
import { timeToRows } from './ready.ts';

const rounds = 9;
const readyRounds = 9;
const sizes = { small: 40, large: 10_000 } as const;
/** A frame longer than this is a stutter, milliseconds. */
const stutter = 50;

const worst = ({ times }: Frames) => times.at(-1) ?? NaN;
const p95 = ({ times }: Frames) => times[Math.floor(times.length * 0.95)] ?? NaN;

/** What both windows did, round by round, and what a frame of an empty page takes meanwhile. */
interface Seen {
  readonly small: Frames[][];
  readonly large: Frames[][];
  readonly empty: number[];
}

/** How much longer the large list takes to be there than the small one, in turns. */
function readyRatios(small: Window, large: Window): Promise<number[]> {
  const timeOf = async ({ page }: Window) => {
    await page.bringToFront();
    return await timeToRows(page);
  };
  return ratiosOfTimes(
    { of: () => timeOf(large), by: () => timeOf(small) },
    { rounds: readyRounds, warmUp: 1 },
  );
}

/** The list of ten thousand connections beside one of forty, in the built program: rows, frames, blanks. */
export const list: Bench = {
  id: 'list',
  run: async () => {
    const keyring = await startKeyring();
    const launcher = await createLauncher();
    const browser = await launchChromium();
    const seen: Seen = { small: [], large: [], empty: [] };
    try {
      const blank = await browser.newPage();
      const openWith = async (scale: number) =>
        openOn(await startService({ scale, limits: 'off' }), scale, launcher, keyring.env);
      const small = await openWith(sizes.small);
      const large = await openWith(sizes.large);
      const ready = await readyRatios(small, large);
      for (let round = 0; round < rounds; round += 1) {
        seen.empty.push(await emptyFrame(blank));
        for (const [name, { page }] of [
          ['small', small],
          ['large', large],
        ] as const) {
          await page.bringToFront();
          const searching = await framesDuring(page, () => search(page));
          const scrolling = await framesDuring(page, () => scroll(page));
          seen[name].push([searching, scrolling]);
        }
      }
      await small.close();
      await large.close();
      return [
        figure('list.ready', ready, {
          better: 'lower',
          target: 1.1,
          of: 'median',
          note: 'click to first rows, 10,000 rows / 40 rows',
        }),
        ...figuresOf('search', 0, seen),
        ...figuresOf('scroll', 1, seen),
      ];
    } finally {
      await browser.close();
      await launcher.close();
      await keyring.stop();
    }
  },
};

function figuresOf(name: string, at: number, seen: Seen): Measured[] {
  const pick = (rows: Frames[][]) => rows.flatMap((row) => row[at] ?? []);
  const large = pick(seen.large);
  const small = pick(seen.small);
  const worsts = large.map((frames) => worst(frames) / stutter);
  const beside = large.map((frames, round) => p95(frames) / p95(small[round] ?? frames));
  // The screen is drawn in steps: what counts is how many of them an interaction takes.
  const steps = large.map((frames, round) => Math.round(p95(frames) / (seen.empty[round] ?? NaN)));
  const blanks = large.map(({ blank, times }) => blank / times.length);
  return [
    figure(`list.${name}.worst-frame`, worsts, {
      better: 'lower',
      target: 1,
      of: 'median',
      note: `longest frame of 10,000 rows / ${String(stutter)} ms`,
    }),
    figure(`list.${name}.p95-frame`, beside, {
      better: 'lower',
      target: 1.1,
      of: 'median',
      note: '10,000 rows / 40 rows',
    }),
    figure(`list.${name}.p95-interaction`, steps, {
      better: 'lower',
      target: 1,
      of: 'median',
      note: 'p95 frame of 10,000 rows / frame of an empty page, in whole frames',
    }),
    figure(`list.${name}.blank`, blanks, {
      better: 'lower',
      target: 0,
      of: 'worst',
      note: 'frames with a blank row / frames',
    }),
  ];
}
