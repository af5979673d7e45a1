import type { Page } from 'playwright-core';
import { startService } from '#service/service.ts';
import { startKeyring } from '#test/adapters/keychain/keyring.ts';
import { createLauncher } from '#test/e2e/driver.ts';
import { launchChromium } from '#test/stand-in/engine/engine.ts';
import { figure, type Measured } from '#test/bench/figure.ts';
import { emptyFrame, framesDuring, type Frames } from '#test/bench/list/frames.ts';
import { openOn } from '#test/bench/list/open.ts';

const results = 1000;
const rounds = 9;
/** As long as the checks take, about, milliseconds. */
const quietMs = 2000;
/** A frame longer than this is a stutter, milliseconds. */
const stutter = 50;

const worst = ({ times }: Frames) => times.at(-1) ?? NaN;
const p95 = ({ times }: Frames) => times[Math.floor(times.length * 0.95)] ?? NaN;

/** Checks all that the list shows, and waits for the last result. */
async function checkShown(page: Page): Promise<void> {
  const progress = page.locator('[data-checks] progress');
  await page.locator('[data-check-shown]').click();
  await progress.waitFor({ state: 'attached' });
  await progress.waitFor({ state: 'detached' });
}

/**
 * The window's frames while the results of a thousand checks arrive, beside those of the same window
 * while nothing happens.
 *
 * @param port of a server on this machine that accepts connections
 */
export async function probeFrames(port: number): Promise<Measured[]> {
  const keyring = await startKeyring();
  const launcher = await createLauncher();
  const browser = await launchChromium();
  const seen: { busy: Frames; quiet: Frames; empty: number }[] = [];
  try {
    const blank = await browser.newPage();
    const service = await startService({ scale: results, limits: 'off' });
    for (const config of service.control.account().configs) {
      config.protocol = 'outline';
      config.connection_url = `ss://YTpi@127.0.0.1:${String(port)}`;
    }
    const { page, close } = await openOn(service, results, launcher, keyring.env);
    // Nothing else of the account is contacted.
    await page.getByRole('searchbox').fill('127.0.0.1');
    await page.locator('[data-check-shown]').click();
    await page.locator('[data-checks] button[type=submit]').click();
    for (let round = 0; round < rounds; round += 1) {
      await page.locator('[data-checks] progress').waitFor({ state: 'detached' });
      const empty = await emptyFrame(blank);
      await page.bringToFront();
      const quiet = await framesDuring(page, () => page.waitForTimeout(quietMs));
      seen.push({ empty, quiet, busy: await framesDuring(page, () => checkShown(page)) });
    }
    await close();
  } finally {
    await browser.close();
    await launcher.close();
    await keyring.stop();
  }
  return figuresOf(seen);
}

function figuresOf(seen: readonly { busy: Frames; quiet: Frames; empty: number }[]): Measured[] {
  const of = `${String(results)} results arriving`;
  return [
    figure(
      'probe.frames.worst-frame',
      seen.map(({ busy }) => worst(busy) / stutter),
      {
        better: 'lower',
        target: 1,
        of: 'median',
        note: `longest frame of ${of} / ${String(stutter)} ms`,
      },
    ),
    figure(
      'probe.frames.p95-frame',
      seen.map(({ busy, quiet }) => p95(busy) / p95(quiet)),
      { better: 'lower', target: 1.1, of: 'median', note: `${of} / nothing happening` },
    ),
    figure(
      'probe.frames.p95-interaction',
      seen.map(({ busy, empty }) => Math.round(p95(busy) / empty)),
      {
        better: 'lower',
        target: 1,
        of: 'median',
        note: `p95 frame of ${of} / frame of an empty page, in whole frames`,
      },
    ),
    figure(
      'probe.frames.blank',
      seen.map(({ busy }) => busy.blank / busy.times.length),
      { better: 'lower', target: 0, of: 'worst', note: 'frames with a blank row / frames' },
    ),
  ];
}
