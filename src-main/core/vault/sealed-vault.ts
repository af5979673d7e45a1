import { createSecretKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import {
  VaultError,
  type Random,
  type RecordChange,
  type RecordKey,
  type Vault,
} from '#core/ports.ts';
import { deriveKey, hideName, keyLength, nonceLength, seal, unseal } from './seal.ts';

/** A record to write, or to remove when `value` is `undefined`. Bytes are stored unchanged. */
export interface SealedChange {
  readonly purpose: string;
  readonly name: string;
  /** Bytes, or what JSON can hold. */
  readonly value: unknown;
}

/** The schema of a record of bytes that may be any. */
export const Bytes = z.instanceof(Uint8Array);

/** Why a record could not be read: its seal does not open, or it is not what its schema says. */
export type UnreadableReason = 'damaged' | 'invalid';

/**
 * A record that cannot be fetched again: its value, or its bytes where no schema knows them. The bytes
 * are empty where the seal does not open.
 */
type ValueOrBytes<T> =
  | { readonly readable: true; readonly value: T }
  | { readonly readable: false; readonly bytes: Uint8Array };

/**
 * The records of one account, encrypted. Every value that is read is parsed with the schema that the
 * caller passes. A record that is damaged, moved from elsewhere or rejected by its schema reads as
 * absent and is reported to `onUnreadable`; the other records are not affected. Other faults of the
 * store are thrown as the `VaultError` they are.
 */
export interface SealedVault {
  /** Reads a JSON record that can be fetched again: what the schema rejects reads as absent. */
  read<T>(purpose: string, name: string, schema: z.ZodType<T>): T | undefined;
  /**
   * Reads a JSON record that cannot be fetched again: what the schema rejects comes as bytes, and a
   * damaged one as none. `undefined`: there is no such record.
   */
  readOrBytes<T>(purpose: string, name: string, schema: z.ZodType<T>): ValueOrBytes<T> | undefined;
  /** Reads those of the JSON records of these names that are readable, in one pass. */
  readMany<T>(
    purpose: string,
    names: readonly string[],
    schema: z.ZodType<T>,
  ): ReadonlyMap<string, T>;
  /** Reads a record of bytes: `Bytes` for any, or a schema that decodes them. */
  readBytes<T>(purpose: string, name: string, schema: z.ZodType<T>): T | undefined;
  /**
   * Writes everything or nothing; it is on the disk when this returns. Throws a `TypeError` for what
   * is neither bytes nor JSON.
   */
  write(changes: readonly SealedChange[]): void;
  /** Removes every record of the account. */
  clear(): void;
}

interface Subkeys {
  readonly seal: KeyObject;
  readonly name: KeyObject;
}

interface SealedVaultOptions {
  readonly vault: Vault;
  readonly account: string;
  /** The account's key, 32 bytes from the keychain; the caller may wipe its own copy. */
  readonly key: Uint8Array;
  readonly random: Random;
  /** Receives the purpose of each record that could not be read, and why. */
  readonly onUnreadable?: (purpose: string, reason: UnreadableReason) => void;
}

/**
 * Seals what goes into a vault and opens what comes out of it (`seal.ts`). The store sees sealed
 * bytes and hidden names; only the account's own name and the purposes are readable in it.
 *
 * Throws a `RangeError` for a key of another length.
 */
export function createSealedVault(options: SealedVaultOptions): SealedVault {
  return new AccountVault(options);
}

class AccountVault implements SealedVault {
  readonly #options: SealedVaultOptions;
  readonly #key: KeyObject;
  readonly #subkeys = new Map<string, Subkeys>();

  constructor(options: SealedVaultOptions) {
    if (options.key.byteLength !== keyLength) throw new RangeError('a key has 32 bytes');
    this.#options = options;
    this.#key = createSecretKey(options.key);
  }

  read<T>(purpose: string, name: string, schema: z.ZodType<T>): T | undefined {
    const plain = this.#load(purpose, name);
    const record = plain && this.#parsed(purpose, plain, schema);
    return record?.readable ? record.value : undefined;
  }

  readOrBytes<T>(purpose: string, name: string, schema: z.ZodType<T>): ValueOrBytes<T> | undefined {
    const sealed = this.#sealedAt(purpose, name);
    if (sealed === undefined) return undefined;
    const plain = this.#opened(purpose, name, sealed);
    return plain
      ? this.#parsed(purpose, plain, schema)
      : { readable: false, bytes: new Uint8Array() };
  }

  readMany<T>(
    purpose: string,
    names: readonly string[],
    schema: z.ZodType<T>,
  ): ReadonlyMap<string, T> {
    const all = this.#allOf(purpose);
    const { name: nameKey } = this.#keysOf(purpose);
    const found = new Map<string, T>();
    for (const name of names) {
      const plain = all
        ? this.#opened(purpose, name, all.get(hideName(nameKey, name)))
        : this.#load(purpose, name);
      const record = plain && this.#parsed(purpose, plain, schema);
      if (record?.readable) found.set(name, record.value);
    }
    return found;
  }

  readBytes<T>(purpose: string, name: string, schema: z.ZodType<T>): T | undefined {
    const plain = this.#load(purpose, name);
    const result = plain && schema.safeParse(plain);
    if (result?.success === false) this.#options.onUnreadable?.(purpose, 'invalid');
    return result?.data;
  }

  write(changes: readonly SealedChange[]): void {
    this.#options.vault.write(changes.map((change) => this.#sealed(change)));
  }

  clear(): void {
    this.#options.vault.removeAccount(this.#options.account);
  }

  #keysOf(purpose: string): Subkeys {
    const known = this.#subkeys.get(purpose);
    if (known !== undefined) return known;
    const derived = {
      seal: deriveKey(this.#key, 'seal', purpose),
      name: deriveKey(this.#key, 'name', purpose),
    };
    this.#subkeys.set(purpose, derived);
    return derived;
  }

  #load(purpose: string, name: string): Uint8Array | undefined {
    return this.#opened(purpose, name, this.#sealedAt(purpose, name));
  }

  /** `null` where the store itself knows that the record is damaged. */
  #sealedAt(purpose: string, name: string): Uint8Array | null | undefined {
    const { vault, account } = this.#options;
    const place = { account, purpose, name: hideName(this.#keysOf(purpose).name, name) };
    return readOrDamaged(vault, place);
  }

  #opened(
    purpose: string,
    name: string,
    sealed: Uint8Array | null | undefined,
  ): Uint8Array | undefined {
    const { account, onUnreadable } = this.#options;
    if (sealed === undefined) return undefined;
    const plain = sealed && unseal(this.#keysOf(purpose).seal, { account, purpose, name }, sealed);
    if (!plain) onUnreadable?.(purpose, 'damaged');
    return plain ?? undefined;
  }

  #parsed<T>(purpose: string, plain: Uint8Array, schema: z.ZodType<T>): ValueOrBytes<T> {
    const json = jsonOf(plain);
    const result = json && schema.safeParse(json.value);
    if (result?.success) return { readable: true, value: result.data };
    this.#options.onUnreadable?.(purpose, 'invalid');
    return { readable: false, bytes: plain };
  }

  /** The sealed records of a purpose by their hidden names; `undefined` where the store is damaged. */
  #allOf(purpose: string): ReadonlyMap<string, Uint8Array> | undefined {
    const { vault, account } = this.#options;
    try {
      return new Map(vault.readAll(account, purpose).map(({ name, sealed }) => [name, sealed]));
    } catch (error) {
      if (error instanceof VaultError && error.reason === 'damaged') return undefined;
      throw error;
    }
  }

  #sealed({ purpose, name, value }: SealedChange): RecordChange {
    const { account, random } = this.#options;
    const keys = this.#keysOf(purpose);
    const place = { account, purpose, name: hideName(keys.name, name) };
    if (value === undefined) return { ...place, sealed: null };
    const plain = value instanceof Uint8Array ? value : Buffer.from(JSON.stringify(value));
    const nonce = random.bytes(nonceLength);
    return { ...place, sealed: seal(keys.seal, { account, purpose, name }, plain, nonce) };
  }
}

/** `null` where the store itself knows that the record is damaged. */
function readOrDamaged(vault: Vault, place: RecordKey): Uint8Array | null | undefined {
  try {
    return vault.read(place);
  } catch (error) {
    if (error instanceof VaultError && error.reason === 'damaged') return null;
    throw error;
  }
}

/** The value of JSON bytes, `undefined` where they are not JSON. */
function jsonOf(plain: Uint8Array): { readonly value: unknown } | undefined {
  const text = Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength).toString();
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
