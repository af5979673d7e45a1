import { isCurrent, type CheckResult } from '#contract/check-result.ts';
import type { ConnectionRow, ExportForm } from '#contract/ipc/connections.ts';
import { nothingSynced, type SyncState } from '#contract/ipc/sync.ts';
import { isExpiring } from '#contract/connections/filter.ts';
import { fastestWorking, isCheckable, vpnsOf } from '#contract/connections/next-working.ts';
import { primaryForm } from '#contract/connections/primary-form.ts';
import { usualOrder, worksFromHere } from '#contract/connections/ranking.ts';
import { expiringMs } from '#contract/rules/connection-state.ts';
import { compareTimeLeft } from '#contract/connections/sort.ts';
import { protocolName, shownTitle } from '#contract/protocol-names.ts';
import { hasProblem, whyNotWorking, type Why } from '#contract/connections/why-not-working.ts';
import type { SettingsState } from '#contract/ipc/settings.ts';
import type { Account } from '#core/session/account.ts';

export interface TrayConnection {
  readonly key: string;
  readonly title: string;
  /** What tells it from others of its title; absent where the title does. */
  readonly apart?: string;
  /** Country code, to sort by and to name the country; never shown as an emoji. */
  readonly country: string;
  /** The one that is copied where none is named first. */
  readonly forms: readonly ExportForm[];
  /** Unix seconds. */
  readonly expiresAt: number | null;
  /** Why it does not work, where something is known to be wrong with it. */
  readonly cause?: Why['cause'];
  /** The result of its last check from here, while that is fresh and of this network. */
  readonly check?: CheckResult;
}

/** Everything the tray shows. It is complete without a window and without a network. */
export interface TrayState {
  readonly signedIn: boolean;
  /** Culvert locked itself: nothing of the account is in here. */
  readonly locked: boolean;
  /** It can be locked now, and opened again. */
  readonly lockable: boolean;
  readonly favourites: readonly TrayConnection[];
  readonly recents: readonly TrayConnection[];
  /** The others, where the account has so few that all are named, or no favourites: then a handful, each of another place. */
  readonly others?: readonly TrayConnection[];
  /** The fastest that answered from this network a moment ago; absent where none did. */
  readonly working?: TrayConnection & { readonly place: string };
  readonly search?: 'possible' | 'running';
  /** How many of those that a search may check are known not to work from here. */
  readonly failed?: number;
  /** Expiring within seven days, soonest first, then those that expired recently, the last first. */
  readonly expiring: readonly TrayConnection[];
  readonly sync: SyncState;
  readonly settings: SettingsState;
}

/** An account with so many connections or fewer has all of them in the menu. */
const maxNamed = 12;
/** So many of more stand in until there is a favourite. */
const maxStandIns = 5;

const noAccount = {
  signedIn: false,
  locked: false,
  lockable: false,
  favourites: [],
  recents: [],
  expiring: [],
  sync: nothingSynced,
} as const;

/** The tray while Culvert is locked: nothing of the account. */
export function lockedTrayState(settings: SettingsState): TrayState {
  return { ...noAccount, signedIn: true, locked: true, settings };
}

/** What the tray shows. `isPersistent`: the account is stored on this computer. */
export function trayState(
  account: Account | undefined,
  isPersistent: boolean,
  settings: SettingsState,
  now: number,
): TrayState {
  if (!account) return { ...noAccount, settings };
  const { connections, sync } = account;
  const order = usualOrder(connections, now);
  const withState = (row: ConnectionRow) => {
    const { check } = row;
    const current = check && isCurrent(check, now);
    const why = whyNotWorking({ row, now });
    return {
      ...forTray(row, settings),
      ...(hasProblem(why) && { cause: why.cause }),
      ...(current && { check: check.result }),
    };
  };
  const shown = settings.trayShows;
  const favourites = shown === 'none' ? [] : order.favourites;
  const recents = shown === 'recents' ? order.recents : [];
  const sorted = shown === 'none' ? [] : connections.sorted();
  const expiring = sorted
    .filter((row) => isExpiring(row, now) || isExpiring(row, now - expiringMs))
    .sort(compareTimeLeft(now));
  const isAllNamed = sorted.length <= maxNamed;
  const isOthersNamed = shown === 'recents' && (isAllNamed || favourites.length === 0);
  const rest = isOthersNamed ? order.others() : [];
  const others = isAllNamed
    ? rest.filter(({ state }) => state.state !== 'expired')
    : standIns(rest, now).slice(0, maxStandIns);
  const vpn = vpnsOf(sorted);
  const working = fastestWorking(vpn, now);
  const apart = apartness([...new Set([...favourites, ...recents, ...others, ...expiring])]);
  const setApart = <Shown extends TrayConnection>(one: Shown) => ({
    ...one,
    ...apart.get(one.key),
  });
  const entryOf = (row: ConnectionRow) => setApart(withState(row));
  // Of many not all are in the menu: a title alone does not say which it is.
  const placed = (row: ConnectionRow) => ({
    ...(!isAllNamed && row.title.trim() !== '' && { apart: differences(row)[0] }),
    ...entryOf(row),
  });
  return {
    signedIn: true,
    locked: false,
    lockable: isPersistent,
    ...(others.length > 0 && { others: others.map(placed) }),
    ...(working && { working: { ...withState(working), place: working.place } }),
    ...(shown !== 'none' && searchState(account, vpn, now)),
    favourites: favourites.map(entryOf),
    recents: recents.map(placed),
    expiring: expiring.map((row) => setApart(forTray(row, settings))),
    sync: sync.state(),
    settings,
  };
}

/** Of each place the first that can be used. */
function standIns(rows: readonly ConnectionRow[], now: number): readonly ConnectionRow[] {
  const usable = rows.filter((row) => worksFromHere(row, now) !== 'no');
  const byPlace = Map.groupBy(usable, ({ country, place }) => country || place);
  return [...byPlace.values()].flatMap(([first]) => first ?? []);
}

/** By key, for titles that are alike: what differs of protocol with place, address, or both. */
function apartness(rows: readonly ConnectionRow[]): ReadonlyMap<string, { apart: string }> {
  const alike = [...Map.groupBy(rows, trayTitle).values()].filter(({ length }) => length > 1);
  return new Map(
    alike.flatMap((same) => {
      const each = same.map((row) => ({ key: row.key, words: differences(row) }));
      const byWord = [0, 1, 2].map((n) => Map.groupBy(each, ({ words }) => words[n] ?? ''));
      return each.map(({ key, words }) => {
        const apart = words.find((word, n) => byWord[n]?.get(word)?.length === 1) ?? words[2];
        return [key, { apart }];
      });
    }),
  );
}

function differences({ title, protocol, place, host }: ConnectionRow) {
  const where = [protocolName(protocol), place].filter(Boolean).join(', ');
  return [where, host, title.trim() === '' ? host : `${where}, ${host}`] as const;
}

function searchState({ checks }: Account, vpn: readonly ConnectionRow[], now: number) {
  if (checks.progress().running) return { search: 'running' as const };
  const candidates = vpn.filter(isCheckable);
  const failed = candidates.filter((row) => worksFromHere(row, now) === 'no').length;
  return candidates.length > 0 && { search: 'possible' as const, failed };
}

function forTray(row: ConnectionRow, { pasteApp }: SettingsState): TrayConnection {
  const { key, country, expiresAt } = row;
  const primary = primaryForm(row, pasteApp)?.form;
  const forms = row.forms.toSorted(
    (one, other) => Number(other === primary) - Number(one === primary),
  );
  return { key, title: trayTitle(row), country, forms, expiresAt };
}

/** A subconfig has the title of its configuration; the protocol tells them apart. */
function trayTitle(row: ConnectionRow): string {
  const isAlike = row.source === 'subconfig' && row.title.trim() !== '';
  return isAlike ? `${row.title.trim()} · ${protocolName(row.protocol)}` : shownTitle(row);
}
