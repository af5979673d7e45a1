import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A call of the system that fails: the `at`th of its name, of those for `paths` where there are any. */
export interface Failing {
  readonly call: string;
  readonly error: 'EIO' | 'ENOSPC' | 'EPERM' | 'EBUSY' | 'EXDEV';
  readonly at: number;
  readonly paths?: readonly string[];
}

const adapters = {
  openSqliteVault: new URL('../../../src-main/adapters/vault/sqlite-vault.ts', import.meta.url),
  createPlainFiles: new URL('../../../src-main/adapters/plain-files.ts', import.meta.url),
};

/** Runs a separate program; it prints its results, and the message of an error that it threw. */
function programOf(folder: string, source: string): string[] {
  const imports = Object.entries(adapters).map(
    ([name, { href }]) => `import { ${name} } from ${JSON.stringify(href)};`,
  );
  const program = `${imports.join('\n')}
    const folder = ${JSON.stringify(folder)};
    try { ${source} } catch (error) { console.log(error.message); }`;
  return [process.execPath, '--input-type=module', '--no-warnings', '-e', program];
}

function said({ status, stdout, stderr }: ReturnType<typeof spawnSync>, what: string): string[] {
  const words = String(stdout).trim();
  if (status !== 0) throw new Error(`${what} ended with ${String(status)}: ${String(stderr)}`);
  return words === '' ? [] : words.split('\n');
}

/** Runs a program, of which one call fails as by a failing disk; `failed`: whether it came to that call. */
export function runFailing(
  folder: string,
  { call, error, at, paths = [] }: Failing,
  source: string,
): { readonly said: readonly string[]; readonly failed: boolean } {
  const notes = mkdtempSync(join(tmpdir(), 'culvert-calls-'));
  try {
    const trace = join(notes, 'trace');
    const run = spawnSync(
      'strace',
      [
        ...['-f', '-qq', '-o', trace, '-e', `trace=${call}`],
        ...['-e', `inject=${call}:error=${error}:when=${String(at)}`],
        ...paths.flatMap((path) => ['-P', path]),
        ...programOf(folder, source),
      ],
      { encoding: 'utf8' },
    );
    const words = said(run, 'strace, which lets calls fail');
    return { said: words, failed: readFileSync(trace, 'utf8').includes('(INJECTED)') };
  } finally {
    rmSync(notes, { recursive: true });
  }
}

/** Runs a program for which `folder` is a file system of its own, in memory and of this size. */
export function runOnSmallDisk(folder: string, kilobytes: number, source: string): string[] {
  const mount = `mount -t tmpfs -o size=${String(kilobytes)}k,mode=700 tmpfs ${folder} && exec "$@"`;
  const run = spawnSync(
    'unshare',
    ['--map-root-user', '--mount', 'sh', '-c', mount, 'sh', ...programOf(folder, source)],
    { encoding: 'utf8' },
  );
  return said(
    run,
    'unshare, which gives a test a file system of its own, if the system allows it,',
  );
}
