import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type * as Electron from 'electron';
import type { Page } from 'playwright-core';
import { answerDriver } from '#test/stand-in/driver/control.ts';
import { createRelayedEngine } from '#test/stand-in/engine/engine-relay.ts';
import type { Engine } from '#test/stand-in/engine/engine.ts';
import { holdProfile } from './held-profile.ts';
import { provideElectron } from './module-hook.ts';
import { createStandIn } from '#test/stand-in/driver/stand-in.ts';
import { findSystemClipboard } from '#test/stand-in/system-clipboard.ts';

/**
 * Runs a built Electron program without Electron:
 * `node test/stand-in/process/run.ts out/main/main.js [options] [-- the program's own arguments]`.
 *
 * - `--headed` shows real windows on the display;
 * - `--screenshot FILE --when SELECTOR` takes a picture once the selector is on screen;
 * - started by `fork`, windows are made by the process that forked it, which also drives it;
 * - with `STAND_IN_DISPLAY=none` it ends where Electron misses a display.
 */
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    headed: { type: 'boolean', default: false },
    screenshot: { type: 'string' },
    when: { type: 'string', default: 'body' },
  },
});
const [main, ...own] = positionals;
if (main === undefined)
  throw new Error('usage: run.ts MAIN [--headed] [--screenshot FILE --when SELECTOR] [-- …]');

const driven = process.send !== undefined;
const engine = driven ? createRelayedEngine() : await ownEngine();
const systemClipboard = flags.headed ? findSystemClipboard() : undefined;
const standIn = createStandIn({
  engine,
  main: resolve(main),
  attended: flags.headed,
  args: own,
  asRoot: process.platform === 'linux' && process.getuid?.() === 0,
  ...(systemClipboard && { systemClipboard }),
  exit: (code) => {
    void engine.close().finally(() => process.exit(code));
  },
});

async function ownEngine(): Promise<Engine> {
  // Only here: a driven program has no use for Playwright, and loading it takes longer than the rest.
  const { createEngine } = await import('#test/stand-in/engine/engine.ts');
  return await createEngine({
    headed: flags.headed,
    onPage: (page) => {
      if (flags.screenshot === undefined) return;
      // It fails when the window goes before the selector came: then there is nothing to show.
      takeScreenshot(page, flags.screenshot).catch(() => undefined);
    },
  });
}

async function takeScreenshot(page: Page, path: string): Promise<void> {
  await page.waitForSelector(flags.when, { timeout: 0 });
  await page.screenshot({ path });
  process.stdout.write(`screenshot: ${resolve(path)}\n`);
}

// As Electron does: the first signal quits in order, another one ends at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    standIn.app.quit();
    process.once(signal, () => process.exit(1));
  });
}

// Electron's main process only warns where the program has no handler of its own, and goes on.
process.on('unhandledRejection', (reason) => {
  if (process.listenerCount('unhandledRejection') > 1) return;
  const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
  process.stderr.write(`UnhandledPromiseRejectionWarning: ${text}\n`);
});

holdProfile(standIn.app);
const resourcesPath = process.env['STAND_IN_RESOURCES'] ?? dirname(resolve(main));
Object.defineProperty(process, 'resourcesPath', { value: resourcesPath });
process.argv = [process.argv[0] ?? '', resolve(main), ...own];
provideElectron(standIn.electron);
await import(pathToFileURL(resolve(main)).href);
// A main file that fails while it is run ends this process, with its reason. From now on, as Electron
// does it: the user is shown a box, and the program goes on.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  // There is no reader for its output any more.
  if (error.code === 'EPIPE') process.exit(1);
  if (process.listenerCount('uncaughtException') > 1) return;
  const { dialog } = standIn.electron as Pick<typeof Electron, 'dialog'>;
  const text = error.stack ?? `${error.name}: ${error.message}`;
  dialog.showErrorBox(
    'A JavaScript error occurred in the main process',
    `Uncaught Exception:\n${text}`,
  );
});
// Chromium starts now, and does not without a display.
if (process.env['STAND_IN_DISPLAY'] === 'none') {
  process.stderr.write('Missing X server or $DISPLAY\n');
  process.exit(1);
}
standIn.app.becomeReady();
if (driven) answerDriver(standIn);
