import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PlainFiles } from '#core/ports.ts';

const fileName = 'accounts.json';

const StoredAccounts = z.object({
  current: z.string().nullable(),
  accounts: z.array(z.object({ id: z.string(), service: z.string() })),
});

/** An account that this machine knows: nothing of it is secret. */
export interface StoredAccount {
  readonly id: string;
  readonly service: string;
}

/** Which accounts there are and which is open, in a plain file: read before the keychain is. */
export interface Accounts {
  all(): readonly StoredAccount[];
  current(): StoredAccount | undefined;
  /** Adds it or gives it this service, and makes it the open one. */
  open(account: StoredAccount): void;
  remove(id: string): void;
}

export function createAccounts(files: PlainFiles): Accounts {
  let stored = readAccounts(files.read(fileName));

  function write(next: typeof stored): void {
    stored = next;
    files.write(fileName, `${JSON.stringify(stored, null, 2)}\n`);
  }

  return {
    all: () => stored.accounts,
    current: () => stored.accounts.find(({ id }) => id === stored.current),
    open(account) {
      const { id, service } = account;
      const known = stored.accounts.some((each) => each.id === id);
      const accounts = known
        ? stored.accounts.map((each) => (each.id === id ? { id, service } : each))
        : [...stored.accounts, { id, service }];
      write({ current: id, accounts });
    },
    remove(id) {
      const accounts = stored.accounts.filter((account) => account.id !== id);
      write({ current: stored.current === id ? null : stored.current, accounts });
    },
  };
}

/**
 * The id that earlier versions gave an account: it can be guessed from the service and the person's
 * number there. Accounts that have one keep it, because their records are sealed with it.
 */
export function derivedAccountId(service: string, profileId: number): string {
  const digest = createHash('sha256')
    .update(`${service}\n${String(profileId)}`)
    .digest('hex');
  return digest.slice(0, 16);
}

function readAccounts(text: string | undefined): z.output<typeof StoredAccounts> {
  try {
    return StoredAccounts.parse(JSON.parse(text ?? ''));
  } catch {
    return { current: null, accounts: [] };
  }
}
