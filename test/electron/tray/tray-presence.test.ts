import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasTray, trayArrives } from '#electron/tray/tray-presence.ts';
import { manualClock } from '#test/core/fakes.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

/** Puts a `dbus-send` in front of the system's: a watcher that answers this, or none on the bus. */
function answerOfWatcher(answer: string | undefined): void {
  const folder = temporaryFolder();
  const program = join(folder, 'dbus-send');
  const asksForHost = '*IsStatusNotifierHostRegistered*';
  const body =
    answer === undefined ? 'exit 1' : `case "$*" in ${asksForHost}) echo '${answer}';; esac`;
  writeFileSync(program, `#!/bin/sh\n${body}\n`);
  chmodSync(program, 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

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
