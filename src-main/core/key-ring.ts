import type { KeychainState } from '../../src-contract/bridge.ts';
import { SecretStoreError, type Random, type SecretStore } from './ports.ts';

const keyBytes = 32;

/** What one account has in the keychain: its API key, and the key that its records are sealed with. */
export interface AccountKeys {
  readonly apiKey: string;
  readonly vaultKey: Uint8Array;
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
  /** Removes both, the vault key first: without it the account's records are noise. */
  forget(account: string): Promise<KeychainState>;
}

export function createKeyRing(secrets: SecretStore, random: Random): KeyRing {
  const nameOf = (account: string, what: 'api-key' | 'vault-key') => `${account} ${what}`;

  /** The vault key; a new one where there is none or it cannot be one. */
  async function vaultKey(account: string): Promise<{ key: Uint8Array; isNew: boolean }> {
    const name = nameOf(account, 'vault-key');
    const stored = Buffer.from((await secrets.get(name)) ?? '', 'base64');
    if (stored.length === keyBytes) return { key: stored, isNew: false };
    const key = random.bytes(keyBytes);
    await secrets.set(name, Buffer.from(key).toString('base64'));
    return { key, isNew: true };
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
        const { key, isNew } = await vaultKey(account);
        return { state: 'ready', keys: { apiKey, vaultKey: key }, vaultKeyIsNew: isNew };
      }),
    keep: (account, apiKey) =>
      guarded(async () => {
        const { key, isNew } = await vaultKey(account);
        await secrets.set(nameOf(account, 'api-key'), apiKey);
        return { state: 'ready', keys: { apiKey, vaultKey: key }, vaultKeyIsNew: isNew };
      }),
    async forget(account) {
      try {
        await secrets.remove(nameOf(account, 'vault-key'));
        await secrets.remove(nameOf(account, 'api-key'));
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
