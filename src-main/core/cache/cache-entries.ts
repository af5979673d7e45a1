import { z } from 'zod';
import { api, type EndpointId } from '#contract/api/index.ts';
import type { Failure, Result } from '#contract/failure.ts';
import { UnreadableElement } from '#contract/unreadable.ts';
import { accountBounds, sizeOf } from '#core/api/account-bounds.ts';
import { isRecord } from '#core/api/elements.ts';
import type { SealedChange, SealedVault } from '#core/kernel/vault/sealed-vault.ts';

export interface StoredRead<T> {
  readonly value: T;
  /** Unix milliseconds. */
  readonly fetchedAt: number;
  /** Elements of its lists that could not be read; absent where there are none. */
  readonly unreadable?: readonly UnreadableElement[];
}

export interface CacheEntry {
  readonly name: string;
  readonly id: EndpointId;
  readonly input: unknown;
  stored: StoredRead<unknown> | undefined;
  stale: boolean;
  failure: Failure | null;
  /** When the window read it last, monotonic milliseconds; `null`: never. It is notified of changes. */
  readAt: number | null;
  changes: number;
  pending: Promise<Result<unknown>> | undefined;
  /** The value of `changes` when `pending` was sent, and when the request for `stored` was. */
  pendingSince: number;
  storedSince: number;
}

export type CacheEntries = ReturnType<typeof createCacheEntries>;

const purpose = 'read-cache';
/** By the name of each stored read: when it was fetched, and how much it holds. */
const Stock = z.preprocess(
  (stored) => (isRecord(stored) ? Object.entries(stored) : stored),
  z.array(z.tuple([z.string(), z.object({ fetchedAt: z.number(), size: z.number() })])),
);

/** The cached reads of one account, each a sealed record of its own. */
export function createCacheEntries(vault: SealedVault) {
  const entries = new Map<string, CacheEntry>();
  const schemaOf = createStoredSchemas();
  let stock: ReturnType<typeof readStock> | undefined;

  function readStock() {
    return new Map(vault.read('read-cache-stock', 'stock', Stock) ?? []);
  }

  function change(put: readonly SealedChange[], removed: readonly string[]): void {
    for (const name of removed) {
      stock?.delete(name);
      const entry = entries.get(name);
      if (entry?.pending === undefined) entries.delete(name);
    }
    vault.write([
      ...put,
      ...removed.map((name) => ({ purpose, name, value: undefined })),
      { purpose: 'read-cache-stock', name: 'stock', value: Object.fromEntries(stock ?? []) },
    ]);
  }

  const nameOf = (id: EndpointId, input: unknown) => `${id} ${canonical(input)}`;

  return {
    /** Whether there is anything to open: of most of a long list's elements there is not. */
    has(id: EndpointId, input: unknown): boolean {
      stock ??= readStock();
      const name = nameOf(id, input);
      return entries.has(name) || stock.has(name);
    },
    /** The entry of this read, whose value is opened where it is first used. */
    get(id: EndpointId, input: unknown): CacheEntry {
      const name = nameOf(id, input);
      const known = entries.get(name);
      if (known) return known;
      const entry = newEntry(name, id, input, () => vault.read(purpose, name, schemaOf(id)));
      entries.set(name, entry);
      for (const [oldest, { pending }] of entries) {
        if (entries.size <= accountBounds.cachedReads) break;
        if (pending === undefined && oldest !== name) entries.delete(oldest);
      }
      return entry;
    },
    loaded: (): Iterable<CacheEntry> => entries.values(),
    store(entry: CacheEntry, read: StoredRead<unknown>) {
      entry.stored = read;
      stock ??= readStock();
      stock.delete(entry.name);
      stock.set(entry.name, { fetchedAt: read.fetchedAt, size: sizeOf(read.value) });
      let size = [...stock.values()].reduce((sum, each) => sum + each.size, 0);
      let count = stock.size;
      const removed: string[] = [];
      for (const [name, oldest] of stock) {
        if (count <= accountBounds.cachedReads && size <= accountBounds.cachedSize) break;
        removed.push(name);
        count -= 1;
        size -= oldest.size;
      }
      change([{ purpose, name: entry.name, value: read }], removed);
    },
  };
}

function newEntry(
  name: string,
  id: EndpointId,
  input: unknown,
  open: () => StoredRead<unknown> | undefined,
): CacheEntry {
  let read: { readonly stored: StoredRead<unknown> | undefined } | undefined;
  return {
    name,
    id,
    input,
    get stored() {
      read ??= { stored: open() };
      return read.stored;
    },
    set stored(stored) {
      read = { stored };
    },
    stale: false,
    failure: null,
    readAt: null,
    changes: 0,
    pending: undefined,
    pendingSince: 0,
    storedSince: 0,
  };
}

function createStoredSchemas(): (id: EndpointId) => z.ZodType<StoredRead<unknown>> {
  const schemas = new Map<EndpointId, z.ZodType<StoredRead<unknown>>>();
  return (id) => {
    const known = schemas.get(id);
    if (known) return known;
    const schema = z.object({
      value: api[id].data,
      fetchedAt: z.number(),
      unreadable: z.exactOptional(z.array(UnreadableElement).readonly()),
    });
    schemas.set(id, schema);
    return schema;
  };
}

/** The same text for the same input in any order of its fields. */
function canonical(input: unknown): string {
  return JSON.stringify(input, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
