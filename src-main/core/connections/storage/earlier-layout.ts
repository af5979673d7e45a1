import { z } from 'zod';
import type { ConnectionRest, ConnectionSecrets } from '#core/connections/connection.ts';
import type { SealedChange, SealedVault } from '#core/vault/sealed-vault.ts';
import { groupsFor, type Groups } from './groups.ts';
import { lineChanges, readLines } from './lines.ts';
import { StoredDetails, StoredSecrets } from './schemas.ts';
import { initialLines, layout, listChange, type StoredList } from './stored-list.ts';

/** The list of layout 2, in which each connection had two records of its own. */
const EarlierList = z.object({
  version: z.literal(2),
  count: z.int().min(0),
  chunks: z.int().min(0),
  scopes: z.record(z.string(), z.number()),
});

/** The migrated connections, and the records to remove with the next write of the list. */
interface CarriedOver {
  readonly list: StoredList;
  readonly leaving: readonly SealedChange[];
}

/**
 * Carries connections over from the layout before: the new records are written beside the old, read
 * again and compared, and only then the old ones go. Each of the two writes is whole or not there,
 * and the list says after the first that it is only carried: a program that is killed anywhere finds
 * the old records, and begins again, or the new ones. Where the comparison fails, the old records
 * stay until everything was read from the service.
 *
 * `undefined` where there is nothing to carry over.
 */
export function carryOver(
  vault: SealedVault,
  details: Groups<ConnectionRest>,
  secrets: Groups<ConnectionSecrets>,
): CarriedOver | undefined {
  const old = vault.read('connections', 'head', EarlierList);
  if (old === undefined) return undefined;
  const lines = readLines(vault, old.chunks);
  const keys = lines.map(({ key }) => key);
  const records = <T>(purpose: string, schema: z.ZodType<T>) =>
    new Map(
      keys.flatMap((key) => {
        const value = vault.read(purpose, key, schema);
        return value === undefined ? [] : [[key, value] as const];
      }),
    );
  const was = {
    details: records('details', StoredDetails),
    secrets: records('secrets', StoredSecrets),
  };
  const groups = groupsFor(lines.length, 1);
  const { count, chunks, scopes } = old;
  const list: StoredList = {
    version: layout,
    count,
    chunks,
    groups,
    scopes,
    first: initialLines(lines),
  };
  vault.write([
    ...details.changes({ from: 0, to: groups, put: was.details, removed: [] }),
    ...secrets.changes({ from: 0, to: groups, put: was.secrets, removed: [] }),
    listChange({ ...list, carried: true }),
  ]);
  const leaving = [
    ...['head', 'first'].map((name) => ({ purpose: 'connections', name, value: undefined })),
    ...['details', 'secrets'].flatMap((purpose) =>
      keys.map((name) => ({ purpose, name, value: undefined })),
    ),
  ];
  const carried =
    isSame(was.details, details.readMany(groups)) && isSame(was.secrets, secrets.readMany(groups));
  if (!carried) return { list: { ...list, carried: true }, leaving };
  const rewritten = lineChanges(vault, lines, chunks);
  const next: StoredList = { ...list, chunks: rewritten.chunks };
  vault.write([...leaving, ...rewritten.changes, listChange(next)]);
  return { list: next, leaving: [] };
}

function isSame<T extends object>(
  one: ReadonlyMap<string, T>,
  other: ReadonlyMap<string, T>,
): boolean {
  return (
    one.size === other.size &&
    [...one].every(([key, value]) => textOf(value) === textOf(other.get(key) ?? {}))
  );
}

/** The same text for the same fields in any order. */
function textOf(value: object): string {
  return JSON.stringify(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
