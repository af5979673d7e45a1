import type { KeychainState } from '#contract/ipc/session.ts';
import { SecretStoreError, type Random, type SecretStore } from '#core/ports.ts';

const keyBytes = 32;

/** One account's entries in the keychain: its API key, and the key and checkpoint of its vault. */
export interface AccountKeys {
  readonly apiKey: string;
  readonly vaultKey: Uint8Array;
  /** The serial number of the newest write to the vault that was saved here (`vault-manifest.ts`). */
  readonly checkpoint: number;
}

/** The answer of the keychain. `missing`: it answered, and has nothing of this account. */
export type KeysFound =
  | { readonly state: 'ready'; readonly keys: AccountKeys; readonly vaultKeyIsNew: boolean }
  | { readonly state: 'missing' }
  | { readonly state: Exclude<KeychainState, 'ready'> };

export interface KeyRing {
  find(account: string): Promise<KeysFound>;
  /** Saves an API key; makes a vault key where there is none. */
  save(account: string, apiKey: string): Promise<KeysFound>;
  /** Saves the serial number of a write to the vault. Rejects with a `SecretStoreError`. */
  saveCheckpoint(account: string, serial: number): Promise<void>;
  /** The account's name when it was last open; empty where that is not known. */
  name(account: string): Promise<string>;
  /** Saves the name: it is personal, so no plain file has it. Does nothing where it cannot. */
  saveName(account: string, name: string): Promise<void>;
  /** Removes all of it, the vault key first: without it the account's records are noise. */
  forget(account: string): Promise<KeychainState>;
}

export function createKeyRing(secrets: SecretStore, random: Random): KeyRing {
  const nameOf = (account: string, what: 'api-key' | 'vault-key' | 'vault-mark' | 'name') =>
    `${account} ${what}`;

  /** The vault key and its checkpoint; a new key where there is none or it has another length. */
  async function vaultKeys(account: string): Promise<{
    readonly vaultKey: Uint8Array;
    readonly checkpoint: number;
    readonly isNew: boolean;
  }> {
    const name = nameOf(account, 'vault-key');
    const stored = Buffer.from((await secrets.get(name)) ?? '', 'base64');
    if (stored.length === keyBytes) {
      const checkpoint = Number(await secrets.get(nameOf(account, 'vault-mark')));
      const serial = Number.isSafeInteger(checkpoint) ? checkpoint : 0;
      return { vaultKey: stored, checkpoint: serial, isNew: false };
    }
    const vaultKey = random.bytes(keyBytes);
    // The checkpoint of another key's records does not apply to those that begin now.
    await secrets.remove(nameOf(account, 'vault-mark'));
    await secrets.set(name, Buffer.from(vaultKey).toString('base64'));
    return { vaultKey, checkpoint: 0, isNew: true };
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
    save: (account, apiKey) =>
      guarded(async () => {
        const { isNew, ...vault } = await vaultKeys(account);
        await secrets.set(nameOf(account, 'api-key'), apiKey);
        return { state: 'ready', keys: { apiKey, ...vault }, vaultKeyIsNew: isNew };
      }),
    saveCheckpoint: (account, serial) => secrets.set(nameOf(account, 'vault-mark'), String(serial)),
    async name(account) {
      try {
        return (await secrets.get(nameOf(account, 'name'))) ?? '';
      } catch (error) {
        stateOf(error);
        return '';
      }
    },
    async saveName(account, name) {
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
