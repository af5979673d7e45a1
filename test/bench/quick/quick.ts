import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#test/stand-in/engine/engine.ts';
import { startProgram, type Program } from '#test/stand-in/driver/program.ts';
import { figure, type Bench, type Measured } from '#test/bench/figure.ts';
import { ratiosOf, wallTime } from '#test/bench/pairs.ts';
import {
  createSyncedProfile,
  listShown,
  quit,
  type SyncedProfile,
} from '#test/bench/synced-profile.ts';

const scale = 10_000;
const rounds = 31;
const launchRounds = 9;
const patienceMs = 60_000;
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
}

const drawn = 'requestAnimationFrame(() => setTimeout(resolve))';

async function startCulvert(profile: SyncedProfile, browser: Browser): Promise<Quick> {
  const program = await profile.start(browser, ['--hidden']);
  await program.controls.pressShortcut(keys);
  const page = await program.page('quick');
  await page.getByRole('combobox').fill('a');
  await page.getByRole('option').first().waitFor({ timeout: patienceMs });
  await page.keyboard.press('Escape');
  await hidden(program);
  return {
    program,
    page,
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

async function showRatios(culvert: Quick, floor: Quick): Promise<number[]> {
  const ratios: number[] = [];
  const timeOf = async (quick: Quick) => {
    const ms = await show(quick);
    await quick.program.controls.focusElsewhere();
    return ms;
  };
  for (let round = -3; round < rounds; round += 1) {
    const early = await timeOf(round % 2 === 0 ? culvert : floor);
    const late = await timeOf(round % 2 === 0 ? floor : culvert);
    await hidden(culvert.program);
    if (round >= 0) ratios.push(round % 2 === 0 ? early / late : late / early);
  }
  return ratios;
}

/** From Enter to the bytes on the clipboard. */
async function copyRatios(culvert: Quick, floor: Quick): Promise<number[]> {
  const enter = async ({ program, page }: Quick) => {
    await page.keyboard.press('Enter');
    await until(
      'bytes on the clipboard',
      async () => (await program.controls.clipboardText()) !== '',
    );
  };
  const ready = async (quick: Quick, search: string) => {
    await quick.program.controls.writeClipboard('');
    await show(quick);
    if (quick !== culvert) return;
    await quick.page.keyboard.type(search);
    await quick.page.getByRole('option').first().waitFor();
  };
  const ratios: number[] = [];
  for (let round = -3; round < rounds; round += 1) {
    const times = new Map<Quick, number>();
    for (const quick of round % 2 === 0 ? [culvert, floor] : [floor, culvert]) {
      await ready(quick, searches[(round + 3) % searches.length] ?? '');
      const began = wallTime();
      await enter(quick);
      times.set(quick, wallTime() - began);
    }
    await hidden(culvert.program);
    if (round >= 0) ratios.push((times.get(culvert) ?? NaN) / (times.get(floor) ?? NaN));
  }
  return ratios;
}

/**
 * Counts, in the page, the frames from a keystroke to the one that shows its results: each letter's
 * results are those in which as many letters are marked.
 */
const countFrames = (typed: string) => `new Promise((resolve) => {
  document.querySelector('[role=combobox]').addEventListener('keydown', () => {
    let frames = 0;
    const frame = () => {
      frames += 1;
      const mark = document.querySelector('[role=option] mark')?.textContent ?? '';
      const nothing = document.querySelector('[role=option]') === null;
      if (nothing || mark.length === ${String(typed.length)} || frames > 60) resolve(frames);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }, { once: true });
})`;

async function resultFrames({ program, page }: Quick): Promise<number[]> {
  const all: number[] = [];
  await program.controls.pressShortcut(keys);
  for (const search of searches) {
    for (let length = 1; length <= search.length; length += 1) {
      const counted = await waitIn<number>(page, countFrames(search.slice(0, length)));
      await page.keyboard.press(search.charAt(length - 1));
      all.push(await counted());
      await page.waitForTimeout(60);
    }
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Backspace');
    await page.waitForTimeout(60);
  }
  await page.keyboard.press('Escape');
  await hidden(program);
  return all.toSorted((one, other) => one - other);
}

/** Until the tray offers a copy, beside a program that has nothing but a tray. */
async function trayRatios(
  profile: SyncedProfile,
  browser: Browser,
  favourite: string,
): Promise<number[]> {
  const startUntil =
    (start: () => Promise<Program>, label: (text: string) => boolean) => async () => {
      const program = await start();
      await until('the tray can copy', async () =>
        (await program.controls.trayItems().catch(() => [])).some((item) => label(item.label)),
      );
      ends.push(program);
    };
  const ends: Program[] = [];
  const timesOf = {
    of: startUntil(
      () => profile.start(browser, ['--hidden']),
      (label) => label.includes(favourite),
    ),
    by: startUntil(
      () => startProgram({ browser, main: floorMain, args: ['--no-window'] }),
      (label) => label === 'Copy',
    ),
  };
  const ratios: number[] = [];
  for (let round = 0; round < launchRounds; round += 1) {
    ratios.push(...(await ratiosOf(timesOf, { rounds: 1, warmUp: 0, now: wallTime })));
    for (const program of ends.splice(0)) await quit(program);
  }
  return ratios;
}

/** Makes the first connection a favourite, which the tray then offers to copy. Answers its title. */
async function addFavourite(profile: SyncedProfile, browser: Browser): Promise<string> {
  const program = await profile.start(browser);
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
      const favourite = await addFavourite(profile, browser);
      const fromTray = await trayRatios(profile, browser, favourite);
      const culvert = await startCulvert(profile, browser);
      const floor = await startFloor(browser);
      const shows = await showRatios(culvert, floor);
      const copies = await copyRatios(culvert, floor);
      const frames = await resultFrames(culvert);
      await quit(culvert.program);
      await quit(floor.program);
      const p95 = frames[Math.floor(frames.length * 0.95)] ?? NaN;
      const common = { better: 'lower', of: 'median' } as const;
      return [
        figure('quick.show', shows, {
          ...common,
          target: 1.1,
          note: 'keys to painted field / those of a blank window',
        }),
        figure('quick.results', [p95], {
          ...common,
          target: 1,
          note: `p95 of ${String(frames.length)} letters: frames to results, 10,000 connections`,
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
