import type { KeychainState } from '#contract/ipc/session.ts';
import { SecretStoreError, type Random, type SecretStore } from '#core/ports.ts';

const keyBytes = 32;

/** What one account has in the keychain: its API key, and what its sealed records need. */
export interface AccountKeys {
  readonly apiKey: string;
  readonly vaultKey: Uint8Array;
  /** The number of the newest write to the vault that was noted here (`vault-roster.ts`). */
  readonly mark: number;
}

/** How a look into the keychain ended. `missing`: it answered, and has nothing of this account. */
export type KeysFound =
  | { readonly state: 'ready'; readonly keys: AccountKeys; readonly vaultKeyIsNew: boolean }
  | { readonly state: 'missing' }
  | { readonly state: Exclude<KeychainState, 'ready'> };

export interface KeyRing {
  find(account: string): Promise<KeysFound>;
  /** Keeps an API key; makes a vault key where there is none. */
  keep(account: string, apiKey: string): Promise<KeysFound>;
  /** Notes the number of a write to the vault. Rejects with a `SecretStoreError`. */
  keepMark(account: string, mark: number): Promise<void>;
  /** What the account was called when it was last open; empty where that is not known. */
  name(account: string): Promise<string>;
  /** Remembers that: it is personal, so no file has it in the clear. Does nothing where it cannot. */
  keepName(account: string, name: string): Promise<void>;
  /** Removes all of it, the vault key first: without it the account's records are noise. */
  forget(account: string): Promise<KeychainState>;
}

export function createKeyRing(secrets: SecretStore, random: Random): KeyRing {
  const nameOf = (account: string, what: 'api-key' | 'vault-key' | 'vault-mark' | 'name') =>
    `${account} ${what}`;

  /** The vault key and its mark; a new one where there is none or it cannot be one. */
  async function vaultKeys(account: string): Promise<{
    readonly vaultKey: Uint8Array;
    readonly mark: number;
    readonly isNew: boolean;
  }> {
    const name = nameOf(account, 'vault-key');
    const stored = Buffer.from((await secrets.get(name)) ?? '', 'base64');
    if (stored.length === keyBytes) {
      const mark = Number(await secrets.get(nameOf(account, 'vault-mark')));
      return { vaultKey: stored, mark: Number.isSafeInteger(mark) ? mark : 0, isNew: false };
    }
    const vaultKey = random.bytes(keyBytes);
    // The mark of another key's records says nothing of those that begin now.
    await secrets.remove(nameOf(account, 'vault-mark'));
    await secrets.set(name, Buffer.from(vaultKey).toString('base64'));
    return { vaultKey, mark: 0, isNew: true };
  }

  async function guarded(read: () => Promise<KeysFound>): Promise<KeysFound> {
    try {
      return await read();
    } catch (error) {
      return { state: stateOf(error) };
    }
  }

  return {
    find: (account) =>
      guarded(async () => {
        const apiKey = await secrets.get(nameOf(account, 'api-key'));
        if (apiKey === undefined) return { state: 'missing' };
        const { isNew, ...vault } = await vaultKeys(account);
        return { state: 'ready', keys: { apiKey, ...vault }, vaultKeyIsNew: isNew };
      }),
    keep: (account, apiKey) =>
      guarded(async () => {
        const { isNew, ...vault } = await vaultKeys(account);
        await secrets.set(nameOf(account, 'api-key'), apiKey);
        return { state: 'ready', keys: { apiKey, ...vault }, vaultKeyIsNew: isNew };
      }),
    keepMark: (account, mark) => secrets.set(nameOf(account, 'vault-mark'), String(mark)),
    async name(account) {
      try {
        return (await secrets.get(nameOf(account, 'name'))) ?? '';
      } catch (error) {
        stateOf(error);
        return '';
      }
    },
    async keepName(account, name) {
      try {
        await secrets.set(nameOf(account, 'name'), name);
      } catch (error) {
        stateOf(error);
      }
    },
    async forget(account) {
      try {
        await secrets.remove(nameOf(account, 'vault-key'));
        await secrets.remove(nameOf(account, 'api-key'));
        await secrets.remove(nameOf(account, 'vault-mark'));
        await secrets.remove(nameOf(account, 'name'));
        return 'ready';
      } catch (error) {
        return stateOf(error);
      }
    },
  };
}

function stateOf(error: unknown): Exclude<KeychainState, 'ready'> {
  if (error instanceof SecretStoreError) return error.state;
  throw error;
}
