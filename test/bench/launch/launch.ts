import { join } from 'node:path';
import { launchChromium } from '#test/stand-in/engine/engine.ts';
import { startProgram, type Program } from '#test/stand-in/driver/program.ts';
import { figure, type Bench } from '#test/bench/figure.ts';
import { wallTime } from '#test/bench/pairs.ts';
import { createSyncedProfile, listShown, quit } from '#test/bench/synced-profile.ts';

const scale = 1000;
const rounds = 9;
const warmUp = 2;
const blankMain = join(import.meta.dirname, 'blank/main.js');

/** Starts a program and waits until it shows what it is for; its end is not measured. */
async function timeTo(start: () => Promise<Program>, shown: (program: Program) => Promise<void>) {
  const began = wallTime();
  const program = await start();
  await shown(program);
  const ms = wallTime() - began;
  await quit(program);
  return ms;
}

/**
 * From the start of the process to the first rows of a list that is there from the last time, beside
 * a program whose window shows one word, both on the stand-in in one Chromium.
 */
export const launch: Bench = {
  id: 'launch',
  async run() {
    const browser = await launchChromium();
    try {
      const profile = await createSyncedProfile(scale, browser);
      const culvert = () =>
        timeTo(
          () => profile.start(browser),
          async (program) => listShown(await program.page()),
        );
      const blank = () =>
        timeTo(
          () => startProgram({ browser, main: blankMain }),
          async (program) => {
            await (await program.page()).waitForSelector('#blank');
          },
        );
      try {
        const ratios: number[] = [];
        for (let round = -warmUp; round < rounds; round += 1) {
          const first = round % 2 === 0 ? await culvert() : undefined;
          const other = await blank();
          const ours = first ?? (await culvert());
          if (round >= 0) ratios.push(ours / other);
        }
        return [
          figure('launch.first-connections', ratios, {
            better: 'lower',
            target: 1.25,
            of: 'median',
            note: 'start to first rows / start to a blank window',
          }),
        ];
      } finally {
        await profile.remove();
      }
    } finally {
      await browser.close();
    }
  },
};
