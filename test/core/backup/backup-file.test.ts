import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Encrypter } from 'age-encryption';
import { beforeAll, describe, expect, it } from 'vitest';
import { longestBackup, openBackup, sealBackup, type Backup } from '#core/backup/backup-file.ts';
import { passphraseRecipient } from '#core/backup/passphrase-stanza.ts';
import { installed } from '#test/adapters/checks/programs.ts';
import { sampled } from '#test/simulator/deep.ts';
import { folderOfAFile } from '#test/temporary-folder.ts';

const hasAge = process.platform === 'linux' && installed('age') !== undefined;
if (!hasAge) process.stderr.write('\n[age] not installed: it was not run\n');

const passphrase = 'five words of a test';
/** As cheap as a guess can be. */
const work = 1;

const backup: Backup = {
  culvert: 'backup',
  layout: 1,
  createdAt: 1_700_000_000_000,
  settings: { language: 'ru' },
  accounts: [
    {
      service: 'https://api.example.com',
      profile: 7,
      name: 'anna@example.com',
      data: {
        favourites: { 'config:1': true },
        notes: { 'config:1': { text: 'canary of Anna, заметка', at: 5 } },
        copies: {},
        messages: {},
        checks: {},
        secrets: {},
      },
    },
  ],
};

async function sealedText(text: string): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(passphrase, work));
  return await encrypter.encrypt(text);
}

describe('the file of a backup', () => {
  let sealed: Uint8Array;
  beforeAll(async () => {
    sealed = await sealBackup(backup, passphrase, work);
  });

  it('gives back what went in, and has none of it in clear text', async () => {
    expect(await openBackup(sealed, passphrase)).toEqual({ ok: true, value: backup });
    const bytes = Buffer.from(sealed).toString('latin1');
    for (const canary of ['canary', 'anna', 'config:1', 'api.example', 'culvert', 'language']) {
      expect(bytes).not.toContain(canary);
    }
  });

  it('is refused with a flipped bit in any byte, cut anywhere, and by another passphrase', async () => {
    const refused = { ok: false, failure: { kind: 'file', reason: expect.any(String) as string } };
    for (const at of sampled([...sealed.keys()], 60)) {
      const flipped = Uint8Array.from(sealed);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      expect([at, await openBackup(flipped, passphrase)]).toEqual([at, refused]);
      expect([at, await openBackup(sealed.subarray(0, at), passphrase)]).toEqual([at, refused]);
    }
    expect(await openBackup(sealed, `${passphrase}.`)).toMatchObject({
      failure: { reason: 'wrong-passphrase' },
    });
  });

  it.each([
    ['of another program', () => Buffer.from('PK\u0003\u0004'), 'no-backup'],
    ['that is empty', () => new Uint8Array(), 'no-backup'],
    ['of age with other contents', () => sealedText('my diary'), 'no-backup'],
    [
      'of a later layout',
      () => sealedText(JSON.stringify({ ...backup, layout: 2 })),
      'newer-backup',
    ],
    ['whose contents do not parse', () => sealedText('{"culvert":"backup","layout":1}'), 'damaged'],
    ['that is huge', () => new Uint8Array(longestBackup + 1), 'too-large'],
  ])('a file %s is named as what it is', async (_, file, reason) => {
    expect(await openBackup(await file(), passphrase)).toEqual({
      ok: false,
      failure: { kind: 'file', reason },
    });
  });

  it('is not opened where a guess would take more memory than `age -p` does', async () => {
    const header = Buffer.from(sealed).toString('latin1');
    const costly = Buffer.from(header.replace(/^(-> scrypt \S+) \d+/m, '$1 19'), 'latin1');
    expect(await openBackup(costly, passphrase)).toMatchObject({
      failure: { reason: 'no-backup' },
    });
  });
});

describe('the program age', () => {
  const folder = folderOfAFile();

  /** `age` takes passphrases from a terminal alone: `script` makes one. */
  async function age(args: string, answers: number): Promise<void> {
    const run = spawn('script', ['-qec', `age ${args}`, '/dev/null'], { cwd: folder });
    let asked = 0;
    run.stdout.on('data', (said: Buffer) => {
      const questions = said.toString().match(/passphrase[^:\n]*:/gi) ?? [];
      for (const _ of questions) {
        asked += 1;
        if (asked <= answers) run.stdin.write(`${passphrase}\r`);
      }
    });
    const [code] = (await once(run, 'close')) as [number];
    expect(code).toBe(0);
  }

  it.runIf(hasAge)('opens a backup, and Culvert opens what it wrote', async () => {
    writeFileSync(join(folder, 'ours.age'), await sealBackup(backup, passphrase, 10));
    await age('-d -o ours.json ours.age', 1);
    expect(JSON.parse(readFileSync(join(folder, 'ours.json'), 'utf8'))).toEqual(backup);
    await age('-p -o theirs.age ours.json', 2);
    expect(await openBackup(readFileSync(join(folder, 'theirs.age')), passphrase)).toEqual({
      ok: true,
      value: backup,
    });
  });
});
