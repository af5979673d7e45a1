import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { launchChromium } from '#test/stand-in/engine/engine.ts';
import { startProgram, type Program } from '#test/stand-in/driver/program.ts';
import { figure, type Bench } from '#test/bench/figure.ts';
import { wallTime } from '#test/bench/pairs.ts';
import {
  createSyncedProfile,
  listShown,
  quit,
  type SyncedProfile,
} from '#test/bench/synced-profile.ts';

const scale = 1000;
const rounds = 9;
const warmUp = 2;
const blankMain = join(import.meta.dirname, 'blank/main.js');
const pictureMain = join(import.meta.dirname, 'picture/main.js');
const assets = resolve(import.meta.dirname, '../../../out/renderer');

/** Starts a program and waits until its window shows something; its end is not measured. */
async function timeTo(
  start: () => Promise<Program>,
  shown: (page: Page) => Promise<unknown>,
): Promise<number> {
  const began = wallTime();
  const program = await start();
  await shown(await program.page());
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

/**
 * From the start of the process to the first rows of a list that was synchronised before. Beside it
 * two other programs on the stand-in, in the same Chromium: one whose window shows a static copy of
 * the same first screen, and one whose window shows one word. The three take turns.
 */
export const launch: Bench = {
  id: 'launch',
  async run() {
    const browser = await launchChromium();
    const folder = mkdtempSync(join(tmpdir(), 'culvert-bench-'));
    const picture = join(folder, 'picture.html');
    const profile = await createSyncedProfile(scale, browser);
    const env = { BENCH_PAGE: picture, BENCH_ASSETS: assets };
    const programs = {
      culvert: () => timeTo(() => profile.start(), listShown),
      copy: () => timeTo(() => startProgram({ browser, main: pictureMain, env }), listShown),
      blank: () =>
        timeTo(
          () => startProgram({ browser, main: blankMain }),
          (page) => page.waitForSelector('#blank'),
        ),
    };
    try {
      writeFileSync(picture, await staticCopy(profile));
      const [toCopy, toBlank]: [number[], number[]] = [[], []];
      for (let round = -warmUp; round < rounds; round += 1) {
        const first = round % 2 === 0 ? await programs.culvert() : undefined;
        const copy = await programs.copy();
        const blank = await programs.blank();
        const culvert = first ?? (await programs.culvert());
        if (round < 0) continue;
        toCopy.push(culvert / copy);
        toBlank.push(culvert / blank);
      }
      const common = { better: 'lower', of: 'median' } as const;
      return [
        figure('launch.first-connections', toCopy, {
          ...common,
          target: 1.25,
          note: 'start to first rows / start to a static copy of the same screen',
        }),
        figure('launch.blank-window', toBlank, {
          ...common,
          target: null,
          note: 'start to first rows / start to a blank window',
        }),
      ];
    } finally {
      await profile.remove();
      rmSync(folder, { recursive: true, force: true });
      await browser.close();
    }
  },
};
