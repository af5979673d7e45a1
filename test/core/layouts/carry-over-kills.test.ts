import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openSqliteVault } from '#adapters/vault/sqlite-vault.ts';
import { openConnectionStore } from '#core/connections/storage/connection-store.ts';
import { freshFolder } from '#test/adapters/folders.ts';
import { runs } from '#test/simulator/deep.ts';
import { seededRandom } from '#test/core/fakes.ts';
import { connectionsFor, seal, writeEarlier } from './earlier.ts';

const program = fileURLToPath(new URL('carrying-program.ts', import.meta.url));
const connections = connectionsFor(400);

function earlierFolder(): string {
  const folder = freshFolder();
  const { vault } = openSqliteVault(folder);
  writeEarlier(seal(vault), connections);
  vault.close();
  return folder;
}

/** Runs the program until its step, or for so many milliseconds from the opening of the vault. */
async function carryUntilKilled(
  folder: string,
  { step = 0, after }: { step?: number; after?: number },
): Promise<string[]> {
  const child = spawn(process.execPath, ['--no-warnings', program, folder, String(step)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const said: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(line);
    if (line === 'open' && after !== undefined) {
      void setTimeout(after).then(() => child.kill('SIGKILL'));
    }
  });
  await ended;
  return said;
}

/** Which layout the records are in, and what a start finds. */
function atTheNextStart(folder: string) {
  const { vault, setAside } = openSqliteVault(folder);
  const sealed = seal(vault);
  const list = sealed.read(
    'connections',
    'list',
    z.looseObject({ carried: z.literal(true).optional() }),
  );
  const old = sealed.read('connections', 'head', z.unknown()) !== undefined;
  const store = openConnectionStore(sealed);
  const found = {
    setAside,
    layout: list === undefined ? 'old' : list.carried ? 'both' : 'new',
    rests: store.rests().size,
    urls: [...store.secretsOf().values()].map(({ connection_url }) => connection_url).sort(),
    lines: store.lines().length,
  };
  vault.close();
  expect(old).toBe(found.layout !== 'new');
  return found;
}

const everything = {
  setAside: undefined,
  rests: connections.length,
  urls: connections.map(({ secrets }) => secrets.connection_url).sort(),
  lines: connections.length,
};

it('migrates every connection, whatever step it is killed at', { timeout: 120_000 }, async () => {
  const earlier = earlierFolder();
  const layouts: string[] = [];
  for (let step = 1; step <= 5; step += 1) {
    const folder = freshFolder();
    cpSync(earlier, folder, { recursive: true });
    const said = await carryUntilKilled(folder, { step });
    expect(said.includes('carried')).toBe(step === 5);
    const { layout, ...found } = atTheNextStart(folder);
    expect(found, `step ${String(step)}`).toEqual(everything);
    layouts.push(layout);
  }
  expect(layouts).toEqual(['old', 'both', 'both', 'new', 'new']);
});

it('migrates every connection, at whatever moment it is killed', async () => {
  const earlier = earlierFolder();
  const random = seededRandom(9);
  const layouts = new Map<string, number>();
  const kills = runs(3, 300);
  for (let kill = 0; kill < kills; kill += 1) {
    const folder = freshFolder();
    cpSync(earlier, folder, { recursive: true });
    await carryUntilKilled(folder, { after: random.unit() * 150 });
    const { layout, ...found } = atTheNextStart(folder);
    expect(found, `kill ${String(kill)}`).toEqual(everything);
    layouts.set(layout, (layouts.get(layout) ?? 0) + 1);
    rmSync(folder, { recursive: true });
  }
  if (kills > 3) console.info(kills, 'kills:', Object.fromEntries(layouts));
});
