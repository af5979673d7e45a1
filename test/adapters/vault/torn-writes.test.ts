import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openSqliteVault } from '#adapters/vault/sqlite-vault.ts';
import type { Vault } from '#core/kernel/ports.ts';
import { drawn } from '#test/simulator/deep.ts';
import { freshFolder } from '#test/adapters/folders.ts';
import { open, place } from './vaults.ts';

/** What a disk writes whole; the pages of the vault are eight of them. */
const sector = 512;
const names = Array.from({ length: 12 }, (_, n) => `record ${String(n)}`);
const file = 'vault.db';
const log = 'vault.db-wal';

function fill(vault: Vault, n: number): void {
  vault.write(
    names.map((name, at) => ({ ...place, name, sealed: Buffer.alloc(200 + at * 700, n) })),
  );
}

/** The number that every record holds, or what is wrong with them. */
function held(vault: Vault): number | string {
  const found = names.map((name) => vault.read({ ...place, name }));
  const whole = found.every(
    (bytes, at) => bytes?.byteLength === 200 + at * 700 && bytes.every((byte) => byte === bytes[0]),
  );
  const values = new Set(found.map((bytes) => bytes?.[0]));
  return whole && values.size === 1 ? (found[0]?.[0] ?? -1) : `mixed: ${[...values].join()}`;
}

function copyOf(folder: string): { file: Buffer; log: Buffer } {
  return { file: readFileSync(join(folder, file)), log: readFileSync(join(folder, log)) };
}

/**
 * A write of `after` over `before` that the power cut ended: of each sector that differs, either is
 * there, in any order, and what lay beyond the old end may be zeros, or the file may end before.
 */
function torn(
  before: Buffer,
  after: Buffer,
  survives: (index: number) => boolean,
  end: number,
): Buffer {
  const result = Buffer.from(after);
  for (let at = 0; at < after.byteLength; at += sector) {
    if (survives(at / sector)) continue;
    result.subarray(at, at + sector).fill(0);
    before.subarray(at, at + sector).copy(result, at);
  }
  const grown = Math.max(0, after.byteLength - before.byteLength);
  return result.subarray(0, before.byteLength + Math.ceil(grown * end));
}

const tearing = fc.record({
  // Of many sectors few are lost, or few arrive: both ends of it are where mistakes hide.
  lost: fc.double({ min: 0, max: 1, noNaN: true }),
  seed: fc.integer(),
  end: fc.constantFrom(1, 1, 0.97, 0.5, 0.1, 0),
});

function chooser({ lost, seed }: { lost: number; seed: number }): (index: number) => boolean {
  return (index) => {
    const mixed = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(seed, 0x85ebca6b);
    return (Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 0) / 2 ** 32 >= lost;
  };
}

/** What a vault of these two files holds when it is opened. */
function afterPowerCut(image: { file: Buffer; log: Buffer }): number | string {
  const folder = mkdtempSync(join(tmpdir(), 'culvert-torn-'));
  try {
    writeFileSync(join(folder, file), image.file);
    writeFileSync(join(folder, log), image.log);
    const { vault, setAside } = openSqliteVault(folder);
    const found = setAside === undefined ? held(vault) : 'set aside';
    vault.close();
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('a vault holds the old value or the new one when sectors of its log were lost or came in any order', () => {
  const folder = freshFolder();
  const { vault } = open(folder);
  fill(vault, 1);
  fill(vault, 2);
  const before = copyOf(folder);
  fill(vault, 3);
  const after = copyOf(folder);
  const seen = new Map<number | string, number>();
  fc.assert(
    fc.property(tearing, (how) => {
      const found = afterPowerCut({
        file: after.file,
        log: torn(before.log, after.log, chooser(how), how.end),
      });
      seen.set(found, (seen.get(found) ?? 0) + 1);
      expect([2, 3]).toContain(found);
    }),
    drawn(40, 10_000),
  );
  expect(seen.get(2)).toBeGreaterThan(0);
  expect(seen.get(3)).toBeGreaterThan(0);
});

/** The vault before its log is written back into it, and after, the log still whole. */
function writtenBack(): { before: Buffer; after: Buffer; log: Buffer } {
  const folder = freshFolder();
  const { vault } = open(folder);
  fill(vault, 1);
  fill(vault, 2);
  const { file: before, log: whole } = copyOf(folder);
  const twin = freshFolder();
  mkdirSync(twin);
  for (const name of [file, log]) copyFileSync(join(folder, name), join(twin, name));
  // The last to close it writes the log back.
  openSqliteVault(twin).vault.close();
  return { before, after: readFileSync(join(twin, file)), log: whole };
}

it('a vault holds the new value when its log was being written back', () => {
  const { before, after, log: whole } = writtenBack();
  expect(after.equals(before)).toBe(false);
  fc.assert(
    fc.property(tearing, (how) => {
      const image = torn(before, after, chooser(how), how.end);
      expect(afterPowerCut({ file: image, log: whole })).toBe(2);
    }),
    drawn(40, 10_000),
  );
});

it('a vault holds what was written back when its log is stale, empty or nothing but zeros', () => {
  const { after, log: stale } = writtenBack();
  expect(afterPowerCut({ file: after, log: stale })).toBe(2);
  expect(afterPowerCut({ file: after, log: Buffer.alloc(0) })).toBe(2);
  expect(afterPowerCut({ file: after, log: Buffer.alloc(stale.byteLength) })).toBe(2);
});
