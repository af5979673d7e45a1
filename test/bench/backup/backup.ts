import { scryptSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mergedData, dataChanges, readData } from '#core/backup/account-data.ts';
import { openBackup, sealBackup, type Backup } from '#core/backup/backup-file.ts';
import { usualWork } from '#core/backup/passphrase-stanza.ts';
import { noteChange } from '#core/connections/notes.ts';
import { openSqliteVault } from '#adapters/vault/sqlite-vault.ts';
import { figure, type Bench } from '#test/bench/figure.ts';
import { ratiosOf, wallTime } from '#test/bench/pairs.ts';
import { sealedOver } from '#test/core/fakes.ts';

const count = 10_000;
const passphrase = 'five words of a bench';

/** Records of an account with a note on each of 10,000 connections, on a disk. */
function annotated(folder: string) {
  const { vault } = openSqliteVault(join(folder, 'from'));
  const sealed = sealedOver(vault);
  const note = { text: 'whose it is, and where '.repeat(4), at: 1 };
  sealed.write(Array.from({ length: count }, (_, id) => noteChange(`config:${String(id)}`, note)));
  return sealed;
}

/** Everything but the wrapping of the passphrase, for which each file takes the least work there is. */
async function moved(from: ReturnType<typeof annotated>, folder: string): Promise<void> {
  const account = { service: 'https://api.example.com', profile: 1, name: '' };
  const data = readData(from);
  const head = { culvert: 'backup', layout: 1, createdAt: 0, settings: {} } as const;
  const backup: Backup = { ...head, accounts: [{ ...account, data }] };
  const opened = await openBackup(await sealBackup(backup, passphrase, 1), passphrase);
  const read = opened.ok ? opened.value.accounts[0]?.data : undefined;
  if (read === undefined) throw new Error('the backup does not open');
  const { vault } = openSqliteVault(mkdtempSync(join(folder, 'to-')));
  const to = sealedOver(vault);
  const before = readData(to);
  to.write(dataChanges(to, before, mergedData(before, read)));
  vault.close();
}

/** Saving and restoring 10,000 notes beside the wrapping of the passphrase, which is slow by intention. */
export const backup: Bench = {
  id: 'backup.notes',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'culvert-bench-'));
    const from = annotated(folder);
    const work = { N: 2 ** usualWork, r: 8, p: 1, maxmem: 2 ** 29 };
    const single = await ratiosOf(
      { of: () => moved(from, folder), by: () => scryptSync(passphrase, 'salt', 32, work) },
      { rounds: 5, warmUp: 1, now: wallTime },
    );
    rmSync(folder, { recursive: true, force: true });
    const note = 'saving and restoring 10,000 notes / wrapping a passphrase once';
    return [figure('backup.notes', single, { better: 'lower', target: 1, of: 'median', note })];
  },
};
