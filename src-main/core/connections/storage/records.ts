import { z } from 'zod';
import { ConnectionRecord } from '#contract/ipc/connections.ts';
import type { SealedChange, SealedVault } from '#core/kernel/vault/sealed-vault.ts';

/** The number of this layout. A list with another one is not read, and everything is fetched again. */
const layout = 1;

const purpose = 'connections';

const StoredList = z.object({
  version: z.literal(layout),
  scopes: z.record(z.string(), z.number()),
});

const StoredRecords = z.array(ConnectionRecord);

/** When each scope was last read from the service, Unix milliseconds. */
export type ReadTimes = Readonly<Record<string, number>>;

/** The name of the sealed record that has the connections of a scope; all subconfigs share one. */
export function recordNameOf(scope: string): string {
  return scope.startsWith('sub:') ? 'subconfigs' : `scope ${scope}`;
}

/** When the scopes were read; opens one small record. */
export function readTimes(vault: SealedVault): ReadTimes {
  return vault.read(purpose, 'list', StoredList)?.scopes ?? {};
}

/** Opens the records of these scopes; those with an unreadable record are not answered. */
export function readRecords(
  vault: SealedVault,
  scopes: ReadTimes,
): { readonly scopes: ReadTimes; readonly records: readonly ConnectionRecord[] } {
  const read = new Map<string, readonly ConnectionRecord[] | undefined>();
  for (const name of Object.keys(scopes).map(recordNameOf)) {
    if (!read.has(name)) read.set(name, vault.read(purpose, name, StoredRecords));
  }
  const known = Object.entries(scopes).filter(([scope]) => read.get(recordNameOf(scope)));
  return {
    scopes: Object.fromEntries(known),
    records: [...read.values()].flatMap((records) => records ?? []),
  };
}

/** What writes when the scopes were read. */
export function listChange(scopes: ReadTimes): SealedChange {
  const value: z.input<typeof StoredList> = { version: layout, scopes };
  return { purpose, name: 'list', value };
}

/** What writes the record of this name; `undefined` removes it. */
export function recordChange(
  name: string,
  records: readonly ConnectionRecord[] | undefined,
): SealedChange {
  return { purpose, name, value: records };
}
