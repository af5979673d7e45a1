import { describe, expect, it } from 'vitest';
import { hasTray, trayArrives } from '#electron/tray/tray-presence.ts';
import { manualClock } from '#test/core/fakes.ts';
import { createTestShell } from '#test/electron/test-shell.ts';
import { patient } from '#test/patient.ts';
import { answerOfWatcher } from './answer-of-watcher.ts';

describe.runIf(process.platform === 'linux')('the tray of a Linux desktop', () => {
  it.each([
    ['has a host', '   variant       boolean true', true],
    ['has no host', '   variant       boolean false', false],
    ['is not there', undefined, false],
  ])('shows icons where its watcher %s: %j %j', async (_what, answer, isThere) => {
    answerOfWatcher(answer);
    expect(await hasTray('linux')).toBe(isThere);
  });

  it.each([
    ['comes later than the program', 5, true],
    ['does not come within half a minute', 60, false],
  ])('%s', async (_what, after, expected) => {
    const clock = manualClock();
    let looks = 0;
    const arrived = trayArrives(() => Promise.resolve((looks += 1) > after), clock);
    await clock.advance(60_000);
    expect(await arrived).toBe(expected);
    expect(looks).toBe(expected ? 6 : 31);
  });
});

describe.runIf(process.platform === 'linux')('a window that is closed', () => {
  const shell = createTestShell();

  it.each([
    ['hides where the desktop has a tray at that moment', 'boolean true', 1],
    ['closes for good where it has none any more', 'boolean false', 0],
  ])('%s', async (_what, answer, left) => {
    await shell.startAskingTray();
    await shell.openPage();
    answerOfWatcher(answer);
    shell.standIn.windows()[0]?.close();
    const visible = () => shell.standIn.windows().map((window) => window.isVisible());
    await expect.poll(visible, patient).toEqual(left === 1 ? [false] : []);
  });

  it('was not opened by a hidden start, and is where no tray comes', async () => {
    answerOfWatcher(undefined);
    await shell.startAskingTray('--hidden');
    expect(shell.standIn.windows()).toEqual([]);
    await expect
      .poll(async () => {
        await shell.clock.advance(10_000);
        return shell.standIn.windows().length;
      }, patient)
      .toBe(1);
  });
});
