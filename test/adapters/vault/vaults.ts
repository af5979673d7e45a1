import { spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { openSqliteVault } from '#adapters/vault/sqlite-vault.ts';
import { VaultError, type Vault } from '#core/kernel/ports.ts';

/** For programs of their own, which import it. */
export const adapter = new URL('../../../src-main/adapters/vault/sqlite-vault.ts', import.meta.url)
  .href;
export const place = { account: '12', purpose: 'read-cache', name: 'a' };
export const bytes = (text: string) => Buffer.from(text);

/** Opens a vault that is closed when the test ends. */
export function open(folder: string): ReturnType<typeof openSqliteVault> {
  const opened = openSqliteVault(folder);
  onTestFinished(() => opened.vault.close());
  return opened;
}

export function textAt(vault: Vault, at = place): string | undefined {
  const found = vault.read(at);
  return found && Buffer.from(found).toString();
}

export function reasonOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof VaultError ? error.reason : String(error);
  }
  return 'none';
}

/** Runs a program that has `openSqliteVault` and `folder`, after these shell commands; answers its output. */
export function runApart(folder: string, source: string, first = ''): string {
  const program = `
    import { openSqliteVault } from ${JSON.stringify(adapter)};
    const folder = ${JSON.stringify(folder)};
    ${source}`;
  const run = `${first} exec "$0" --input-type=module --no-warnings -e "$1"`;
  const { stdout, stderr } = spawnSync('sh', ['-c', run, process.execPath, program], {
    encoding: 'utf8',
  });
  if (stderr !== '') throw new Error(stderr);
  return stdout.trim();
}
