import { z } from 'zod';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { KeychainState } from '#contract/ipc/session.ts';
import { SecretStoreError, type Log, type Random, type SecretStore } from '#core/kernel/ports.ts';
import { parseStored } from '#core/kernel/stored-json.ts';
import type { StoredAccount } from './accounts.ts';

const keyBytes = 32;

const ApiKeyEntry = z.object({
  key: z.string(),
  service: z.string(),
  /** The service's id of the user. */
  profile: z.int(),
});
type ApiKeyEntry = z.output<typeof ApiKeyEntry>;

/** One account's entries in the keychain: its API key, and the key and checkpoint of its vault. */
export interface AccountKeys {
  readonly apiKey: string;
  /** The service's id of the user. */
  readonly profile: number;
  readonly vaultKey: Uint8Array;
  /** The serial number of the newest write to the vault that was saved here (`vault-manifest.ts`). */
  readonly checkpoint: number;
}

type Refused = { readonly state: Exclude<KeychainState, 'ready'> };

type KeysSaved = { readonly state: 'ready'; readonly keys: AccountKeys } | Refused;

/** The answer of the keychain. `missing`: it answered, and has nothing of this account. */
type KeyLookup =
  | KeysSaved
  | { readonly state: 'missing' }
  /** The key was given for another service: it is not handed out. */
  | { readonly state: 'other-service'; readonly service: string };

/** The accounts' entries in the keychain; an unreadable one counts as missing. */
export class KeyRing {
  readonly #secrets: SecretStore;
  readonly #random: Random;
  readonly #log: Log;
  /** The accounts' names, as far as they are known in this run. */
  readonly #names = new Map<string, string>();

  constructor(secrets: SecretStore, random: Random, log: Log) {
    this.#secrets = secrets;
    this.#random = random;
    this.#log = log;
  }

  /** @param account.service as the plain file has it */
  find(account: StoredAccount): Promise<KeyLookup> {
    return guarded(async () => {
      const entry = await this.#entryOf(account);
      if (entry === undefined) return { state: 'missing' };
      const { key: apiKey, service, profile } = entry;
      if (service !== account.service) return { state: 'other-service', service };
      const vault = await this.#vaultKeys(account.id);
      return { state: 'ready', keys: { apiKey, profile, ...vault } };
    });
  }

  /**
   * The account among these that is this user's at this service, whichever key opens it; else one there whose
   * API key is gone, and which is theirs (by `profileIn`) or whose records nothing opens.
   */
  async findUser(
    accounts: readonly StoredAccount[],
    service: string,
    profile: number,
    profileIn: (account: string, vaultKey: Uint8Array) => number | undefined,
  ): Promise<StoredAccount | undefined> {
    const gone: StoredAccount[] = [];
    for (const account of accounts) {
      const entry = await guarded(() => this.#entryOf(account));
      if (entry === undefined && account.service === service) gone.push(account);
      if (entry === undefined || 'state' in entry) continue;
      if (entry.service === service && entry.profile === profile) return account;
    }
    let unopened: StoredAccount | undefined;
    for (const account of gone) {
      const vaultKey = await this.vaultKey(account.id);
      if (vaultKey === undefined) unopened ??= account;
      else if (profileIn(account.id, vaultKey) === profile) return account;
    }
    return unopened;
  }

  /** Those with an API key, and its service; `undefined` where the keychain refuses. */
  async findAccounts(ids: readonly string[]): Promise<readonly StoredAccount[] | undefined> {
    const found: StoredAccount[] = [];
    for (const id of ids) {
      const entry = await guarded(() => this.#entryOf({ id }));
      if (entry !== undefined && 'state' in entry) return undefined;
      if (entry !== undefined) found.push({ id, service: entry.service });
    }
    return found;
  }

  /** Whether one of these accounts has this very API key, for this very service. */
  async has(
    accounts: readonly StoredAccount[],
    { service, apiKey }: { readonly service: string; readonly apiKey: string },
  ): Promise<boolean> {
    for (const account of accounts) {
      const entry = await guarded(() => this.#entryOf(account));
      if (entry === undefined || 'state' in entry) continue;
      if (entry.service === service && entry.key === apiKey) return true;
    }
    return false;
  }

  /** The vault key alone, for removing what it sealed. */
  async vaultKey(account: string): Promise<Uint8Array | undefined> {
    const read = await guarded(() => this.#secrets.get(nameOf(account, 'vault-key')));
    const key = typeof read === 'string' ? Buffer.from(read, 'base64') : undefined;
    return key?.length === keyBytes ? key : undefined;
  }

  /** Saves an API key for its service; makes a vault key where there is none. */
  save({ id, service }: StoredAccount, apiKey: string, profile: number): Promise<KeysSaved> {
    return guarded(async () => {
      const vault = await this.#vaultKeys(id);
      const entry: ApiKeyEntry = { key: apiKey, service, profile };
      await this.#secrets.set(nameOf(id, 'api-key'), JSON.stringify(entry));
      return { state: 'ready', keys: { apiKey, profile, ...vault } };
    });
  }

  /** Saves the serial number of a write to the vault. Rejects with a `SecretStoreError`. */
  saveCheckpoint(account: string, serial: number): Promise<void> {
    return this.#secrets.set(nameOf(account, 'vault-checkpoint'), String(serial));
  }

  /** The account's name when it was last open; empty where that is not known. */
  async name(account: string): Promise<string> {
    const read = await guarded(() => this.#secrets.get(nameOf(account, 'name')));
    return typeof read === 'string' ? read : '';
  }

  /** Without asking the keychain; empty where it is not known. */
  knownName(account: string): string {
    return this.#names.get(account) ?? '';
  }

  /** Asks the keychain for the names that are not known yet. */
  async readNames(accounts: readonly string[]): Promise<void> {
    for (const id of accounts) if (!this.#names.get(id)) this.#names.set(id, await this.name(id));
  }

  /** Saves the name: it is personal, so no plain file has it. Does nothing where it cannot. */
  async saveName(account: string, name: string): Promise<void> {
    if (name === '' || this.#names.get(account) === name) return;
    this.#names.set(account, name);
    await guarded(() => this.#secrets.set(nameOf(account, 'name'), name));
  }

  /** Removes all of it, the vault key first: without it the account's records are noise. */
  async forget(account: string): Promise<KeychainState> {
    const removed = await guarded(async () => {
      for (const name of entriesOf(account)) await this.#secrets.remove(name);
      this.#names.delete(account);
      return { state: 'ready' } as const;
    });
    return removed.state;
  }

  /** Removes the folder and the passphrase of the copies that renew themselves, where it can. */
  async forgetCopies(): Promise<void> {
    await guarded(() => this.#secrets.remove(copiesEntry));
  }

  /** The vault key and its checkpoint; a new key where there is none or it has another length. */
  async #vaultKeys(account: string): Promise<Pick<AccountKeys, 'vaultKey' | 'checkpoint'>> {
    const name = nameOf(account, 'vault-key');
    const stored = Buffer.from((await this.#secrets.get(name)) ?? '', 'base64');
    if (stored.length === keyBytes) {
      const checkpoint = Number(await this.#secrets.get(nameOf(account, 'vault-checkpoint')));
      return { vaultKey: stored, checkpoint: Number.isSafeInteger(checkpoint) ? checkpoint : 0 };
    }
    const vaultKey = this.#random.bytes(keyBytes);
    // The checkpoint of another key's records does not apply to those that begin now.
    await this.#secrets.remove(nameOf(account, 'vault-checkpoint'));
    await this.#secrets.set(name, Buffer.from(vaultKey).toString('base64'));
    return { vaultKey, checkpoint: 0 };
  }

  async #entryOf(account: Pick<StoredAccount, 'id'>): Promise<ApiKeyEntry | undefined> {
    const text = await this.#secrets.get(nameOf(account.id, 'api-key'));
    if (text === undefined) return undefined;
    const entry = parseStored(text, ApiKeyEntry);
    if (!entry) this.#log.write('warn', 'keychain-entry-invalid', { entry: 'api-key' });
    return entry;
  }
}

/** The keychain's entry with the folder and the passphrase of the copies that renew themselves. */
export const copiesEntry = 'backup-copies';

/** In the order in which they are removed. */
const kinds = ['vault-key', 'api-key', 'vault-checkpoint', 'name'] as const;

export function entriesOf(account: string): string[] {
  return kinds.map((kind) => nameOf(account, kind));
}

function nameOf(account: string, kind: (typeof kinds)[number]): string {
  return `${account} ${kind}`;
}

/** Fails with `keychain` where that refuses. */
export async function keychainResult(work: () => Promise<void>): Promise<Result<null>> {
  const { state } = await guarded(async () => {
    await work();
    return { state: 'ready' } as const;
  });
  return state === 'ready' ? ok(null) : fail('keychain', { reason: state });
}

async function guarded<T>(read: () => Promise<T>): Promise<T | Refused> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SecretStoreError) return { state: error.state };
    throw error;
  }
}
