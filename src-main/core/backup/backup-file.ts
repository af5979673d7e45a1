import { z } from 'zod';
import { fail, ok, type Result } from '#contract/failure.ts';
import { settingsCommands } from '#contract/ipc/settings.ts';
import { parseStored } from '#core/kernel/stored-json.ts';
import { AccountData } from './account-data.ts';
import { usualWork, type Unwrapping } from './passphrase-stanza.ts';

/** docs/backup.md describes this layout; another number is another layout. */
const layout = 1;

/** The longest file that is read, bytes. A full account has a few megabytes. */
export const longestBackup = 64 * 1024 * 1024;

/** Not what weakens this computer's lock or questions, nor what is of one computer. */
export const CarriedSettings = settingsCommands['settings.set'].input
  .pick({
    language: true,
    theme: true,
    clipboardSeconds: true,
    closeToTray: true,
    trayShows: true,
    quickKeys: true,
    keyDevices: true,
    notifyMoney: true,
    notifyTerms: true,
    notifyMachines: true,
    pasteApp: true,
    scanApp: true,
  })
  .strip();
export type CarriedSettings = z.output<typeof CarriedSettings>;

const maxAccounts = 100;

const BackupAccountData = z.object({
  service: z.string().max(2048),
  /** The service's id of the user. */
  profile: z.int(),
  /** The e-mail; empty where there is none. */
  name: z.string().max(1000),
  apiKey: z.string().max(256).exactOptional(),
  data: AccountData,
});

export const Backup = z.object({
  culvert: z.literal('backup'),
  layout: z.literal(layout),
  /** Unix milliseconds. */
  createdAt: z.number(),
  settings: CarriedSettings,
  accounts: z.array(BackupAccountData).max(maxAccounts),
});
export type Backup = z.output<typeof Backup>;
export type BackupAccountData = Backup['accounts'][number];

const Heading = z.object({ culvert: z.literal('backup'), layout: z.int() });

/** What the file of an age program begins with. */
const magic = 'age-encryption.org/';

/** Encrypts a backup under a passphrase, as the `age` program would. */
export async function sealBackup(
  backup: Backup,
  passphrase: string,
  work = usualWork,
): Promise<Uint8Array> {
  const [{ Encrypter }, { passphraseRecipient }] = await loadAge();
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(typed(passphrase), work));
  return await encrypter.encrypt(JSON.stringify(backup));
}

/** Fails with `file` and why: another program's, a later layout, the passphrase, damage. */
export async function openBackup(bytes: Uint8Array, passphrase: string): Promise<Result<Backup>> {
  if (bytes.byteLength > longestBackup) return fail('file', { reason: 'too-large' });
  if (!Buffer.from(bytes.subarray(0, magic.length)).equals(Buffer.from(magic))) {
    return fail('file', { reason: 'no-backup' });
  }
  const text = await decrypted(bytes, passphrase);
  return text.ok ? readBackup(text.value) : text;
}

async function decrypted(bytes: Uint8Array, passphrase: string): Promise<Result<string>> {
  const [{ Decrypter }, { passphraseIdentity }] = await loadAge();
  const decrypter = new Decrypter();
  let how: Unwrapping | undefined;
  decrypter.addIdentity(
    passphraseIdentity(typed(passphrase), (next) => {
      how = next;
    }),
  );
  try {
    return ok(await decrypter.decrypt(bytes, 'text'));
  } catch {
    if (how === 'foreign') return fail('file', { reason: 'no-backup' });
    return fail('file', { reason: how === 'wrong' ? 'wrong-passphrase' : 'damaged' });
  }
}

function readBackup(text: string): Result<Backup> {
  const heading = parseStored(text, Heading);
  if (heading === undefined) return fail('file', { reason: 'no-backup' });
  if (heading.layout > layout) return fail('file', { reason: 'newer-backup' });
  const backup = parseStored(text, Backup);
  return backup === undefined ? fail('file', { reason: 'damaged' }) : ok(backup);
}

/** The same for the same characters, however a keyboard composes them. */
function typed(passphrase: string): string {
  return passphrase.normalize('NFC');
}

/** Loaded when it is first used: no start needs it. */
function loadAge() {
  return Promise.all([import('age-encryption'), import('./passphrase-stanza.ts')]);
}
