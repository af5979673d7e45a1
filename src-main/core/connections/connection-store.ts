import { createHash } from 'node:crypto';
import type { Connection, ConnectionEntry, ConnectionSecrets } from './connection.ts';
import type { SealedChange, SealedVault } from '../sealed-vault.ts';

/** How many entries one sealed record holds. The first record is what the first screen shows. */
const chunkSize = 100;
const version = 1;

interface Head {
  readonly version: number;
  readonly count: number;
  readonly chunks: number;
  /** When each scope was last read whole, Unix milliseconds. */
  readonly scopes: Readonly<Record<string, number>>;
}

/** The sealed copy of all connections: entries in chunks, secrets one record each. */
export interface ConnectionStore {
  readonly head: Head;
  /** The entries of the first screen, in the order they were saved. */
  first(): ConnectionEntry[];
  /** All entries. */
  rest(): ConnectionEntry[];
  secrets(key: string): ConnectionSecrets | undefined;
  /**
   * Writes what changed, in one transaction: the entries in their order, the secrets of `fresh`, and
   * the removal of those of `gone`.
   */
  save(change: {
    readonly entries: readonly ConnectionEntry[];
    readonly fresh: readonly Connection[];
    readonly gone: readonly string[];
    readonly scopes: Readonly<Record<string, number>>;
  }): void;
}

/** Opens the sealed connections of an account. A record that cannot be opened counts as absent. */
export function openConnectionStore(vault: SealedVault): ConnectionStore {
  let head = readHead(vault);
  /** A digest of what each chunk holds on disk, so that only those that differ are written again. */
  const written = new Map<number, string>();

  function chunk(number: number): ConnectionEntry[] {
    const entries = vault.read<ConnectionEntry[]>('connections', `rows ${String(number)}`) ?? [];
    written.set(number, digest(entries));
    return entries;
  }

  return {
    get head() {
      return head;
    },
    first: () => (head.chunks > 0 ? chunk(0) : []),
    rest: () => Array.from({ length: head.chunks }, (_, number) => chunk(number)).flat(),
    secrets: (key) => vault.read<ConnectionSecrets>('secrets', key),
    save({ entries, fresh, gone, scopes }) {
      const chunks = Math.ceil(entries.length / chunkSize);
      const changes: SealedChange[] = [];
      const digests = new Map<number, string>();
      for (let number = 0; number < chunks; number += 1) {
        const value = entries.slice(number * chunkSize, (number + 1) * chunkSize);
        const sum = digest(value);
        digests.set(number, sum);
        if (written.get(number) === sum) continue;
        changes.push({ purpose: 'connections', name: `rows ${String(number)}`, value });
      }
      for (let number = chunks; number < head.chunks; number += 1) {
        changes.push({ purpose: 'connections', name: `rows ${String(number)}`, value: undefined });
      }
      for (const { entry, secrets } of fresh) {
        changes.push({ purpose: 'secrets', name: entry.key, value: secrets });
      }
      for (const key of gone) changes.push({ purpose: 'secrets', name: key, value: undefined });
      const next: Head = { version, count: entries.length, chunks, scopes };
      changes.push({ purpose: 'connections', name: 'head', value: next });
      vault.write(changes);
      head = next;
      written.clear();
      for (const [number, sum] of digests) written.set(number, sum);
    },
  };
}

function digest(entries: readonly ConnectionEntry[]): string {
  return createHash('sha256').update(JSON.stringify(entries)).digest('base64url');
}

function readHead(vault: SealedVault): Head {
  const head = vault.read<Head>('connections', 'head');
  return head?.version === version ? head : { version, count: 0, chunks: 0, scopes: {} };
}
