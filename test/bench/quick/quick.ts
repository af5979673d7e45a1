import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#test/stand-in/engine/engine.ts';
import { startProgram, type Program } from '#test/stand-in/driver/program.ts';
import { figure, type Bench, type Measured } from '#test/bench/figure.ts';
import { ratiosOfTimes, wallTime } from '#test/bench/pairs.ts';
import { createSyncedProfile, quit, type SyncedProfile } from '#test/bench/synced-profile.ts';

const scale = 10_000;
const rounds = 31;
const warmUp = 3;
const resultRounds = 5;
const patienceMs = 60_000;
/** Between two keys that are not one movement of the hand. */
const pauseMs = 60;
const keys = 'Control+Shift+Space';
const floorMain = join(import.meta.dirname, 'floor/main.js');
/** What is typed, letter by letter; the last ones are Cyrillic words on the Latin layout. */
const searches = ['off', 'ser', 'bac', 'ntk', 'yje', 'gkf'];

/** A program whose quick copy window is hidden and ready. */
interface Quick {
  readonly program: Program;
  readonly page: Page;
  /** Settles once the window was shown and its field was drawn, when it is awaited in the page. */
  readonly shown: string;
  /** Waits until nothing of it is on screen, where leaving it hides it. */
  readonly hidden: () => Promise<void>;
}

const drawn = 'requestAnimationFrame(() => setTimeout(resolve))';

async function startCulvert(profile: SyncedProfile): Promise<Quick> {
  const program = await profile.start(['--hidden']);
  await program.controls.pressShortcut(keys);
  const page = await program.page('quick');
  await page.getByRole('combobox').fill('a');
  await page.getByRole('option').first().waitFor({ timeout: patienceMs });
  await page.keyboard.press('Escape');
  await hidden(program);
  return {
    program,
    page,
    hidden: () => hidden(program),
    shown: `new Promise((resolve) => {
      const stop = culvert.listen('quick.shown', (visible) => {
        if (!visible) return;
        stop();
        document.querySelector('[role=combobox]').focus();
        ${drawn};
      });
    })`,
  };
}

async function startFloor(browser: Browser): Promise<Quick> {
  const program = await startProgram({ browser, main: floorMain });
  const page = await program.page();
  await page.waitForSelector('input');
  return {
    program,
    page,
    hidden: () => Promise.resolve(),
    shown: `new Promise((resolve) => bench.onShown(() => {
      document.querySelector('input').focus();
      ${drawn};
    }))`,
  };
}

async function until(what: string, there: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await there())) {
    if (performance.now() > deadline) throw new Error(`never: ${what}`);
  }
}

const hidden = ({ controls }: Program) =>
  until(
    'the window is hidden',
    async () => !(await controls.windows()).some(({ visible }) => visible),
  );

/**
 * Has the page wait for something, and answers with a function that awaits it: what comes over the
 * keyboard or from main may overtake an evaluation.
 */
async function waitIn<T>(page: Page, promise: string): Promise<() => Promise<T>> {
  await page.evaluate(`void (window.awaited = ${promise})`);
  return () => page.evaluate<T>('window.awaited');
}

/** From the keys to the painted field, milliseconds; the window is hidden again. */
async function timeToShow({ program, page, shown, hidden: left }: Quick): Promise<number> {
  const seen = await waitIn(page, shown);
  const began = wallTime();
  await program.controls.pressShortcut(keys);
  await seen();
  const ms = wallTime() - began;
  await program.controls.focusElsewhere();
  await left();
  return ms;
}

/** Whether the page shows what was found for a text: as many of its letters are marked, or no row is. */
const showsResults = (typed: string) => `(() => {
  const row = document.querySelector('[role=option]');
  const marked = row?.querySelector('mark')?.textContent ?? '';
  return row === null || marked.length === ${String(typed.length)};
})()`;

/** Counts, in the page, the frames from a keystroke to the one that shows its results. */
const countFrames = (typed: string) => `new Promise((resolve) => {
  document.querySelector('[role=combobox]').addEventListener('keydown', () => {
    let frames = 0;
    const frame = () => {
      frames += 1;
      if (${showsResults(typed)} || frames > 60) resolve(frames);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }, { once: true });
})`;

/** The frames to the results of each letter of each search, fewest first. */
async function resultFrames({ program, page, hidden: left }: Quick): Promise<number[]> {
  const all: number[] = [];
  await program.controls.pressShortcut(keys);
  for (const search of searches) {
    for (let length = 1; length <= search.length; length += 1) {
      const counted = await waitIn<number>(page, countFrames(search.slice(0, length)));
      await page.keyboard.press(search.charAt(length - 1));
      all.push(await counted());
      await page.waitForTimeout(pauseMs);
    }
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Backspace');
    await page.waitForTimeout(pauseMs);
  }
  await page.keyboard.press('Escape');
  await program.controls.focusElsewhere();
  await left();
  return all.toSorted((one, other) => one - other);
}

const p95 = (sorted: readonly number[]) => sorted[Math.floor(sorted.length * 0.95)] ?? NaN;

/** The slowest letters of both, in turns. */
async function resultRatios(culvert: Quick, floor: Quick): Promise<number[]> {
  const ratios: number[] = [];
  for (let round = 0; round < resultRounds; round += 1) {
    const least = p95(await resultFrames(floor));
    ratios.push(p95(await resultFrames(culvert)) / least);
  }
  return ratios;
}

/**
 * Quick copy among ten thousand connections: from the keys to the painted field, beside a program
 * that does only that, and the frames from a letter to its results.
 */
export const quick: Bench = {
  id: 'quick',
  async run(): Promise<readonly Measured[]> {
    const browser = await launchChromium();
    const profile = await createSyncedProfile(scale, browser);
    try {
      const culvert = await startCulvert(profile);
      const floor = await startFloor(browser);
      const shows = await ratiosOfTimes(
        { of: () => timeToShow(culvert), by: () => timeToShow(floor) },
        { rounds, warmUp },
      );
      const results = await resultRatios(culvert, floor);
      await quit(culvert.program);
      await quit(floor.program);
      const common = { better: 'lower', of: 'median' } as const;
      return [
        figure('quick.show', shows, {
          ...common,
          target: 1.1,
          note: 'keys to painted field / those of a blank window',
        }),
        figure('quick.results', results, {
          ...common,
          target: 1,
          note: 'p95 of letters: frames to results of 10,000 / frames to rows that are always the same',
        }),
      ];
    } finally {
      await profile.remove();
      await browser.close();
    }
  },
};
