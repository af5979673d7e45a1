import { createHash } from 'node:crypto';
import { toColumns, valuesOf, type Columns } from './columns.ts';
import {
  lineFields,
  restOf,
  type Connection,
  type ConnectionLine,
  type ConnectionRest,
  type ConnectionSecrets,
} from './connection.ts';
import type { SealedChange, SealedVault } from '../sealed-vault.ts';

/** How many lines one sealed record holds. */
const chunkSize = 1000;
/** How many lines the first screen is answered from: what the window asks for at once. */
const firstSize = 50;
const version = 2;

type Table = { readonly [Field in keyof ConnectionLine]: readonly unknown[] };

interface Head {
  readonly version: number;
  readonly count: number;
  readonly chunks: number;
  /** When each scope was last read whole, Unix milliseconds. */
  readonly scopes: Readonly<Record<string, number>>;
}

/**
 * The sealed copy of all connections: the lines in chunks, the first of them once more for the first
 * screen; the rest and the secrets of each connection in two records of its own.
 */
export interface ConnectionStore {
  readonly head: Head;
  /** The lines of the first screen, in the order they were saved. */
  first(): ConnectionLine[];
  /** All lines, in that order. */
  lines(): ConnectionLine[];
  rest(key: string): ConnectionRest | undefined;
  secrets(key: string): ConnectionSecrets | undefined;
  /**
   * Writes what changed, in one transaction: the lines in their order, the rest and secrets of
   * `fresh`, and the removal of those of `gone`.
   */
  save(change: {
    readonly lines: readonly ConnectionLine[];
    readonly fresh: readonly Connection[];
    readonly gone: readonly string[];
    readonly scopes: Readonly<Record<string, number>>;
  }): void;
}

/** Opens the sealed connections of an account. A record that cannot be opened counts as absent. */
export function openConnectionStore(vault: SealedVault): ConnectionStore {
  let head = readHead(vault);
  /** A digest of what each record of lines holds on disk: those that do not differ stay. */
  const written = new Map<string, string>();

  function linesOf(name: string): ConnectionLine[] {
    const bytes = vault.readBytes('connections', name);
    if (!bytes) return [];
    written.set(name, digest(bytes));
    return fromColumns(JSON.parse(Buffer.from(bytes).toString()) as Columns);
  }

  /** What to write of these lines; nothing where the record has them already. */
  function changed(name: string, lines: readonly ConnectionLine[]): SealedChange[] {
    const value = Buffer.from(JSON.stringify(toColumns(lines, lineFields)));
    const sum = digest(value);
    if (written.get(name) === sum) return [];
    written.set(name, sum);
    return [{ purpose: 'connections', name, value }];
  }

  return {
    get head() {
      return head;
    },
    first: () => (head.count > 0 ? linesOf('first') : []),
    lines: () => Array.from({ length: head.chunks }, (_, n) => linesOf(chunkName(n))).flat(),
    rest: (key) => vault.read<ConnectionRest>('details', key),
    secrets: (key) => vault.read<ConnectionSecrets>('secrets', key),
    save({ lines, fresh, gone, scopes }) {
      const chunks = Math.ceil(lines.length / chunkSize);
      const changes = changed('first', lines.slice(0, firstSize));
      for (let n = 0; n < chunks; n += 1) {
        changes.push(...changed(chunkName(n), lines.slice(n * chunkSize, (n + 1) * chunkSize)));
      }
      for (let n = chunks; n < head.chunks; n += 1) {
        written.delete(chunkName(n));
        changes.push({ purpose: 'connections', name: chunkName(n), value: undefined });
      }
      for (const { entry, secrets } of fresh) {
        changes.push({ purpose: 'details', name: entry.key, value: restOf(entry) });
        changes.push({ purpose: 'secrets', name: entry.key, value: secrets });
      }
      for (const name of gone) {
        changes.push({ purpose: 'details', name, value: undefined });
        changes.push({ purpose: 'secrets', name, value: undefined });
      }
      const next: Head = { version, count: lines.length, chunks, scopes };
      changes.push({ purpose: 'connections', name: 'head', value: next });
      try {
        vault.write(changes);
      } catch (error) {
        written.clear();
        throw error;
      }
      head = next;
    },
  };
}

/** Field by field, because rows of one shape are made and read several times faster than others. */
function fromColumns(columns: Columns): ConnectionLine[] {
  const {
    key,
    scope,
    source,
    title,
    protocol,
    country,
    place,
    host,
    online,
    expiresAt,
    autoRenewal,
    autoRenewalDays,
    createdAt,
    server,
    forms,
    fingerprint,
  } = Object.fromEntries(
    lineFields.map((field) => [field, valuesOf(columns, field)]),
  ) as unknown as Table;
  return key.map((_, n) => ({
    key: key[n] as ConnectionLine['key'],
    scope: scope[n] as ConnectionLine['scope'],
    source: source[n] as ConnectionLine['source'],
    title: title[n] as ConnectionLine['title'],
    protocol: protocol[n] as ConnectionLine['protocol'],
    country: country[n] as ConnectionLine['country'],
    place: place[n] as ConnectionLine['place'],
    host: host[n] as ConnectionLine['host'],
    online: online[n] as ConnectionLine['online'],
    expiresAt: expiresAt[n] as ConnectionLine['expiresAt'],
    autoRenewal: autoRenewal[n] as ConnectionLine['autoRenewal'],
    autoRenewalDays: autoRenewalDays[n] as ConnectionLine['autoRenewalDays'],
    createdAt: createdAt[n] as ConnectionLine['createdAt'],
    server: server[n] as ConnectionLine['server'],
    forms: forms[n] as ConnectionLine['forms'],
    fingerprint: fingerprint[n] as ConnectionLine['fingerprint'],
  }));
}

const chunkName = (number: number) => `lines ${String(number)}`;

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

function readHead(vault: SealedVault): Head {
  const head = vault.read<Head>('connections', 'head');
  return head?.version === version ? head : { version, count: 0, chunks: 0, scopes: {} };
}
