import { z } from 'zod';
import type { LibraryEntry } from '#contract/ipc/cache.ts';
import { api, type Api, type EndpointId } from '#contract/api/index.ts';
import type { DataOf, Endpoint, InputOf } from '#contract/endpoint.ts';
import type { Failure, Result } from '#contract/failure.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import type { Clock } from '#core/ports.ts';
import type { Priority } from '#core/limits/priority.ts';
import { createReadDates } from './read-dates.ts';
import { displayedData, namedFields, secretAt, textAt } from '#core/api/redaction.ts';
import type { SealedVault } from '#core/vault/sealed-vault.ts';

/** How long a cached read counts as fresh, milliseconds. */
const freshFor = 5 * 60_000;

/** A read as it was last seen. */
export interface Seen<T> {
  readonly value: T;
  /** Unix milliseconds. */
  readonly fetchedAt: number;
}

export interface Library {
  /** What was seen last, at once; a refresh follows behind when that is old or missing. */
  read(id: EndpointId, input: unknown): LibraryEntry;
  /** What was seen last, without asking for more. */
  seen<Id extends EndpointId>(id: Id, input: InputOf<Api[Id]>): Seen<DataOf<Api[Id]>> | undefined;
  /** The one secret text of what was seen last that `path` leads to. */
  secret(id: EndpointId, input: unknown, path: string): string | undefined;
  /** Any text of what was seen last that the endpoint's schema names, secret or not. */
  text(id: EndpointId, input: unknown, path: string): string | undefined;
  /** Asks the service now and keeps the answer. Calls for the same thing share one request. */
  fetch<Id extends EndpointId>(
    id: Id,
    input: InputOf<Api[Id]>,
    priority: Priority,
  ): Promise<Result<DataOf<Api[Id]>>>;
  /**
   * Makes reads out of date and reads those again that the window has asked for. With the input of
   * what was changed, reads of other cloud servers than its own are left alone.
   */
  makeStale(ids: readonly string[], changed?: unknown): void;
  /** Removes what was last refreshed before, Unix milliseconds. */
  forgetBefore(at: number): void;
}

interface Shelf {
  readonly id: EndpointId;
  readonly input: unknown;
  seen: Seen<unknown> | undefined;
  stale: boolean;
  failure: Failure | null;
  /** The window has asked for it, and is told when it changes. */
  wanted: boolean;
  /** How often it was made out of date. */
  changes: number;
  pending: Promise<Result<unknown>> | undefined;
  /** What `changes` was when `pending` was sent. */
  pendingSince: number;
}

/**
 * Cached reads of one account, each sealed in the vault. What crosses to the window are the fields
 * that the schema names, without the secret ones.
 */
export function createLibrary(options: {
  readonly client: ApiClient;
  readonly vault: SealedVault;
  readonly clock: Clock;
  readonly publish: (entry: LibraryEntry) => void;
}): Library {
  const { client, vault, clock, publish } = options;
  const shelves = new Map<string, Shelf>();
  const dates = createReadDates(vault);
  const schemas = new Map<EndpointId, z.ZodType<Seen<unknown>>>();

  /** The schema of the sealed record of a read: the endpoint's own data, and when it was read. */
  function storedRead(id: EndpointId): z.ZodType<Seen<unknown>> {
    const known = schemas.get(id);
    if (known) return known;
    const made = z.object({ value: api[id].data, fetchedAt: z.number() });
    schemas.set(id, made);
    return made;
  }

  function shelf(id: EndpointId, input: unknown): Shelf {
    const name = `${id} ${canonical(input)}`;
    const known = shelves.get(name);
    if (known) return known;
    const made: Shelf = {
      id,
      input,
      seen: vault.read('library', name, storedRead(id)),
      stale: false,
      failure: null,
      wanted: false,
      changes: 0,
      pending: undefined,
      pendingSince: 0,
    };
    shelves.set(name, made);
    return made;
  }

  function isStale(at: Shelf): boolean {
    if (at.stale || !at.seen) return true;
    // The clock was set back where the age is negative: how old the value is cannot be known.
    const age = clock.now() - at.seen.fetchedAt;
    return age < 0 || age > freshFor;
  }

  function entryOf(at: Shelf): LibraryEntry {
    const endpoint: Endpoint = api[at.id];
    return {
      id: at.id,
      input: at.input,
      ...(at.seen && { value: displayedData(endpoint, at.seen.value) }),
      fetchedAt: at.seen?.fetchedAt ?? null,
      stale: isStale(at),
      failure: at.failure,
    };
  }

  async function refresh(at: Shelf, priority: Priority): Promise<Result<unknown>> {
    const since = at.changes;
    const result: Result<unknown> = await client.call(at.id, at.input as never, { priority });
    // It was changed meanwhile, and is being read again: this answer is from before.
    if (at.pending && at.pendingSince > since) return at.pending;
    if (result.ok) {
      at.seen = { value: result.value, fetchedAt: clock.now() };
      at.stale = at.changes > since;
      at.failure = null;
      const name = `${at.id} ${canonical(at.input)}`;
      const { fetchedAt } = at.seen;
      const read = { purpose: 'library', name, value: at.seen };
      vault.write([read, ...dates.note(name, fetchedAt)]);
    } else {
      at.failure = result.failure;
    }
    if (at.wanted) publish(entryOf(at));
    return result;
  }

  function fetch(at: Shelf, priority: Priority): Promise<Result<unknown>> {
    if (at.pending && at.pendingSince === at.changes) return at.pending;
    const sent: Promise<Result<unknown>> = refresh(at, priority).finally(() => {
      if (at.pending === sent) at.pending = undefined;
    });
    at.pending = sent;
    at.pendingSince = at.changes;
    return sent;
  }

  return {
    read(id, input) {
      const at = shelf(id, input);
      at.wanted = true;
      if (isStale(at)) void fetch(at, 'on-screen');
      return entryOf(at);
    },
    // The row that `id` names has checked the value, so it is of that row's type.
    seen: (id, input) => shelf(id, input).seen as never,
    secret: (id, input, path) =>
      secretAt(shelf(id, input).seen?.value, path, (api[id] as Endpoint).secrets),
    text(id, input, path) {
      const value = shelf(id, input).seen?.value;
      return (
        secretAt(value, path, (api[id] as Endpoint).secrets) ??
        textAt(namedFields(api[id].data, value), path)
      );
    },
    fetch: (id, input, priority) => fetch(shelf(id, input), priority) as never,
    makeStale(ids, changed) {
      const server = serverOf(changed);
      for (const at of shelves.values()) {
        if (!ids.includes(at.id)) continue;
        if (server !== undefined && (serverOf(at.input) ?? server) !== server) continue;
        at.stale = true;
        at.changes += 1;
        if (at.wanted) void fetch(at, 'on-screen');
      }
    },
    forgetBefore(at) {
      const { names, changes } = dates.takeBefore(at);
      if (names.length === 0) return;
      for (const name of names) {
        shelves.delete(name);
        changes.push({ purpose: 'library', name, value: undefined });
      }
      vault.write(changes);
    },
  };
}

/** The cloud server that an input is about: the one name of a path that means the same in all rows. */
export function serverOf(input: unknown): unknown {
  return (input as { path?: { server_id?: unknown } } | undefined)?.path?.server_id;
}

/** The same text for the same input, whatever the order of its fields. */
function canonical(input: unknown): string {
  return JSON.stringify(input, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
