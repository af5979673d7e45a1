import { isAboutServer, type CheckResult } from '#contract/check-result.ts';
import type { ExportForm } from '#contract/ipc/connections.ts';
import type { Why } from '#contract/connections/why-not-working.ts';
import type { TrayConnection, TrayState } from '#core/tray/tray-state.ts';
import { connectionPath, expiringPath } from '#core/connections/connection.ts';
import { texts, type Say } from '#electron/texts.ts';
import { menuTitle } from './tray-title.ts';

/** One line of the tray's menu, as data: what it says and what choosing it does. */
export type TrayEntry =
  | { readonly kind: 'separator' }
  | { readonly kind: 'note'; readonly label: string }
  | { readonly kind: 'menu'; readonly label: string; readonly entries: readonly TrayEntry[] }
  | {
      readonly kind: 'copy';
      readonly label: string;
      readonly key: string;
      /** The primary one where none is named. */
      readonly form?: ExportForm;
    }
  | { readonly kind: 'show'; readonly label: string; readonly path: string }
  | { readonly kind: 'pause'; readonly label: string; readonly paused: boolean }
  /** `working`: copies one that works. `check`: checks the favourites. */
  | { readonly kind: 'working' | 'check' | 'quick' | 'lock' | 'quit'; readonly label: string };

/** Connections that stand in the menu itself; the rest are one step further. */
const most = 12;
/** So many stand in a menu at most, beyond which systems draw none: the window has all. */
const longestMenu = 60;

/** What is wrong with a connection, said behind its title. What a check found has words of its own. */
const causes = [
  'expired',
  'option-off',
  'traffic',
  'rebooting',
  'down',
  'changed',
] as const satisfies readonly Why['cause'][];

/** Forms that the tray offers besides a connection's first; Xray's JSON is the window's matter. */
const otherForms = ['url', 'awg', 'proxy-url'] as const satisfies readonly ExportForm[];

/** The tray's menu for a state (design: favourites, recents, expiring, state of sync, the program). */
export function trayMenu(state: TrayState, now: number): TrayEntry[] {
  const say = texts[state.settings.resolvedLanguage];
  const separator: TrayEntry = { kind: 'separator' };
  const quit: TrayEntry = { kind: 'quit', label: say('tray.quit') };
  if (!state.signedIn) {
    return [{ kind: 'show', label: say('tray.signIn'), path: '' }, separator, quit];
  }
  if (state.locked) return [...lockedEntries(say), separator, quit];
  const controls: TrayEntry[] = [
    { kind: 'quick', label: say('tray.quick') },
    { kind: 'show', label: say('tray.open'), path: '' },
    { kind: 'show', label: say('tray.settings'), path: '/settings' },
    { kind: 'pause', label: say('tray.pause'), paused: state.sync.paused },
    ...(state.lockable ? [{ kind: 'lock', label: say('tray.lock') } as const] : []),
  ];
  if (state.settings.trayShows === 'none') return [...controls, separator, quit];
  return [
    ...workingEntry(state, say),
    ...connections(state, say),
    ...checkEntry(state, say),
    separator,
    ...expiring(state.expiring, say, now),
    { kind: 'note', label: syncNote(state, say) },
    separator,
    ...controls,
    separator,
    quit,
  ];
}

/** One that works, favourites and recents to copy, and nothing while the account is closed or where none are shown. */
export function namedConnections(state: TrayState): TrayEntry[] {
  const { signedIn, locked, settings, favourites, recents, others = [] } = state;
  if (!signedIn || locked || settings.trayShows === 'none') return [];
  if (favourites.length + recents.length + others.length === 0) return [];
  const say = texts[settings.resolvedLanguage];
  return [...workingEntry(state, say), ...connections(state, say)];
}

function lockedEntries(say: Say): TrayEntry[] {
  return [
    { kind: 'note', label: say('tray.locked') },
    { kind: 'separator' },
    { kind: 'show', label: say('tray.unlock'), path: '' },
  ];
}

function connections(state: TrayState, say: Say): TrayEntry[] {
  const { favourites } = state;
  const known = new Set(favourites.map(({ key }) => key));
  const recents = state.recents.filter(({ key }) => !known.has(key));
  const { others = [] } = state;
  const all = [...favourites, ...recents, ...others];
  if (all.length === 0) {
    const alone = state.settings.trayShows === 'favourites';
    return [{ kind: 'note', label: say(alone ? 'tray.noFavourites' : 'tray.noneYet') }];
  }

  const copies = new Map(all.map((one) => [one.key, copyEntry(one, say)]));
  const lines = (list: readonly TrayConnection[]) =>
    list.flatMap(({ key }) => copies.get(key) ?? []);
  const shownFavourites = favourites.slice(0, most);
  const shownRecents = recents.slice(0, most - shownFavourites.length);
  const rest = [...favourites.slice(shownFavourites.length), ...recents.slice(shownRecents.length)];
  const more = (entries: readonly TrayEntry[]): TrayEntry[] =>
    entries.length <= longestMenu
      ? [...entries]
      : [
          ...entries.slice(0, longestMenu),
          { kind: 'separator' },
          { kind: 'show', label: say('tray.all'), path: '/connections' },
        ];
  return [
    ...section(say('tray.favourites'), lines(shownFavourites)),
    ...section(say('tray.recents'), lines(shownRecents)),
    ...section(say('tray.others'), lines(others)),
    ...submenu(say('tray.more'), more(lines(rest))),
    ...otherForms.flatMap((form) =>
      submenu(
        say(`tray.copyAs.${form}`),
        more(
          all
            .filter(({ forms }) => forms[0] !== form && forms.includes(form))
            .flatMap((one) => copyEntry(one, say, form)),
        ),
      ),
    ),
  ];
}

const titleOf = ({ title, apart }: TrayConnection, say: Say) =>
  menuTitle(title, say('tray.untitled'), apart);

function copyEntry(one: TrayConnection, say: Say, form?: ExportForm): TrayEntry[] {
  const { key, forms, cause, check } = one;
  if (forms.length === 0) return [];
  const name = titleOf(one, say);
  const known = causes.find((each) => each === cause);
  const how = known === undefined ? check && checkWord(check, say) : say(`tray.cause.${known}`);
  const label = how === undefined ? name : `${name} · ${how}`;
  return [{ kind: 'copy', label, key, ...(form !== undefined && { form }) }];
}

/** What a check from here found; why something did not answer is the window's to say. */
function checkWord(check: CheckResult, say: Say): string {
  if (!isAboutServer(check)) return say('tray.check.undetermined');
  return check.outcome === 'answers'
    ? say('tray.check.answers', { ms: wholeMs(check.ms) })
    : say('tray.check.failed');
}

/** What works from here, in one click, whatever it is called. */
function workingEntry({ working, search, failed = 0 }: TrayState, say: Say): TrayEntry[] {
  if (working?.check?.outcome === 'answers') {
    const place = menuTitle(working.place, say('tray.untitled'));
    const label = say('tray.working', { place, ms: wholeMs(working.check.ms) });
    return [{ kind: 'working', label }, { kind: 'separator' }];
  }
  if (search === undefined) return [];
  const find = failed > 0 ? say('tray.findAgain') : say('tray.find');
  return [
    search === 'running'
      ? { kind: 'note', label: say('tray.checking') }
      : { kind: 'working', label: find },
    { kind: 'separator' },
  ];
}

/** Nothing is checked before the user has read what a check does. */
function checkEntry({ search, favourites, settings }: TrayState, say: Say): TrayEntry[] {
  if (search !== 'possible' || favourites.length === 0 || !settings.checksExplained) return [];
  return [{ kind: 'check', label: say('tray.checkFavourites') }];
}

/** Milliseconds as the menu writes them, never less than one. */
export const wholeMs = (ms: number) => String(Math.max(1, Math.round(ms)));

function section(label: string, entries: readonly TrayEntry[]): TrayEntry[] {
  return entries.length === 0 ? [] : [{ kind: 'note', label }, ...entries];
}

function submenu(label: string, entries: readonly TrayEntry[]): TrayEntry[] {
  return entries.length === 0 ? [] : [{ kind: 'menu', label, entries }];
}

/** What expires leads to its page, where it can be renewed: copying it is not what it is here for. */
function expiring(list: readonly TrayConnection[], say: Say, now: number): TrayEntry[] {
  const day = new Intl.DateTimeFormat(say.language, { day: 'numeric', month: 'short' });
  const entries = list.slice(0, most).flatMap((one): TrayEntry[] => {
    const { key, expiresAt } = one;
    if (expiresAt === null) return [];
    const at = expiresAt * 1000;
    const label = say(at <= now ? 'tray.expired' : 'tray.expires', {
      title: titleOf(one, say),
      when: day.format(at),
    });
    return [{ kind: 'show', label, path: connectionPath(key) }];
  });
  const rest: readonly TrayEntry[] =
    list.length <= most
      ? []
      : [
          { kind: 'separator' },
          { kind: 'show', label: say('tray.allExpiring'), path: expiringPath },
        ];
  return submenu(say('tray.expiring'), [...entries, ...rest]);
}

/** Moments are given in full, never as an age: the menu is not redrawn while it only grows older. */
export function syncNote({ sync }: TrayState, say: Say): string {
  const moment = new Intl.DateTimeFormat(say.language, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    // As in the window.
    hourCycle: 'h23',
  });
  if (sync.paused) return say('tray.paused');
  if (sync.network === 'offline') {
    return sync.offlineSince === null
      ? say('tray.offline')
      : say('tray.offlineSince', { when: moment.format(sync.offlineSince) });
  }
  if (sync.refreshedAt !== null)
    return say('tray.refreshed', { when: moment.format(sync.refreshedAt) });
  return sync.refreshing ? say('tray.refreshing') : say('tray.neverRefreshed');
}
