import { groupsFor, type Groups } from './groups.ts';
import { inColumns, lineChanges, readLines } from './lines.ts';
import { firstSize, layout, type KeptList } from './list.ts';
import type { ConnectionRest, ConnectionSecrets } from '#core/connections/connection.ts';
import type { SealedChange, SealedVault } from '#core/vault/sealed-vault.ts';

/** The list of the layout before, in which each connection had two records of its own. */
interface EarlierList {
  readonly version: number;
  readonly count: number;
  readonly chunks: number;
  readonly scopes: Readonly<Record<string, number>>;
}

const earlier = 2;

/** What was carried over, and what is to be removed with the next write of the list. */
export interface CarriedOver {
  readonly list: KeptList;
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
  const old = vault.read<EarlierList>('connections', 'head');
  if (old?.version !== earlier) return undefined;
  const lines = readLines(vault, old.chunks);
  const keys = lines.map(({ key }) => key);
  const records = <T>(purpose: string) =>
    new Map(
      keys.flatMap((key) => {
        const value = vault.read<T>(purpose, key);
        return value === undefined ? [] : [[key, value] as const];
      }),
    );
  const was = {
    details: records<ConnectionRest>('details'),
    secrets: records<ConnectionSecrets>('secrets'),
  };
  const groups = groupsFor(lines.length, 1);
  const { count, chunks, scopes } = old;
  const first = inColumns(lines.slice(0, firstSize));
  const list: KeptList = { version: layout, count, chunks, groups, scopes, first };
  vault.write([
    ...details.changes({ from: 0, to: groups, put: was.details, gone: [] }),
    ...secrets.changes({ from: 0, to: groups, put: was.secrets, gone: [] }),
    { purpose: 'connections', name: 'list', value: { ...list, carried: true } },
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
  const next: KeptList = { ...list, chunks: rewritten.chunks };
  vault.write([
    ...leaving,
    ...rewritten.changes,
    { purpose: 'connections', name: 'list', value: next },
  ]);
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

/** The same for the same fields, in whatever order they come. */
function textOf(value: object): string {
  return JSON.stringify(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
