import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { openSqliteVault } from '#adapters/vault/sqlite-vault.ts';
import { seededRandom } from '#test/core/fakes.ts';
import { runs } from '#test/simulator/deep.ts';
import { freshFolder } from '#test/adapters/folders.ts';
import { adapter, place } from './vaults.ts';

const names = ['a', 'b', 'c'];
/** From less than a page to a good many of them, so that a kill has something to interrupt. */
const sizes = [300, 9_000, 120_000];

/** Writes all three records at once with the next number, says so, and goes on until it is killed. */
const writer = `
  import { openSqliteVault } from ${JSON.stringify(adapter)};
  const [folder, first] = process.argv.slice(1);
  const { vault } = openSqliteVault(folder);
  process.stdout.write('open\\n');
  for (let n = Number(first); ; n += 1) {
    vault.write(${JSON.stringify(names)}.map((name, at) => ({
      account: '12', purpose: 'read-cache', name,
      sealed: Buffer.alloc(${JSON.stringify(sizes)}[at], n % 251),
    })));
    process.stdout.write(n + '\\n');
  }`;

/** Kills a writer some microseconds after its `lines`th line; returns the last write it had reported. */
async function writeUntilKilled(folder: string, first: number, lines: number, after: number) {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--no-warnings', '-e', writer, folder, String(first)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'close');
  let reported = first - 1;
  let received = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line !== 'open') reported = Number(line);
    received += 1;
    if (received !== lines) return;
    const until = performance.now() + after;
    while (performance.now() < until);
    child.kill('SIGKILL');
  });
  await ended;
  return reported;
}

it('a vault holds the old or the new values of one write, whenever the process is killed', async () => {
  const folder = freshFolder();
  const random = seededRandom(4);
  const kills = runs(5, 1000);
  let last = 0;
  let interrupted = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const reported = await writeUntilKilled(
      folder,
      last + 1,
      1 + Math.floor(random.unit() * 6),
      random.unit() * 4,
    );
    const { vault, setAside } = openSqliteVault(folder);
    const found = names.map((name) => vault.read({ ...place, name }));
    vault.close();
    expect(setAside).toBeUndefined();
    // The reported write is on the disk; the one after it is there completely or not at all.
    const now = found[0]?.[0] === (reported + 1) % 251 ? reported + 1 : reported;
    if (now > 0) {
      const whole = found.map((bytes, at) =>
        Buffer.alloc(sizes[at] ?? 0, now % 251).equals(bytes ?? Buffer.alloc(0)),
      );
      expect(whole, `after kill ${String(kill)}`).toEqual([true, true, true]);
    } else expect(found).toEqual([undefined, undefined, undefined]);
    if (now > reported) interrupted += 1;
    last = now;
  }
  if (kills > 12)
    console.info(kills, 'kills,', last, 'writes,', interrupted, 'written but not reported');
});
