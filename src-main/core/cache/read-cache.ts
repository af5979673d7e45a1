import type { CachedRead } from '#contract/ipc/cache.ts';
import { api, type Api, type EndpointId } from '#contract/api/index.ts';
import type { DataOf, Endpoint, InputOf } from '#contract/endpoint.ts';
import { ok, type Result } from '#contract/failure.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import type { Clock } from '#core/kernel/ports.ts';
import type { Priority } from '#core/api/limits/priority.ts';
import { displayedData, secretAt, textAt } from '#core/api/redaction.ts';
import type { SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import {
  createCacheEntries,
  type CacheEntries,
  type CacheEntry,
  type StoredRead,
} from './cache-entries.ts';

/** How long a cached read counts as fresh, milliseconds. */
const freshFor = 5 * 60_000;

/** How long the window is taken to show what it has read, milliseconds. */
const shownFor = 2 * 60_000;

export type ReadCache = ReturnType<typeof createReadCache>;

type Fetch = <Id extends EndpointId>(
  id: Id,
  input: InputOf<Api[Id]>,
  priority: Priority,
) => Promise<Result<DataOf<Api[Id]>>>;

interface ReadCacheOptions {
  readonly client: ApiClient;
  readonly vault: SealedVault;
  readonly clock: Clock;
  readonly publish: (entry: CachedRead) => void;
  /** Receives each read that was answered, also those that the window does not watch. */
  readonly onStored: (id: EndpointId, input: unknown) => void;
}

/** Each sealed in the vault; only fields that the schema names, without secrets, leave main. */
export function createReadCache(options: ReadCacheOptions) {
  const { clock } = options;
  const entries = createCacheEntries(options.vault);
  const refresh = createRefresh(options, entries);

  const fetch: Fetch = (id, input, priority) => refresh(entries.get(id, input), priority) as never;
  const fetchIfStale: Fetch = (id, input, priority) => {
    const entry = entries.get(id, input);
    const { stored } = entry;
    const isFresh = stored && !isStale(entry, clock);
    return (isFresh ? Promise.resolve(ok(stored.value)) : refresh(entry, priority)) as never;
  };
  const fetchNow: Fetch = (id, input, priority) => {
    const entry = entries.get(id, input);
    entry.changes += 1;
    return refresh(entry, priority) as never;
  };

  return {
    /** The cached value at once; a refresh follows where it is stale, missing or older than the user wants. */
    read(id: EndpointId, input: unknown, maxAge?: number): CachedRead {
      const entry = entries.get(id, input);
      entry.readAt = clock.monotonic();
      if (isStale(entry, clock, maxAge)) void refresh(entry, maxAge ? 'user' : 'on-screen');
      return toCachedRead(entry, clock);
    },
    /** The cached value once it is fresh, or could not be read: requested behind all else. */
    async readAhead(id: EndpointId, input: unknown): Promise<CachedRead> {
      await fetchIfStale(id, input as never, 'background');
      return toCachedRead(entries.get(id, input), clock);
    },
    /** The cached value, without a request. */
    // The endpoint's schema has checked the value, so it is of that endpoint's type.
    cached: <Id extends EndpointId>(
      id: Id,
      input: InputOf<Api[Id]>,
    ): StoredRead<DataOf<Api[Id]>> | undefined =>
      entries.has(id, input) ? (entries.get(id, input).stored as never) : undefined,
    secret: (id: EndpointId, input: unknown, path: string): string | undefined =>
      secretAt(entries.get(id, input).stored?.value, path, secretsOf(id)),
    /** The text at `path` of the cached value, a secret alone too, if the endpoint's schema names it. */
    text(id: EndpointId, input: unknown, path: string): string | undefined {
      const value = entries.get(id, input).stored?.value;
      return secretAt(value, path, secretsOf(id)) ?? textAt(displayedData(api[id], value), path);
    },
    /** Asks now and caches the answer. Concurrent calls share a request. */
    fetch,
    /** The cached value while it is fresh, else like `fetch`. */
    fetchIfStale,
    /** Like `fetch`, but takes no answer to a request that was sent before: it may be older than this. */
    fetchNow,
    /** Marks reads as stale and refreshes what is shown; `changed` spares other cloud servers. */
    makeStale(ids: readonly string[], changed?: unknown) {
      const server = serverOf(changed);
      for (const entry of entries.loaded()) {
        if (!ids.includes(entry.id)) continue;
        if (server !== undefined && (serverOf(entry.input) ?? server) !== server) continue;
        entry.stale = true;
        entry.changes += 1;
        if (isShown(entry, clock)) void refresh(entry, 'on-screen');
      }
    },
  };
}

/** Shares a request under way, unless the entry was marked stale after it was sent. */
function createRefresh(
  { client, clock, publish, onStored }: ReadCacheOptions,
  entries: CacheEntries,
): (entry: CacheEntry, priority: Priority) => Promise<Result<unknown>> {
  async function send(entry: CacheEntry, priority: Priority): Promise<Result<unknown>> {
    const since = entry.changes;
    const result: Result<unknown> = await client.call(entry.id, entry.input as never, {
      priority,
      acceptPartial: !api[entry.id].writtenBack,
    });
    // A later request is under way, or was answered first: its answer counts.
    if (entry.pending && entry.pendingSince > since) return entry.pending;
    if (entry.storedSince > since && entry.stored) return ok(entry.stored.value);
    if (result.ok) {
      entry.stale = entry.changes > since;
      entry.storedSince = since;
      entry.failure = null;
      const { value, unreadable } = result;
      entries.store(entry, { value, fetchedAt: clock.now(), ...(unreadable && { unreadable }) });
      onStored(entry.id, entry.input);
    } else {
      entry.failure = result.failure;
    }
    if (entry.readAt !== null) publish(toCachedRead(entry, clock));
    return result;
  }

  return (entry, priority) => {
    if (entry.pending && entry.pendingSince === entry.changes) return entry.pending;
    const sent: Promise<Result<unknown>> = send(entry, priority).finally(() => {
      if (entry.pending === sent) entry.pending = undefined;
    });
    entry.pending = sent;
    entry.pendingSince = entry.changes;
    return sent;
  };
}

/** The window reads what it shows once a minute: what it has not read for longer, it left. */
function isShown({ readAt }: CacheEntry, clock: Clock): boolean {
  return readAt !== null && clock.monotonic() - readAt <= shownFor;
}

function isStale({ stale, stored }: CacheEntry, clock: Clock, maxAge = freshFor): boolean {
  if (stale || !stored) return true;
  // The clock was set back where the age is negative: how old the value is cannot be known.
  const age = clock.now() - stored.fetchedAt;
  return age < 0 || age > maxAge;
}

function toCachedRead(entry: CacheEntry, clock: Clock): CachedRead {
  const { id, input, stored, failure } = entry;
  return {
    id,
    input,
    ...(stored && { value: displayedData(api[id], stored.value) }),
    ...(stored?.unreadable && { unreadable: stored.unreadable }),
    fetchedAt: stored?.fetchedAt ?? null,
    stale: isStale(entry, clock),
    failure,
  };
}

function secretsOf(id: EndpointId): Endpoint['secrets'] {
  return (api[id] as Endpoint).secrets;
}

/** The cloud server that an input is about: the one name of a path that means the same at all endpoints. */
export function serverOf(input: unknown): unknown {
  return (input as { path?: { server_id?: unknown } } | undefined)?.path?.server_id;
}
