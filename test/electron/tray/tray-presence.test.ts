import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasTray, isIconListed } from '#electron/tray/tray-presence.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

/** Puts a `dbus-send` in front of the system's that writes this answer, or fails without one. */
function answerOfBus(answer: string | undefined): void {
  const folder = temporaryFolder();
  const program = join(folder, 'dbus-send');
  const body = answer === undefined ? 'exit 1' : `cat <<'END'\n${answer}\nEND`;
  writeFileSync(program, `#!/bin/sh\n${body}\n`);
  chmodSync(program, 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

describe.runIf(process.platform === 'linux')('the tray of a Linux desktop', () => {
  it.each([
    ['   boolean true', true],
    ['   boolean false', false],
    [undefined, false],
  ])('is there where the bus answers %j: %j', async (answer, isThere) => {
    answerOfBus(answer);
    expect(await hasTray('linux')).toBe(isThere);
  });

  it('lists the icon of this process, and not one of another', async () => {
    answerOfBus(
      '   variant       array [\n         org.kde.StatusNotifierItem-4711-1/StatusNotifierItem      ]',
    );
    expect(await isIconListed({ pid: 4711 })).toBe(true);
    expect(await isIconListed({ pid: 47 })).toBe(false);
    answerOfBus(undefined);
    expect(await isIconListed({ pid: 4711 })).toBe(false);
  });
});
