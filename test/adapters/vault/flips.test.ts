import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openSqliteVault } from '#adapters/vault/sqlite-vault.ts';
import { SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import { createSystemRandom } from '#adapters/system-random.ts';
import { withManifest } from '#core/kernel/vault/vault-manifest.ts';
import type { Vault } from '#core/kernel/ports.ts';
import { runs } from '#test/simulator/deep.ts';
import { freshFolder } from '#test/adapters/folders.ts';

const names = Array.from({ length: 9 }, (_, n) => `record ${String(n)}`);
const key = Buffer.alloc(32, 3);
const valueOf = (name: string) => ({ name, text: name.repeat(20) });

function seal(store: Vault, onDamage: () => void = () => undefined) {
  const account = { account: '12', key, random: createSystemRandom() };
  const vault = withManifest({ ...account, vault: store, checkpoint: 0 });
  if (vault.finding !== undefined) onDamage();
  return new SealedVault({ ...account, vault, onUnreadable: onDamage });
}

/** A vault of nine records as it lies on the disk after it was closed, and where in it their seals are. */
function wholeVault(): { bytes: Buffer; sealedAt: (at: number) => boolean } {
  const folder = freshFolder();
  const { vault } = openSqliteVault(folder);
  seal(vault).write(names.map((name) => ({ purpose: 'read-cache', name, value: valueOf(name) })));
  const seals = vault.readAll('12', 'read-cache').map(({ sealed }) => Buffer.from(sealed));
  vault.close();
  const bytes = readFileSync(join(folder, 'vault.db'));
  const begins = seals.map((sealed) => bytes.indexOf(sealed));
  return {
    bytes,
    sealedAt: (at) =>
      begins.some(
        (begin, n) => begin !== -1 && at >= begin && at < begin + (seals[n]?.length ?? 0),
      ),
  };
}

/** How a vault with these bytes behaves: what it says, and what each record reads as. */
function behaviour(bytes: Buffer): {
  setAside: boolean;
  reported: number;
  wrong: string[];
  gone: number;
} {
  const folder = mkdtempSync(join(tmpdir(), 'culvert-flip-'));
  try {
    mkdirSync(join(folder, 'vault'));
    writeFileSync(join(folder, 'vault', 'vault.db'), bytes);
    const { vault, setAside } = openSqliteVault(join(folder, 'vault'));
    let reported = 0;
    const sealed = seal(vault, () => (reported += 1));
    const found = names.map(
      (name) => [name, sealed.read('read-cache', name, z.unknown())] as const,
    );
    vault.close();
    return {
      setAside: setAside !== undefined,
      reported,
      gone: found.filter(([, value]) => value === undefined).length,
      wrong: found.flatMap(([name, value]) =>
        value === undefined || JSON.stringify(value) === JSON.stringify(valueOf(name))
          ? []
          : [name],
      ),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('the vault detects any flipped byte, returns no wrong value, and loses one record to a byte of its seal', () => {
  const { bytes, sealedAt } = wholeVault();
  const step = Math.max(1, Math.floor(bytes.byteLength / runs(60, bytes.byteLength)));
  const counts = { tried: 0, sealed: 0, unused: 0, reported: 0, maxGone: 0, setAside: 0 };
  for (let at = 0; at < bytes.byteLength; at += step) {
    const turned = Buffer.from(bytes);
    turned[at] = (turned[at] ?? 0) ^ 0xff;
    const { setAside, reported, wrong, gone } = behaviour(turned);
    const where = `byte ${String(at)}`;
    expect(wrong, where).toEqual([]);
    counts.tried += 1;
    if (sealedAt(at)) {
      counts.sealed += 1;
      expect([setAside, gone, reported > 0], where).toEqual([false, 1, true]);
    }
    if (setAside) counts.setAside += 1;
    else if (gone === 0 && reported === 0) counts.unused += 1;
    else {
      counts.reported += 1;
      expect(reported, where).toBeGreaterThan(0);
      counts.maxGone = Math.max(counts.maxGone, gone);
    }
  }
  // Flips of unused bytes are not detected; they must not be the only ones that are tried.
  expect(counts.reported + counts.setAside).toBeGreaterThan(counts.tried / 4);
  if (step === 1) console.info(counts);
});
