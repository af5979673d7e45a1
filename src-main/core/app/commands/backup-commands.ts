import { fail, ok } from '#contract/failure.ts';
import { longestBackup } from '#core/backup/backup-file.ts';
import { savedAs } from '#core/kernel/saving.ts';
import type { CommandsOf } from './command.ts';
import { keyPrefixOf } from './session-commands.ts';

export const backupCommands: CommandsOf<'backup'> = {
  'backup.save': {
    asks({ keys, secrets }, { session }) {
      const isAsked = (keys || secrets) && session.current() !== undefined;
      return isAsked ? [{ kind: 'backup', keys, secrets }] : [];
    },
    async run({ passphrase, ...choice }, { backups, options, session }) {
      const account = session.current();
      const made = await backups.make(passphrase, choice);
      if (!made.ok) return made;
      const day = new Date(options.clock.now()).toISOString().slice(0, 10);
      return savedAs(() =>
        options.shell.saveFile(
          `culvert-backup-${day}.age`,
          made.value,
          () => session.current() === account,
        ),
      );
    },
  },
  'backup.choose': async (_, { backups, options }) => {
    // One byte more shows that it is longer.
    const bytes = await options.shell.openFile(['age'], longestBackup + 1);
    if (bytes !== undefined) backups.choose(bytes);
    return ok({ chosen: bytes !== undefined });
  },
  'backup.read': ({ passphrase }, { backups }) => backups.read(passphrase),
  'backup.restore': {
    async asks(_, { backups }) {
      const keys = await backups.keysToUse();
      return keys.map(({ service, apiKey }) => ({
        kind: 'sign-in',
        service,
        keyPrefix: keyPrefixOf(apiKey),
      }));
    },
    async run(_, { backups, session }) {
      for (const { service, apiKey } of await backups.keysToUse()) {
        const signedIn = await session.signIn(service, apiKey);
        if (!signedIn.ok) return signedIn;
      }
      return backups.restore();
    },
  },
  'backup.undo': (_, { backups }) => backups.undo(),
  'backup.close': (_, { backups }) => {
    backups.close();
    return ok<true>(true);
  },
  'backup.copies': async (_, { backupCopies }) => ok(await backupCopies.state()),
  'backup.setCopies': async ({ passphrase }, { backupCopies, options, session }) => {
    if (session.current() === undefined) return fail('unsent', { reason: 'signed-out' });
    if (passphrase === '') return backupCopies.set(undefined, '');
    const folder = await options.shell.openFolder();
    return folder === undefined
      ? ok(await backupCopies.state())
      : backupCopies.set(folder, passphrase);
  },
};
