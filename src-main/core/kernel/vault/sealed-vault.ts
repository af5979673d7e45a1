import { createSecretKey, type KeyObject } from 'node:crypto';
import type { z } from 'zod';
import { VaultError, type Random, type RecordChange, type Vault } from '#core/kernel/ports.ts';
import { jsonOf } from '#core/kernel/stored-json.ts';
import { deriveKey, hideName, keyLength, nonceLength, seal, unseal } from './seal.ts';

/** A record to write, or to remove when `value` is `undefined`. */
export interface SealedChange {
  readonly purpose: string;
  readonly name: string;
  readonly value: unknown;
}

/** Why a record could not be read: its seal does not open, or it is not what its schema says. */
type UnreadableReason = 'damaged' | 'invalid';

/** Cannot be fetched again: its value, or its bytes, empty where the seal does not open. */
type ValueOrBytes<T> =
  | { readonly readable: true; readonly value: T }
  | { readonly readable: false; readonly bytes: Uint8Array };

/** A record of a purpose; a damaged one has its hidden name. */
export type NamedRecord<T> = ValueOrBytes<T> & { readonly name: string };

interface Subkeys {
  readonly seal: KeyObject;
  readonly name: KeyObject;
}

interface SealedVaultOptions {
  /** `writeThrough` reaches the disk or throws, where `write` goes on in memory. */
  readonly vault: Vault & { readonly writeThrough?: Vault['write'] };
  readonly account: string;
  /** The account's key, 32 bytes from the keychain; the caller may wipe its own copy. */
  readonly key: Uint8Array;
  readonly random: Random;
  /** Receives the purpose of each record that could not be read, and why. */
  readonly onUnreadable?: (purpose: string, reason: UnreadableReason) => void;
}

/**
 * The records of one account, sealed as they go into a vault and opened as they come out of it
 * (`seal.ts`). The store sees sealed bytes and hidden names; only the account's own name and the
 * purposes are readable in it.
 *
 * Every value that is read is parsed with the schema that the caller passes. A record that is damaged,
 * moved from elsewhere or rejected by its schema reads as absent and is reported to `onUnreadable`; the
 * other records are not affected. Other faults of the store are thrown as the `VaultError` they are.
 */
export class SealedVault {
  readonly #options: SealedVaultOptions;
  readonly #key: KeyObject;
  readonly #subkeys = new Map<string, Subkeys>();

  /** Throws a `RangeError` for a key of another length. */
  constructor(options: SealedVaultOptions) {
    if (options.key.byteLength !== keyLength) throw new RangeError('a key has 32 bytes');
    this.#options = options;
    this.#key = createSecretKey(options.key);
  }

  /** Reads a JSON record that can be fetched again: what the schema rejects reads as absent. */
  read<T>(purpose: string, name: string, schema: z.ZodType<T>): T | undefined {
    const hidden = this.#hidden(purpose, name);
    const opened = this.#opened(purpose, hidden, this.#sealedAt(purpose, name));
    const record = opened && this.#parsed(purpose, opened.value, schema);
    return record?.readable ? record.value : undefined;
  }

  /** What the schema rejects comes as bytes, a damaged record as none. */
  readOrBytes<T>(purpose: string, name: string, schema: z.ZodType<T>): ValueOrBytes<T> | undefined {
    const sealed = this.#sealedAt(purpose, name);
    if (sealed === undefined) return undefined;
    const opened = this.#opened(purpose, this.#hidden(purpose, name), sealed);
    return opened
      ? this.#parsed(purpose, opened.value, schema)
      : { readable: false, bytes: new Uint8Array() };
  }

  /** Reads every JSON record of a purpose, in no order. */
  readAll<T>(purpose: string, schema: z.ZodType<T>): readonly NamedRecord<T>[] {
    const { vault, account, onUnreadable } = this.#options;
    const all = unlessDamaged(() => vault.readAll(account, purpose));
    if (all === null) onUnreadable?.(purpose, 'damaged');
    return (all ?? []).map(({ name: hidden, sealed }) => {
      const opened = this.#opened(purpose, hidden, sealed);
      if (opened === undefined) return { name: hidden, readable: false, bytes: new Uint8Array() };
      return { name: opened.name, ...this.#parsed(purpose, opened.value, schema) };
    });
  }

  /** Those of a purpose that can be read, by their names. */
  readReadable<T>(purpose: string, schema: z.ZodType<T>): Map<string, T> {
    const all = this.readAll(purpose, schema);
    return new Map(all.flatMap((each) => (each.readable ? [[each.name, each.value]] : [])));
  }

  /** All or nothing, on the disk when it returns. Throws a `TypeError` for what is not JSON. */
  write(changes: readonly SealedChange[]): void {
    this.#options.vault.write(changes.map((change) => this.#sealed(change)));
  }

  /** The same on the disk alone: throws the `VaultError` where that refuses. */
  writeDurably(changes: readonly SealedChange[]): void {
    const { vault } = this.#options;
    const sealed = changes.map((change) => this.#sealed(change));
    if (vault.writeThrough) vault.writeThrough(sealed);
    else vault.write(sealed);
  }

  /** Removes a record whose seal does not open, by the name that `readAll` answered. */
  removeDamaged(purpose: string, hiddenName: string): void {
    const { vault, account } = this.#options;
    vault.write([{ account, purpose, name: hiddenName, sealed: null }]);
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

  #sealedAt(purpose: string, name: string): Uint8Array | null | undefined {
    const { vault, account } = this.#options;
    const place = { account, purpose, name: this.#hidden(purpose, name) };
    return unlessDamaged(() => vault.read(place));
  }

  /** @param hidden the record's name on the disk */
  #opened(
    purpose: string,
    hidden: string,
    sealed: Uint8Array | null | undefined,
  ): NamedValue | undefined {
    const { account, onUnreadable } = this.#options;
    if (sealed === undefined) return undefined;
    const place = { account, purpose, name: hidden };
    const plain = sealed && unseal(this.#keysOf(purpose).seal, place, sealed);
    if (!plain) onUnreadable?.(purpose, 'damaged');
    return plain ? splitNameAndValue(plain) : undefined;
  }

  #hidden(purpose: string, name: string): string {
    return hideName(this.#keysOf(purpose).name, name);
  }

  #parsed<T>(purpose: string, plain: Uint8Array, schema: z.ZodType<T>): ValueOrBytes<T> {
    const json = jsonOf(Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength).toString());
    const result = schema.safeParse(json);
    if (json !== undefined && result.success) return { readable: true, value: result.data };
    this.#options.onUnreadable?.(purpose, 'invalid');
    return { readable: false, bytes: plain };
  }

  #sealed({ purpose, name, value }: SealedChange): RecordChange {
    const { account, random } = this.#options;
    const place = { account, purpose, name: this.#hidden(purpose, name) };
    if (value === undefined) return { ...place, sealed: null };
    const plain = putTogether({ name, value: Buffer.from(JSON.stringify(value)) });
    const nonce = random.bytes(nonceLength);
    return { ...place, sealed: seal(this.#keysOf(purpose).seal, place, plain, nonce) };
  }
}

/** What is sealed: a record's name, by which all of a purpose can be listed, and its value. */
interface NamedValue {
  readonly name: string;
  readonly value: Uint8Array;
}

/** The length of the name, two bytes; the name in UTF-8; the value. */
function putTogether({ name, value }: NamedValue): Uint8Array {
  const bytes = Buffer.from(name);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.byteLength);
  return Buffer.concat([length, bytes, value]);
}

function splitNameAndValue(plain: Uint8Array): NamedValue {
  const bytes = Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength);
  const start = 2 + bytes.readUInt16BE();
  return { name: bytes.toString('utf8', 2, start), value: bytes.subarray(start) };
}

/** `null` where the store itself knows that what is read is damaged. */
function unlessDamaged<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof VaultError && error.reason === 'damaged') return null;
    throw error;
  }
}
