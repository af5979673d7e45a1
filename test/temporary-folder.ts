import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** A new folder that is removed when the current test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'culvert-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A new folder that is removed when the tests of the current file have ended. */
export function folderOfAFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'culvert-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
