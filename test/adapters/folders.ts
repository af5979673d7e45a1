import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A path for a folder that does not exist yet; what comes to be there goes when the test ends. */
export function freshFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'culvert-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return join(root, 'folder');
}

/** Permission bits in octal, as `ls` would count them. */
export function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}
