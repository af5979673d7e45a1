import { describe, expect, it } from 'vitest';
import { BackupCopies } from '#core/backup/backup-copies.ts';
import { openBackup, type Backup } from '#core/backup/backup-file.ts';
import { fakeBackupFiles, fakeSecrets, manualClock, recordingLog } from '#test/core/fakes.ts';

const passphrase = 'five words of a test';
const tenMinutes = 10 * 60_000;

function fixture() {
  const [secrets, files, clock, log] = [
    fakeSecrets(),
    fakeBackupFiles(),
    manualClock(),
    recordingLog(),
  ];
  const backup: Backup = {
    culvert: 'backup',
    layout: 1,
    createdAt: 0,
    settings: {},
    accounts: [],
  };
  let reads = 0;
  const account = { note: 'a note', isOpen: true };
  const collect = () => {
    reads += 1;
    const settings = { theme: account.note === 'a note' ? 'dark' : 'light' } as const;
    return Promise.resolve(
      account.isOpen ? { ...backup, createdAt: clock.now(), settings } : undefined,
    );
  };
  const options = { backups: { collect }, entries: secrets, files, clock, log, work: 1 };
  const start = () => {
    const copies = new BackupCopies(options);
    copies.follow(true);
    return copies;
  };
  return { secrets, files, clock, log, account, start, reads: () => reads };
}

/** Encryption takes moments that no clock of a test knows. */
const settle = (count: number, files: { readonly files: ReadonlyMap<string, unknown> }) =>
  expect.poll(() => files.files.size).toBe(count);

describe('copies in a folder', () => {
  it('begin with one, which opens, and are renewed when something has changed', async () => {
    const { files, clock, account, start } = fixture();
    const copies = start();
    const set = await copies.set('/synced', passphrase);
    expect(set).toMatchObject({ value: { folder: '/synced', writtenAt: clock.now() } });
    await clock.advance(3 * tenMinutes);
    account.note = 'another';
    await clock.advance(tenMinutes);
    await settle(2, files);
    expect([...files.files.keys()].every((path) => path.startsWith('/synced/'))).toBe(true);
    const themes: unknown[] = [];
    for (const bytes of files.files.values()) {
      const opened = await openBackup(bytes, passphrase);
      themes.push(opened.ok && opened.value.settings.theme);
    }
    expect(themes).toEqual(['dark', 'light']);
  });

  it('go on after a restart, and end when they are switched off', async () => {
    const { secrets, files, clock, account, start } = fixture();
    const before = start();
    await before.set('/synced', passphrase);
    before.follow(false);
    account.note = 'another';
    const restarted = start();
    await clock.advance(tenMinutes);
    await settle(2, files);
    await restarted.set(undefined, '');
    expect(secrets.entries.size).toBe(0);
    expect(await restarted.state()).toEqual({ folder: null, writtenAt: null, failed: false });
  });

  it('read nothing of the accounts while they are off, and ask the keychain once', async () => {
    const { secrets, clock, start, reads } = fixture();
    let asked = 0;
    secrets.get = () => {
      asked += 1;
      return Promise.resolve(undefined);
    };
    start();
    await clock.advance(5 * tenMinutes);
    expect([asked, reads()]).toEqual([1, 0]);
  });

  it('say that one could not be written, and try again', async () => {
    const { files, clock, log, start } = fixture();
    const copies = start();
    const working = fakeBackupFiles();
    files.writeCopy = () => Promise.reject(new Error('unplugged: /synced'));
    expect(await copies.set('/synced', passphrase)).toMatchObject({
      value: { folder: '/synced', writtenAt: null, failed: true },
    });
    expect(log.lines.join('')).not.toContain('synced');
    files.writeCopy = (...copy) => working.writeCopy(...copy);
    await clock.advance(tenMinutes);
    await settle(1, working);
    await expect.poll(() => copies.state()).toMatchObject({ failed: false });
  });

  it('are not switched on where no keychain takes the passphrase', async () => {
    const { secrets, files, start } = fixture();
    secrets.state = 'absent';
    expect(await start().set('/synced', passphrase)).toMatchObject({
      failure: { kind: 'keychain', reason: 'absent' },
    });
    expect(files.files.size).toBe(0);
  });
});
