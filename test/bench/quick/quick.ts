import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { hrtime } from 'node:process';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#test/stand-in/engine/engine.ts';
import { startProgram, type Program } from '#test/stand-in/driver/program.ts';
import { figure, type Bench, type Measured } from '#test/bench/figure.ts';
import { ratiosOfTimes, wallTime } from '#test/bench/pairs.ts';
import {
  createSyncedProfile,
  listShown,
  quit,
  type SyncedProfile,
} from '#test/bench/synced-profile.ts';

const scale = 10_000;
const rounds = 31;
const warmUp = 3;
const resultRounds = 5;
const launchRounds = 9;
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
  /** Waits until nothing of it is on screen, where that follows a copy or a leaving. */
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

/** Presses the keys; answers how long the field took to be painted, milliseconds. */
async function show({ program, page, shown }: Quick): Promise<number> {
  const seen = await waitIn(page, shown);
  const began = wallTime();
  await program.controls.pressShortcut(keys);
  await seen();
  return wallTime() - began;
}

/** From the keys to the painted field, with the window hidden again. */
async function timeToShow(quick: Quick): Promise<number> {
  const ms = await show(quick);
  await quick.program.controls.focusElsewhere();
  await quick.hidden();
  return ms;
}

/**
 * From Enter, after what `type` types, to the bytes on the clipboard. The clipboard reports when it
 * took them: polling it would also measure what main does after the copy.
 */
async function timeToCopy(quick: Quick, type: () => Promise<void>): Promise<number> {
  const { controls } = quick.program;
  await controls.writeClipboard('');
  await show(quick);
  await type();
  const began = Number(hrtime.bigint()) / 1e6;
  await quick.page.keyboard.press('Enter');
  await until('bytes on the clipboard', async () => (await controls.clipboardText()) !== '');
  await quick.hidden();
  return (await controls.clipboardWrittenAt()) - began;
}

function copyRatios(culvert: Quick, floor: Quick): Promise<number[]> {
  let searched = 0;
  const type = async () => {
    searched += 1;
    await culvert.page.keyboard.type(searches[searched % searches.length] ?? '');
    await culvert.page.waitForTimeout(pauseMs);
  };
  return ratiosOfTimes(
    {
      of: () => timeToCopy(culvert, type),
      by: () => timeToCopy(floor, () => Promise.resolve()),
    },
    { rounds, warmUp },
  );
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

/** From the start of a program to a line of its tray's menu; its end is not measured. */
async function timeToTray(start: () => Promise<Program>, label: string): Promise<number> {
  const began = wallTime();
  const program = await start();
  await until('the tray can copy', async () =>
    (await program.controls.trayItems().catch(() => [])).some((item) => item.label.includes(label)),
  );
  const ms = wallTime() - began;
  await quit(program);
  return ms;
}

/** Makes the first connection a favourite, which the tray then offers to copy. Answers its title. */
async function addFavourite(profile: SyncedProfile): Promise<string> {
  const program = await profile.start();
  const page = await program.page();
  await listShown(page, scale);
  const title = await page.evaluate<string>(`(async () => {
    const { value } = await culvert.call('connections.query', { offset: 0, limit: 1 });
    const [row] = value.rows;
    await culvert.call('connections.setFavourite', { key: row.key, favourite: true });
    return row.title;
  })()`);
  await quit(program);
  return title;
}

/**
 * Quick copy among ten thousand connections: from the keys to the painted field and from Enter to the
 * clipboard, beside a program that does only that; the frames from a letter to its results; and from
 * the start of the process to a tray that can copy, beside a program that has only a tray.
 */
export const quick: Bench = {
  id: 'quick',
  async run(): Promise<readonly Measured[]> {
    const browser = await launchChromium();
    const profile = await createSyncedProfile(scale, browser);
    try {
      const favourite = await addFavourite(profile);
      const startFloorInTray = () =>
        startProgram({ browser, main: floorMain, args: ['--no-window'] });
      const fromTray = await ratiosOfTimes(
        {
          of: () => timeToTray(() => profile.start(['--hidden']), favourite),
          by: () => timeToTray(startFloorInTray, 'Copy'),
        },
        { rounds: launchRounds, warmUp: 0 },
      );
      const culvert = await startCulvert(profile);
      const floor = await startFloor(browser);
      const shows = await ratiosOfTimes(
        { of: () => timeToShow(culvert), by: () => timeToShow(floor) },
        { rounds, warmUp },
      );
      const copies = await copyRatios(culvert, floor);
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
        figure('quick.copy', copies, {
          ...common,
          target: 1.5,
          note: 'Enter to clipboard / Enter to a bare clipboard write',
        }),
        figure('launch.copy-from-tray', fromTray, {
          ...common,
          target: 1.5,
          note: 'start to a tray that can copy / start to a tray with one entry',
        }),
      ];
    } finally {
      await profile.remove();
      await browser.close();
    }
  },
};
