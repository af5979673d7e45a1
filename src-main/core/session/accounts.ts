import { z } from 'zod';
import type { Log, PlainFiles } from '#core/kernel/ports.ts';
import { parseStored, readableItems, readStoredFile } from '#core/kernel/stored-json.ts';

const fileName = 'accounts.json';

/** An account that this machine knows: nothing of it is secret. */
const StoredAccount = z.object({ id: z.string(), service: z.string() });
export type StoredAccount = Readonly<z.output<typeof StoredAccount>>;
const StoredAccounts = z.object({
  current: z.string().nullable(),
  accounts: z.array(StoredAccount),
  /** It was damaged, and what it has lost was not looked for yet. */
  lost: z.literal(true).exactOptional(),
});
type StoredAccounts = z.output<typeof StoredAccounts>;

const AccountsRemains = z.object({
  current: z.string().nullable().catch(null),
  accounts: readableItems(StoredAccount),
});

/** Which accounts there are and which is open, in a plain file: read before the keychain is. */
export type Accounts = ReturnType<typeof createAccounts>;

/** A damaged file is set aside and replaced by what can be read of it. */
export function createAccounts(files: PlainFiles, log: Log) {
  const isMissing = files.read(fileName) === undefined;
  let stored = readAccounts(files, log);

  function write(next: Partial<StoredAccounts>): void {
    stored = { ...stored, ...next };
    writeAccounts(files, stored);
  }

  return {
    /** What was wrong with the file: others than those that it has may be on this machine. */
    damage: (): 'missing' | 'damaged' | undefined =>
      stored.lost ? 'damaged' : isMissing ? 'missing' : undefined,
    all: (): readonly StoredAccount[] => stored.accounts,
    current: (): StoredAccount | undefined =>
      stored.accounts.find(({ id }) => id === stored.current),
    /** Adds it or gives it this service, and makes it the open one. */
    open(account: StoredAccount) {
      const { id, service } = account;
      const known = stored.accounts.some((each) => each.id === id);
      const accounts = known
        ? stored.accounts.map((each) => (each.id === id ? { id, service } : each))
        : [...stored.accounts, { id, service }];
      write({ current: id, accounts });
    },
    /** Adds all accounts that the file has lost; the first is the open one where none was. */
    restore(found: readonly StoredAccount[]) {
      const { lost: _, ...rest } = stored;
      stored = {
        ...rest,
        current: stored.current ?? found[0]?.id ?? null,
        accounts: [...stored.accounts, ...found],
      };
      writeAccounts(files, stored);
    },
    remove(id: string) {
      const accounts = stored.accounts.filter((account) => account.id !== id);
      write({ current: stored.current === id ? null : stored.current, accounts });
    },
  };
}

function readAccounts(files: PlainFiles, log: Log): StoredAccounts {
  const none: StoredAccounts = { current: null, accounts: [] };
  const { text, value } = readStoredFile(files, log, fileName, StoredAccounts);
  if (text === undefined || value) return value ?? none;
  const remains: StoredAccounts = { ...(parseStored(text, AccountsRemains) ?? none), lost: true };
  files.setAside(fileName);
  writeAccounts(files, remains);
  return remains;
}

function writeAccounts(files: PlainFiles, accounts: StoredAccounts): void {
  files.write(fileName, `${JSON.stringify(accounts, null, 2)}\n`);
}
