import { createSecretKey, type KeyObject } from 'node:crypto';
import { VaultError, type Random, type RecordChange, type Vault } from '#core/ports.ts';
import { deriveKey, hideName, keyLength, nonceLength, seal, unseal } from './seal.ts';

/** A record to write, or to remove when `value` is `undefined`. Bytes are kept as they are. */
export interface SealedChange {
  readonly purpose: string;
  readonly name: string;
  /** Bytes, or what JSON can hold. */
  readonly value: unknown;
}

/** What `read` checks a record against; every schema of zod's is one. */
export interface RecordSchema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}

/**
 * The records of one account, sealed. A record that is damaged, moved from elsewhere or no longer
 * what its schema says reads as none, and `onDamage` hears its purpose; the others are not touched.
 * Other faults of the vault are thrown as the `VaultError` they are.
 */
export interface SealedVault {
  /** A record of JSON. */
  read<T>(purpose: string, name: string, schema?: RecordSchema<T>): T | undefined;
  /** Those of the records of these names that can be opened, in one pass over the purpose. */
  readMany<T>(purpose: string, names: readonly string[]): ReadonlyMap<string, T>;
  /** A record of bytes. */
  readBytes(purpose: string, name: string): Uint8Array | undefined;
  /** Writes everything or nothing; it is on the disk when this returns. */
  write(changes: readonly SealedChange[]): void;
  /** Removes every record of the account. */
  clear(): void;
}

interface Subkeys {
  readonly seal: KeyObject;
  readonly name: KeyObject;
}

/**
 * Seals what goes into a vault and opens what comes out of it (`seal.ts`). The store sees sealed
 * bytes and hidden names; only the account's own name and the purposes are readable in it.
 *
 * @param options.key the account's key, 32 bytes from the keychain; the caller may wipe its own copy
 * @param options.onDamage hears the purpose of each record that could not be read
 *
 * Throws a `RangeError` for a key of another length.
 */
export function createSealedVault(options: {
  readonly vault: Vault;
  readonly account: string;
  readonly key: Uint8Array;
  readonly random: Random;
  readonly onDamage?: (purpose: string) => void;
}): SealedVault {
  const { vault, account, random, onDamage } = options;
  if (options.key.byteLength !== keyLength) throw new RangeError('a key has 32 bytes');
  const key = createSecretKey(options.key);
  const subkeys = new Map<string, Subkeys>();

  function keysOf(purpose: string): Subkeys {
    const known = subkeys.get(purpose);
    if (known !== undefined) return known;
    const derived = {
      seal: deriveKey(key, 'seal', purpose),
      name: deriveKey(key, 'name', purpose),
    };
    subkeys.set(purpose, derived);
    return derived;
  }

  function load(purpose: string, name: string): Uint8Array | undefined {
    const keys = keysOf(purpose);
    const sealed = readOrDamaged({ account, purpose, name: hideName(keys.name, name) });
    return opened(purpose, name, sealed);
  }

  function opened(
    purpose: string,
    name: string,
    sealed: Uint8Array | null | undefined,
  ): Uint8Array | undefined {
    if (sealed === undefined) return undefined;
    const plain = sealed && unseal(keysOf(purpose).seal, { account, purpose, name }, sealed);
    if (!plain) onDamage?.(purpose);
    return plain ?? undefined;
  }

  function parsed<T>(purpose: string, plain: Uint8Array, schema?: RecordSchema<T>): T | undefined {
    const found = parse(plain, schema);
    if (!found.success) onDamage?.(purpose);
    return found.success ? found.data : undefined;
  }

  /** The sealed records of a purpose by their hidden names; `undefined` where the store is damaged. */
  function allOf(purpose: string): ReadonlyMap<string, Uint8Array> | undefined {
    try {
      return new Map(vault.readAll(account, purpose).map(({ name, sealed }) => [name, sealed]));
    } catch (error) {
      if (error instanceof VaultError && error.reason === 'damaged') return undefined;
      throw error;
    }
  }

  /** `null` where the store itself knows that the record is damaged. */
  function readOrDamaged(place: Parameters<Vault['read']>[0]): Uint8Array | null | undefined {
    try {
      return vault.read(place);
    } catch (error) {
      if (error instanceof VaultError && error.reason === 'damaged') return null;
      throw error;
    }
  }

  function sealed({ purpose, name, value }: SealedChange): RecordChange {
    const keys = keysOf(purpose);
    const place = { account, purpose, name: hideName(keys.name, name) };
    if (value === undefined) return { ...place, sealed: null };
    const plain = value instanceof Uint8Array ? value : Buffer.from(asJson(value));
    const nonce = random.bytes(nonceLength);
    return { ...place, sealed: seal(keys.seal, { account, purpose, name }, plain, nonce) };
  }

  return {
    read<T>(purpose: string, name: string, schema?: RecordSchema<T>): T | undefined {
      const plain = load(purpose, name);
      return plain && parsed(purpose, plain, schema);
    },
    readMany<T>(purpose: string, names: readonly string[]) {
      const all = allOf(purpose);
      const hidden = keysOf(purpose).name;
      const found = new Map<string, T>();
      for (const name of names) {
        const plain = all
          ? opened(purpose, name, all.get(hideName(hidden, name)))
          : load(purpose, name);
        const value = plain && parsed<T>(purpose, plain);
        if (value !== undefined) found.set(name, value);
      }
      return found;
    },
    readBytes: load,
    write(changes) {
      vault.write(changes.map(sealed));
    },
    clear() {
      vault.removeAccount(account);
    },
  };
}

function parse<T>(
  plain: Uint8Array,
  schema: RecordSchema<T> | undefined,
): { success: true; data: T } | { success: false } {
  try {
    const value: unknown = JSON.parse(
      Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength).toString(),
    );
    return schema === undefined ? { success: true, data: value as T } : schema.safeParse(value);
  } catch {
    return { success: false };
  }
}

function asJson(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError('a record is bytes or JSON');
  return text;
}
