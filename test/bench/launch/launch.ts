import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launchChromium } from '#test/stand-in/engine/engine.ts';
import { startProgram, startSecond, type Program } from '#test/stand-in/driver/program.ts';
import { figure, type Bench } from '#test/bench/figure.ts';
import { ratiosOfTimes, wallTime } from '#test/bench/pairs.ts';
import {
  createSyncedProfile,
  listShown,
  quit,
  type SyncedProfile,
} from '#test/bench/synced-profile.ts';

const scale = 1000;
const turns = { rounds: 9, warmUp: 2 };
const emptyMain = join(import.meta.dirname, 'empty/main.js');
const pictureMain = join(import.meta.dirname, 'picture/main.js');
const assets = resolve(import.meta.dirname, '../../../out/renderer');

/** Starts a program and waits until its window shows rows; its end is not measured. */
async function timeToRows(start: () => Promise<Program>): Promise<number> {
  const began = wallTime();
  const program = await start();
  await listShown(await program.page());
  const ms = wallTime() - began;
  await quit(program);
  return ms;
}

/** The first screen of the program as HTML, with its styles and without its scripts. */
async function staticCopy(profile: SyncedProfile): Promise<string> {
  const program = await profile.start();
  const page = await program.page();
  await listShown(page);
  const html = await page.content();
  await quit(program);
  return html
    .replaceAll(/<script\b[^>]*>[^<]*<\/script>/giu, '')
    .replaceAll(/<link\b[^>]*rel="modulepreload"[^>]*>/giu, '')
    .replaceAll(/<meta\b[^>]*http-equiv[^>]*>/giu, '');
}

/** From the start of `culvert list`, while Culvert runs, to its end, beyond that of a program that does nothing. */
async function timeToList(profile: SyncedProfile): Promise<number> {
  const began = wallTime();
  await startSecond({ main: emptyMain });
  const emptyEnded = wallTime();
  const { stdout } = await profile.startAgain(['list', '--json']);
  const ended = wallTime();
  if (!stdout.includes('title')) throw new Error('the command line listed nothing');
  return ended - emptyEnded - (emptyEnded - began);
}

/**
 * From the start of the process to the first rows of a list that was synchronised before. Beside it,
 * in turns, another program on the stand-in in the same Chromium, whose window shows a static copy of
 * the same first screen; and a command of the command line, which a running program answers.
 */
export const launch: Bench = {
  id: 'launch',
  async run() {
    const browser = await launchChromium();
    const folder = mkdtempSync(join(tmpdir(), 'culvert-bench-'));
    const picture = join(folder, 'picture.html');
    const profile = await createSyncedProfile(scale, browser);
    const env = { BENCH_PAGE: picture, BENCH_ASSETS: assets };
    const starts: number[] = [];
    async function timeToStart(): Promise<number> {
      starts.push(await timeToRows(() => profile.start()));
      return starts.at(-1) ?? NaN;
    }
    const timeToCopy = () => timeToRows(() => startProgram({ browser, main: pictureMain, env }));
    try {
      writeFileSync(picture, await staticCopy(profile));
      const beside = await ratiosOfTimes({ of: timeToStart, by: timeToCopy }, turns);
      const running = await profile.start();
      await listShown(await running.page());
      const commands: number[] = [];
      for (const start of starts.slice(turns.warmUp)) {
        commands.push((await timeToList(profile)) / start);
      }
      await quit(running);
      const common = { better: 'lower', of: 'median' } as const;
      return [
        figure('launch.first-connections', beside, {
          ...common,
          target: 1.5,
          note: 'start to first rows / start to a static copy of the same screen',
        }),
        figure('launch.command-line', commands, {
          ...common,
          target: 0.1,
          note: 'culvert list while Culvert runs, beyond an empty program / start to first rows',
        }),
      ];
    } finally {
      await profile.remove();
      rmSync(folder, { recursive: true, force: true });
      await browser.close();
    }
  },
};
