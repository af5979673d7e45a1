import { createSecretKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { KeychainState } from '#contract/ipc/session.ts';
import {
  SecretStoreError,
  type Log,
  type Random,
  type RecordKey,
  type SecretStore,
} from '#core/kernel/ports.ts';
import { scryptKey } from '#core/kernel/scrypt-key.ts';
import { createQueue } from '#core/kernel/queue.ts';
import { parseStored } from '#core/kernel/stored-json.ts';
import { keyLength, nonceLength, seal, unseal } from '#core/kernel/vault/seal.ts';

/** What deriving a key from a passphrase costs (scrypt, RFC 7914). */
export type Cost = Pick<WrappedKey, 'N' | 'r' | 'p'>;

/** 128 MiB (128 · N · r bytes) and about half a second for each guess. */
const usualCost: Cost = { N: 2 ** 17, r: 8, p: 1 };
/** Twice what the costliest entry may take, bytes. */
const maxMemory = 2 ** 29;
const saltLength = 16;

const entryName = 'passphrase';
/** The prefix of a sealed keychain entry; no unsealed entry of Culvert begins with it. */
const sealedMark = 'sealed:';

/**
 * The entry that says that a passphrase is needed: a random key, which seals the other entries, itself
 * sealed with a key derived from the passphrase. Changing the passphrase replaces only this entry.
 * The bounds keep a forged entry from taking all memory.
 */
const WrappedKey = z.object({
  kdf: z.literal('scrypt'),
  N: z
    .int()
    .max(2 ** 18)
    .refine((n) => n > 1 && Number.isInteger(Math.log2(n))),
  r: z.int().min(1).max(8),
  p: z.int().min(1).max(4),
  salt: z.base64(),
  sealed: z.base64(),
});
type WrappedKey = z.output<typeof WrappedKey>;

interface PassphraseOptions {
  readonly secrets: SecretStore;
  readonly random: Random;
  readonly log: Log;
  readonly passphraseCost?: Cost;
}

/**
 * A passphrase without which the accounts' entries of the keychain cannot be read. The entry `passphrase`
 * is written before any other is sealed, and removed after all are readable: at every moment either the
 * passphrase opens all of them or none is needed. `unlock` finishes what a kill interrupted.
 */
export class Passphrase {
  /** As the accounts use it: sealed while a passphrase is on, `locked` until it is given. */
  readonly entries: SecretStore;
  /** How the keychain answered `isNeeded`. */
  keychain: KeychainState = 'ready';
  readonly #options: PassphraseOptions;
  /** `null`: none is set; `undefined`: the keychain has not answered yet. */
  #wrapped: string | null | undefined;
  /** Set between `unlock` and `lock`. Its bytes are outside of the JavaScript heap. */
  #key: KeyObject | undefined;
  /** One check at a time, because each takes memory. */
  readonly #checks = createQueue();
  /** No write comes between the steps of setting or removing a passphrase. */
  readonly #inTurn = createQueue();

  constructor(options: PassphraseOptions) {
    this.#options = options;
    this.entries = {
      get: (name) => this.#read(name),
      set: (name, text) => this.#inTurn(() => this.#write(name, text)),
      remove: (name) => options.secrets.remove(name),
    };
  }

  /** Whether one is on, as far as the keychain has said. */
  isOn(): boolean {
    return typeof this.#wrapped === 'string';
  }

  /** Whether one was given since the last `lock`. */
  isGiven(): boolean {
    return this.#key !== undefined;
  }

  /** Whether it must be given first. `false` also where the keychain refuses, as its entries do then. */
  async isNeeded(): Promise<boolean> {
    this.keychain = 'ready';
    try {
      return (await this.#readWrapped()) !== null && this.#key === undefined;
    } catch (error) {
      if (!(error instanceof SecretStoreError)) throw error;
      this.keychain = error.state;
      return false;
    }
  }

  /** The key that a passphrase opens. A wrong one is `invalid-input`; a damaged entry, `keychain`. */
  check(passphrase: string): Promise<Result<KeyObject>> {
    return this.#checks(async () => {
      const entry = parseStored(this.#wrapped ?? '', WrappedKey);
      if (entry === undefined && this.isOn()) {
        return fail('keychain', { reason: 'passphrase-damaged' });
      }
      const key = entry && (await unwrap(entry, passphrase));
      return key === undefined
        ? fail('invalid-input', { issues: [{ path: 'passphrase', code: 'wrong-passphrase' }] })
        : ok(key);
    });
  }

  /** Makes these entries readable with the key that `check` gave. */
  unlock(key: KeyObject, entries: readonly string[]): Promise<void> {
    this.#key = key;
    return this.#inTurn(async () => {
      await this.#sealAll(entries).catch(ignoreRefusal);
    });
  }

  lock(): void {
    this.#key = undefined;
  }

  /** Turns it on, and seals these entries. Rejects with a `SecretStoreError`. */
  turnOn(passphrase: string, entries: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      // Never overwrites another wrapped key, which may have sealed entries.
      if ((await this.#readWrapped()) !== null) throw new SecretStoreError('denied');
      const key = secretKey(this.#options.random.bytes(keyLength));
      await this.#saveWrapped(key, passphrase);
      this.#key = key;
      await this.#sealAll(entries);
    });
  }

  /** Replaces it. Rejects with a `SecretStoreError`. */
  change(key: KeyObject, passphrase: string): Promise<void> {
    return this.#inTurn(() => this.#saveWrapped(key, passphrase));
  }

  /** Turns it off; these entries are stored as they were. Rejects with a `SecretStoreError`. */
  turnOff(entries: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      const { secrets } = this.#options;
      for (const name of entries) {
        const text = await this.#read(name);
        if (text !== undefined) await secrets.set(name, text);
      }
      await this.#removeWrapped();
    });
  }

  /** Turns it off without it: what is still sealed can never be read again. Rejects as `turnOff`. */
  forget(): Promise<void> {
    return this.#inTurn(() => this.#removeWrapped());
  }

  async #read(name: string): Promise<string | undefined> {
    const text = await this.#options.secrets.get(name);
    if (text?.startsWith(sealedMark) !== true) return text;
    // Without the entry of the passphrase nothing will ever open it.
    const isLost = (await this.#readWrapped()) === null;
    if (this.#key === undefined && !isLost) throw new SecretStoreError('locked');
    const sealed = Buffer.from(text.slice(sealedMark.length), 'base64');
    const plain = this.#key && unseal(this.#key, sealedPlace(name), sealed);
    if (plain === undefined) this.#options.log.write('warn', 'keychain-entry-unsealed');
    return plain && Buffer.from(plain).toString();
  }

  async #readWrapped(): Promise<string | null> {
    this.#wrapped ??= (await this.#options.secrets.get(entryName)) ?? null;
    return this.#wrapped;
  }

  async #saveWrapped(key: KeyObject, passphrase: string): Promise<void> {
    const { secrets, random, passphraseCost: cost = usualCost } = this.#options;
    const salt = random.bytes(saltLength);
    const own = await derivedKey(passphrase, salt, cost);
    const bytes = key.export();
    const sealed = seal(own, sealedPlace(entryName), bytes, random.bytes(nonceLength));
    bytes.fill(0);
    const entry: WrappedKey = {
      kdf: 'scrypt',
      ...cost,
      salt: base64(salt),
      sealed: base64(sealed),
    };
    const text = JSON.stringify(entry);
    await secrets.set(entryName, text);
    this.#wrapped = text;
  }

  async #removeWrapped(): Promise<void> {
    await this.#options.secrets.remove(entryName);
    this.#wrapped = null;
    this.#key = undefined;
  }

  /** Seals those that are not, as after a kill while a passphrase was set or removed. */
  async #sealAll(entries: readonly string[]): Promise<void> {
    for (const name of entries) {
      const text = await this.#options.secrets.get(name);
      if (text?.startsWith(sealedMark) === false) await this.#write(name, text);
    }
  }

  async #write(name: string, text: string): Promise<void> {
    const { secrets, random } = this.#options;
    if ((await this.#readWrapped()) === null) return secrets.set(name, text);
    if (this.#key === undefined) throw new SecretStoreError('locked');
    const sealed = seal(this.#key, sealedPlace(name), Buffer.from(text), random.bytes(nonceLength));
    return secrets.set(name, sealedMark + base64(sealed));
  }
}

async function unwrap(entry: WrappedKey, passphrase: string): Promise<KeyObject | undefined> {
  const own = await derivedKey(passphrase, Buffer.from(entry.salt, 'base64'), entry);
  const bytes = unseal(own, sealedPlace(entryName), Buffer.from(entry.sealed, 'base64'));
  return bytes && secretKey(bytes);
}

/** The keychain's entries are sealed apart from each other: one does not open in another's place. */
function sealedPlace(name: string): RecordKey {
  return { account: '', purpose: 'keychain', name };
}

/** The same for the same characters, however a keyboard composes them. */
async function derivedKey(
  passphrase: string,
  salt: Uint8Array,
  { N, r, p }: Cost,
): Promise<KeyObject> {
  const options = { N, r, p, maxmem: maxMemory };
  return secretKey(await scryptKey(passphrase.normalize('NFKC'), salt, keyLength, options));
}

/** A key whose bytes lie outside of the JavaScript heap; these are overwritten. */
function secretKey(bytes: Uint8Array): KeyObject {
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof SecretStoreError)) throw error;
}
