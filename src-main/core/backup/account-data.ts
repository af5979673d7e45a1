import { z } from 'zod';
import { backupKinds, type BackupCounts } from '#contract/ipc/backup.ts';
import { accountBounds } from '#core/api/account-bounds.ts';
import { resultsChange, StoredResult, storedResults } from '#core/checks/check-results.ts';
import {
  choicesChange,
  Copy,
  isOutdated,
  maxCopies,
  storedChoices,
} from '#core/connections/choices.ts';
import { Note, noteChange, storedNotes } from '#core/connections/notes.ts';
import { storedRecords } from '#core/connections/storage/records.ts';
import { readSecrets } from '#core/connections/storage/secrets.ts';
import type { SealedChange, SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import { Message, messagesChange, storedMessages } from '#core/notifications/inbox.ts';
import { Entry } from '#core/purchases/entry.ts';
import { entryChange, unsavedEntries } from '#core/purchases/journal.ts';

const Name = z.string().max(300);

/** What a backup has of an account. Each is by its connection's key, its name or its id. */
export const AccountData = z.object({
  favourites: z.record(Name, z.literal(true)),
  notes: z.record(Name, Note),
  copies: z.record(Name, Copy),
  messages: z.record(Name, Message),
  checks: z.record(Name, StoredResult),
  secrets: z.record(Name, Entry),
});
export type AccountData = z.output<typeof AccountData>;

type Named<T> = Readonly<Record<string, T>>;

export function readData(vault: SealedVault): AccountData {
  const { favourites, copies } = storedChoices(vault);
  return {
    favourites: Object.fromEntries(favourites.map((key) => [key, true as const])),
    notes: Object.fromEntries(storedNotes(vault)),
    copies: { ...copies },
    messages: Object.fromEntries(storedMessages(vault)),
    checks: { ...storedResults(vault) },
    secrets: Object.fromEntries(unsavedEntries(vault)),
  };
}

/** Without marks of networks, and what is saved only once unless it was asked for. */
export function carriedData(data: AccountData, withSecrets: boolean): AccountData {
  const elsewhere = Object.entries(data.checks).map(
    ([key, result]) => [key, { ...result, network: null }] as const,
  );
  return {
    ...data,
    checks: Object.fromEntries(elsewhere),
    secrets: withSecrets ? data.secrets : {},
  };
}

/** Never less than before: of two the newer. */
export function mergedData(here: AccountData, backup: AccountData): AccountData {
  return {
    favourites: merged(here.favourites, backup.favourites, (own) => own),
    notes: merged(here.notes, backup.notes, newer),
    copies: merged(here.copies, backup.copies, mergedCopy, { count: maxCopies }),
    messages: merged(
      here.messages,
      newestFirst(backup.messages),
      (own, other) => ({ ...own, read: own.read || other.read }),
      {
        count: accountBounds.messages,
        characters: accountBounds.messageCharacters,
        textOf: ({ content }) => content,
      },
    ),
    checks: merged(here.checks, backup.checks, newer),
    secrets: merged(here.secrets, backup.secrets, (own) => own),
  };
}

/** What an account has after a restoration is taken back: what was changed since stays as it is. */
export function undoneData(
  now: AccountData,
  { before, after }: { readonly before: AccountData; readonly after: AccountData },
): AccountData {
  return eachKind((of) => {
    const next = new Map(Object.entries(of(now)));
    for (const [name, value] of differences(of(before), of(after))) {
      if (!isSame(of(now)[name], value)) continue;
      const earlier = of(before)[name];
      if (earlier === undefined) next.delete(name);
      else next.set(name, earlier);
    }
    return Object.fromEntries(next);
  });
}

/** Whether copies are outdated by what this computer has of their connections. */
export function comparedCopies(vault: SealedVault, data: AccountData): AccountData {
  const keys = Object.keys(data.copies);
  if (keys.length === 0) return data;
  const secrets = readSecrets(vault, keys);
  const protocols = new Map(storedRecords(vault).map(({ key, protocol }) => [key, protocol]));
  const compared = Object.entries(data.copies).map(([key, copy]) => {
    const [protocol, known] = [protocols.get(key), secrets.get(key)];
    if (protocol === undefined || known === undefined) return [key, copy] as const;
    return [key, { ...copy, outdated: isOutdated(copy, protocol, known) }] as const;
  });
  return { ...data, copies: Object.fromEntries(compared) };
}

/** What to write so that an account has this in place of what it has. */
export function dataChanges(
  vault: SealedVault,
  before: AccountData,
  after: AccountData,
): readonly SealedChange[] {
  const isChanged = (kind: keyof AccountData) => !isSame(before[kind], after[kind]);
  const each = <T>(
    of: (data: AccountData) => Named<T>,
    change: (name: string, value: T | undefined) => SealedChange,
  ) => [
    ...differences(of(before), of(after)).map(([name, value]) => change(name, value)),
    ...Object.keys(of(before))
      .filter((name) => !Object.hasOwn(of(after), name))
      .map((name) => change(name, undefined)),
  ];
  const choices = {
    ...storedChoices(vault),
    favourites: Object.keys(after.favourites),
    copies: after.copies,
  };
  return [
    ...(isChanged('favourites') || isChanged('copies') ? [choicesChange(choices)] : []),
    ...(isChanged('messages')
      ? messagesChange(vault, new Map(Object.entries(after.messages)))
      : []),
    ...(isChanged('checks') ? [resultsChange(after.checks)] : []),
    ...each(({ notes }) => notes, noteChange),
    ...each(({ secrets }) => secrets, entryChange),
  ];
}

export function countsOf(data: AccountData): BackupCounts {
  return counts((kind) => Object.keys(data[kind]).length);
}

export function changeCounts(before: AccountData, after: AccountData): BackupCounts {
  return counts((kind) => differences<unknown>(before[kind], after[kind]).length);
}

function counts(of: (kind: keyof AccountData) => number): BackupCounts {
  const all = backupKinds.map((kind) => [kind, of(kind)] as const);
  return Object.fromEntries(all) as Record<(typeof backupKinds)[number], number>;
}

/** Those that there are here, and of the others as many as have a place beside them. */
function merged<T>(
  here: Named<T>,
  backup: Named<T>,
  both: (own: T, other: T) => T,
  limits: {
    readonly count?: number;
    readonly characters?: number;
    readonly textOf?: (value: T) => string;
  } = {},
): Record<string, T> {
  const { count = Infinity, characters = Infinity, textOf = () => '' } = limits;
  const all = new Map(Object.entries(here));
  let length = Object.values(here).reduce((sum, value) => sum + textOf(value).length, 0);
  for (const [name, other] of Object.entries(backup)) {
    const own = all.get(name);
    if (own !== undefined) all.set(name, both(own, other));
    else if (all.size < count && length + textOf(other).length <= characters) {
      all.set(name, other);
      length += textOf(other).length;
    }
  }
  return Object.fromEntries(all);
}

function newer<T extends { readonly at: number }>(own: T, other: T): T {
  return other.at > own.at ? other : own;
}

/** Of the same key the devices of both; of two keys the one that the service still gives. */
function mergedCopy(own: Copy, other: Copy): Copy {
  if (own.mark !== other.mark) return own.outdated && !other.outdated ? other : own;
  const isLater = (other.left?.at ?? 0) > (own.left?.at ?? 0);
  return {
    ...own,
    left: isLater ? other.left : own.left,
    devices: [...new Set([...own.devices, ...other.devices])],
  };
}

function newestFirst<T extends { readonly receivedAt: number }>(messages: Named<T>): Named<T> {
  const sorted = Object.entries(messages).sort(
    ([, one], [, other]) => other.receivedAt - one.receivedAt,
  );
  return Object.fromEntries(sorted);
}

function differences<T>(before: Named<T>, after: Named<T>): readonly (readonly [string, T])[] {
  return Object.entries(after).filter(([name, value]) => !isSame(before[name], value));
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

export const emptyData = eachKind(() => ({}));

function eachKind(
  change: <T>(of: (data: AccountData) => Named<T>) => Record<string, T>,
): AccountData {
  return {
    favourites: change((data) => data.favourites),
    notes: change((data) => data.notes),
    copies: change((data) => data.copies),
    messages: change((data) => data.messages),
    checks: change((data) => data.checks),
    secrets: change((data) => data.secrets),
  };
}
