import { z } from 'zod';
import { haveRows, toColumns } from './columns.ts';
import type { SealedChange, SealedVault } from '#core/vault/sealed-vault.ts';

/** Of how many connections one sealed record holds something, on average at most and at least. */
const maxInGroup = 48;
const leastInGroup = 8;

/** What is stored of each connection in one kind of group. */
export interface GroupKind<T> {
  /** The purpose that its records are sealed for. */
  readonly purpose: string;
  readonly fields: readonly (keyof T & string)[];
  /** The schema of one sealed record. */
  readonly schema: z.ZodType<Group<T>>;
}

/** The members of a group, in their order. */
interface Group<T> {
  readonly keys: readonly string[];
  readonly at: (n: number) => T;
}

/**
 * The schema of a group's sealed record.
 *
 * @param columns the schema of its columns
 * @param memberAt puts the nth member together from them
 */
export function storedGroup<Columns extends Readonly<Record<string, readonly unknown[]>>, T>(
  columns: z.ZodType<Columns>,
  memberAt: (columns: Columns, n: number) => T,
): z.ZodType<Group<T>> {
  return z
    .object({ keys: z.array(z.string()), members: z.object({ columns }) })
    .refine(({ keys, members }) => haveRows(members.columns, keys.length))
    .transform(({ keys, members }) => ({ keys, at: (n) => memberAt(members.columns, n) }));
}

/** What a write changes of the groups. */
interface GroupChange<T> {
  /** How many groups there are, and how many there shall be. */
  readonly from: number;
  readonly to: number;
  readonly put: ReadonlyMap<string, T>;
  readonly removed: readonly string[];
}

/**
 * Something of each connection, sealed in groups: opening one opens its group and no other, and a
 * damaged record costs its group. A group that cannot be opened counts as empty.
 */
export interface Groups<T> {
  read(key: string, groups: number): T | undefined;
  /** Of these connections, or of all: each group is opened once. */
  readMany(groups: number, keys?: readonly string[]): ReadonlyMap<string, T>;
  /** What to write: the groups that change, or all where their number does. */
  changes(change: GroupChange<T>): SealedChange[];
}

/**
 * Into how many groups so many connections go: a power of two. It follows them with some play, because
 * another number means that all are written again.
 *
 * @param now how many groups there are
 */
export function groupsFor(connections: number, now: number): number {
  if (connections <= now * maxInGroup && (now === 1 || connections > now * leastInGroup))
    return now;
  let groups = 1;
  while (connections > groups * maxInGroup) groups *= 2;
  return groups;
}

/** Which group a connection is in: FNV-1a of its key, whose low bits are mixed with the high ones. */
function groupOf(key: string, groups: number): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) {
    sum = Math.imul(sum ^ key.charCodeAt(at), 0x01000193);
  }
  return (sum ^ (sum >>> 15)) & (groups - 1);
}

const nameOf = (group: number) => `group ${String(group)}`;

/** The text of a group's sealed record, which its schema reads. */
function textOf<T extends object>(
  members: ReadonlyMap<string, T>,
  { fields }: GroupKind<T>,
): string {
  return JSON.stringify({
    keys: [...members.keys()],
    members: toColumns([...members.values()], fields),
  });
}

/** The changes that a write to groups takes, one sealed record a group. */
function createGroupChanges<T extends object>(
  kind: GroupKind<T>,
  membersOf: (group: number) => Map<string, T>,
) {
  /** What to write of one group; nothing where it holds just this already. */
  function changed(group: number, before: string, members: ReadonlyMap<string, T>): SealedChange[] {
    const text = textOf(members, kind);
    if (members.size > 0 && text === before) return [];
    const value = members.size > 0 ? Buffer.from(text) : undefined;
    return [{ purpose: kind.purpose, name: nameOf(group), value }];
  }

  return {
    /** All groups, because their number changes. */
    regrouped({ from, to, put, removed }: GroupChange<T>): SealedChange[] {
      const groups = Array.from({ length: Math.max(from, to) }, () => new Map<string, T>());
      const left = new Set(removed);
      for (let group = 0; group < from; group += 1) {
        for (const [key, value] of membersOf(group)) {
          if (!left.has(key)) groups[groupOf(key, to)]?.set(key, value);
        }
      }
      for (const [key, value] of put) groups[groupOf(key, to)]?.set(key, value);
      return groups.flatMap((members, group) => changed(group, '', members));
    },
    /** The groups of what is put and removed. */
    touched({ to, put, removed }: GroupChange<T>): SealedChange[] {
      const touched = new Set([...put.keys(), ...removed].map((key) => groupOf(key, to)));
      const groups = new Map([...touched].map((group) => [group, membersOf(group)]));
      const before = new Map([...groups].map(([group, members]) => [group, textOf(members, kind)]));
      for (const key of removed) groups.get(groupOf(key, to))?.delete(key);
      for (const [key, value] of put) groups.get(groupOf(key, to))?.set(key, value);
      return [...groups].flatMap(([group, members]) =>
        changed(group, before.get(group) ?? '', members),
      );
    },
  };
}

export function openGroups<T extends object>(vault: SealedVault, kind: GroupKind<T>): Groups<T> {
  const { purpose, schema } = kind;

  function open(group: number): Group<T> | undefined {
    return vault.read(purpose, nameOf(group), schema);
  }

  const changes = createGroupChanges(kind, (group) => {
    const opened = open(group);
    return new Map(opened?.keys.map((key, n) => [key, opened.at(n)]));
  });

  return {
    read(key, groups) {
      const group = open(groupOf(key, groups));
      const n = group?.keys.indexOf(key) ?? -1;
      return n === -1 ? undefined : group?.at(n);
    },
    readMany(groups, keys) {
      const requested = keys && new Set(keys);
      const numbers = keys
        ? [...new Set(keys.map((key) => groupOf(key, groups)))]
        : Array.from({ length: groups }, (_, group) => group);
      const found = new Map<string, T>();
      // One pass over all of them costs less than a look for each of more than a few.
      const opened =
        numbers.length * 4 > groups
          ? vault.readMany(purpose, numbers.map(nameOf), schema)
          : undefined;
      for (const number of numbers) {
        const group = opened ? opened.get(nameOf(number)) : open(number);
        group?.keys.forEach((key, n) => {
          if (!requested || requested.has(key)) found.set(key, group.at(n));
        });
      }
      return found;
    },
    changes: (change) =>
      change.from === change.to ? changes.touched(change) : changes.regrouped(change),
  };
}
