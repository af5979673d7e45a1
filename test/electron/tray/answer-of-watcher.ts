import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';

/** Puts a `dbus-send` in front of the system's: a watcher that answers this, or none on the bus. */
export function answerOfWatcher(answer: string | undefined): void {
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
