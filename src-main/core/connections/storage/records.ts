import { z } from 'zod';
import { ConnectionRecord } from '#contract/ipc/connections.ts';
import type { SealedChange, SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import { accountBounds } from '#core/api/account-bounds.ts';
import { hashOf } from './secrets.ts';

/** The number of this layout. A list with another one is not read, and everything is fetched again. */
const layout = 2;

const purpose = 'connections';

const { slice } = accountBounds;
const maxSlices = 32;

const StoredScope = z.object({
  /** When it was last read from the service, Unix milliseconds. */
  at: z.number(),
  /** In how many records its connections are, a power of two. */
  slices: z.number().int().min(1).max(maxSlices),
  /** About how many bytes they have, with their secrets. */
  size: z.number(),
});
export type StoredScope = Readonly<z.output<typeof StoredScope>>;

const StoredList = z.object({
  version: z.literal(layout),
  scopes: z.record(z.string(), StoredScope),
});

const StoredRecords = z.array(ConnectionRecord);

export type StoredScopes = Readonly<Record<string, StoredScope>>;

export function slicesFor(connections: number, bytes: number): number {
  let slices = 1;
  while (
    slices < maxSlices &&
    (connections > slices * slice.connections || bytes > slices * slice.bytes)
  ) {
    slices *= 2;
  }
  return slices;
}

/** These by the record, of so many, that each is in. */
export function bySlice<Each>(
  all: Iterable<Each>,
  slices: number,
  keyOf: (each: Each) => string,
): readonly (readonly Each[])[] {
  const parts = Array.from({ length: slices }, (): Each[] => []);
  for (const each of all) parts[sliceOf(keyOf(each), slices)]?.push(each);
  return parts;
}

/** In which of so many records a connection is; the buckets of secrets are divided alike. */
export function sliceOf(key: string, slices: number): number {
  return hashOf(key) % slices;
}

/** The scope that one is stored with: all subconfigs are together. */
export function storedAs(scope: string): string {
  return scope.startsWith('sub:') ? 'subconfigs' : scope;
}

export function recordNames(scope: string, slices: number): readonly string[] {
  const name = `scope ${storedAs(scope)}`;
  if (slices === 1) return [name];
  return Array.from({ length: slices }, (_, at) => `${name} ${String(at)}/${String(slices)}`);
}

/** How the scopes are stored; opens one small record. */
export function readScopes(vault: SealedVault): StoredScopes {
  return vault.read(purpose, 'list', StoredList)?.scopes ?? {};
}

interface StoredPart {
  readonly records: readonly ConnectionRecord[];
}

/** Reads the connections of these scopes by parts, subconfigs last, without scopes of an unreadable one. */
export function* readRecords(
  vault: SealedVault,
  scopes: StoredScopes,
): Generator<StoredPart, StoredPart & { readonly scopes: StoredScopes }> {
  const read = new Map<string, readonly ConnectionRecord[] | undefined>();
  const isOfSubconfig = (scope: string) => Number(scope !== storedAs(scope));
  const all = Object.entries(scopes).toSorted(
    ([one], [other]) => isOfSubconfig(one) - isOfSubconfig(other),
  );
  const namesOf = (of: typeof all) =>
    new Set(of.flatMap(([scope, { slices }]) => recordNames(scope, slices)));
  let opened = 0;
  for (const name of namesOf(all)) {
    const records = vault.read(purpose, name, StoredRecords);
    read.set(name, records);
    opened += records?.length ?? 0;
    if (opened < slice.connections) continue;
    opened = 0;
    yield { records: [] };
  }
  const known = all.filter((each) => [...namesOf([each])].every((name) => read.get(name)));
  let part: ConnectionRecord[] = [];
  for (const name of namesOf(known)) {
    part.push(...(read.get(name) ?? []));
    if (part.length < slice.connections) continue;
    yield { records: part };
    part = [];
  }
  return { records: part, scopes: Object.fromEntries(known) };
}

export function storedRecords(vault: SealedVault): readonly ConnectionRecord[] {
  const reading = readRecords(vault, readScopes(vault));
  const records: ConnectionRecord[] = [];
  for (;;) {
    const { done, value } = reading.next();
    records.push(...value.records);
    if (done) return records;
  }
}

export function listChange(scopes: StoredScopes): SealedChange {
  const value: z.input<typeof StoredList> = { version: layout, scopes };
  return { purpose, name: 'list', value };
}

export function recordChange(
  name: string,
  records: readonly ConnectionRecord[] | undefined,
): SealedChange {
  return { purpose, name, value: records };
}
