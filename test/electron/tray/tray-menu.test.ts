import { describe, expect, it } from 'vitest';
import { Settings } from '#contract/ipc/settings.ts';
import { nothingSynced } from '#contract/ipc/sync.ts';
import type { TrayConnection, TrayState } from '#core/tray/tray-state.ts';
import { namedConnections, trayMenu, type TrayEntry } from '#electron/tray/tray-menu.ts';

const noon = Date.UTC(2026, 2, 5, 12);

function connection(number: number, more: Partial<TrayConnection> = {}): TrayConnection {
  return {
    key: `config:${String(number)}`,
    title: `Number ${String(number)}`,
    country: 'NL',
    forms: ['url'],
    expiresAt: null,
    ...more,
  };
}

function state(more: Partial<TrayState> = {}): TrayState {
  return {
    signedIn: true,
    locked: false,
    lockable: true,
    favourites: [],
    recents: [],
    expiring: [],
    sync: { ...nothingSynced, network: 'online', refreshedAt: noon },
    settings: { ...Settings.parse({}), resolvedLanguage: 'en' },
    ...more,
  };
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_none, index) => connection(from + index));

/** The menu as lines: submenus indented, what cannot be chosen in brackets. */
function lines(entries: readonly TrayEntry[], indent = ''): string[] {
  return entries.flatMap((entry) => {
    switch (entry.kind) {
      case 'separator':
        return [`${indent}---`];
      case 'note':
        return [`${indent}[${entry.label}]`];
      case 'menu':
        return [`${indent}${entry.label} >`, ...lines(entry.entries, `${indent}  `)];
      case 'copy':
        return [`${indent}${entry.label} = ${entry.key} ${entry.form ?? 'primary'}`];
      case 'show':
        return [`${indent}${entry.label} -> ${entry.path}`];
      case 'working':
      case 'check':
      case 'quick':
        return [`${indent}${entry.label} (${entry.kind})`];
      case 'pause':
        return [`${indent}${entry.label} ${entry.paused ? 'on' : 'off'}`];
      case 'lock':
      case 'quit':
        return [`${indent}${entry.label}`];
    }
  });
}

describe('the tray’s menu', () => {
  it('stays a menu with thousands of favourites, and leads to the rest', () => {
    const favourites = range(1, 3000).map((one) => ({ ...one, forms: ['awg', 'url'] as const }));
    const count = (entries: readonly TrayEntry[]): number =>
      Math.max(
        entries.length,
        ...entries.map((entry) => (entry.kind === 'menu' ? count(entry.entries) : 0)),
      );
    const menu = trayMenu(state({ favourites }), noon);
    expect(count(menu)).toBeLessThan(70);
    expect(lines(menu)).toContain('  All connections… -> /connections');
  });

  it('copies favourites and recents at once, and each other form from its own submenu', () => {
    const menu = trayMenu(
      state({
        favourites: [connection(1, { forms: ['url', 'awg'] }), connection(2)],
        recents: [connection(2), connection(3, { forms: ['awg', 'url', 'xray'] })],
      }),
      noon,
    );
    expect(lines(menu)).toEqual([
      '[Copy a favourite]',
      'Number 1 = config:1 primary',
      'Number 2 = config:2 primary',
      '[Copy again]',
      'Number 3 = config:3 primary',
      'Copy as URL instead >',
      '  Number 3 = config:3 url',
      'Copy as .conf instead >',
      '  Number 1 = config:1 awg',
      '---',
      expect.stringMatching(/^\[Updated .*Mar/),
      '---',
      'Quick copy… (quick)',
      'Open Culvert -> ',
      'Settings… -> /settings',
      'Pause updates off',
      'Lock now',
      '---',
      'Quit',
    ]);
  });

  it('begins with one that works from here', () => {
    const check = { outcome: 'answers', ms: 42.4, depth: 'port' } as const;
    const working = { ...connection(3, { check }), place: 'Germany' };
    const text = lines(trayMenu(state({ working, others: [connection(4)] }), noon));
    expect(text.slice(0, 4)).toEqual([
      'Copy one that works · Germany, 42 ms (working)',
      '---',
      '[Copy]',
      'Number 4 = config:4 primary',
    ]);
  });

  it.each([
    [{ search: 'possible' }, 'Find one that works (working)'],
    [{ search: 'possible', failed: 2 }, 'None found that works yet · Find again (working)'],
    [{ search: 'running' }, '[Checking…]'],
    [{}, '[Copy]'],
  ] as const)('begins with the search where none is known to work: %j', (search, first) => {
    const shown = state({ others: [connection(4)], ...search });
    expect(lines(trayMenu(shown, noon))[0]).toBe(first);
    expect(lines(namedConnections(shown))[0]).toBe(first);
  });

  it('checks the favourites once the user has read what a check does', () => {
    const has = (checksExplained: boolean, favourites: TrayConnection[], search?: 'running') => {
      const { settings } = state();
      const shown = { search: search ?? ('possible' as const), favourites };
      const menu = trayMenu(state({ ...shown, settings: { ...settings, checksExplained } }), noon);
      return lines(menu).includes('Check favourites (check)');
    };
    expect(has(true, [connection(1)])).toBe(true);
    expect(has(false, [connection(1)])).toBe(false);
    expect(has(true, [])).toBe(false);
    expect(has(true, [connection(1)], 'running')).toBe(false);
  });

  it('says what a check from here found behind a title', () => {
    const favourites = [
      connection(1, { check: { outcome: 'answers', ms: 42.4, depth: 'port' } }),
      connection(2, { check: { outcome: 'reset' } }),
      connection(3, { check: { outcome: 'dns-failed' } }),
    ];
    const shown = (language: 'en' | 'ru') => {
      const { settings } = state();
      const menu = trayMenu(
        state({ favourites, settings: { ...settings, resolvedLanguage: language } }),
        noon,
      );
      return lines(menu)
        .filter((line) => line.startsWith('Number'))
        .map((line) => line.split(' · ')[1]?.split(' = ')[0]);
    };
    expect(shown('en')).toEqual([
      '42 ms from here',
      'does not work from here',
      'the check shows nothing',
    ]);
    expect(shown('ru')).toEqual([
      '42 мс с этого компьютера',
      'не работает здесь',
      'проверка ничего не показала',
    ]);
  });

  it('shows twelve, and the rest in a submenu', () => {
    const menu = trayMenu(state({ favourites: range(1, 10), recents: range(11, 15) }), noon);
    const text = lines(menu);
    const more = text.indexOf('More >');
    expect(text.slice(0, more).filter((line) => line.includes(' = '))).toHaveLength(12);
    expect(text.slice(more + 1, more + 4)).toEqual([
      '  Number 13 = config:13 primary',
      '  Number 14 = config:14 primary',
      '  Number 15 = config:15 primary',
    ]);
  });

  it('opens the page of an expiring connection for its renewal, and the list where there are many', () => {
    const at = (days: number) => noon / 1000 + days * 86_400;
    const expiring = [connection(1, { expiresAt: at(-1) }), connection(2, { expiresAt: at(2) })];
    const text = lines(trayMenu(state({ expiring }), noon));
    const first = text.indexOf('Expiring and expired >') + 1;
    expect(text.slice(first, first + 3)).toEqual([
      '  Number 1 — expired Mar 4 -> /connections/config%3A1',
      '  Number 2 — until Mar 7 -> /connections/config%3A2',
      expect.stringMatching(/^\[/),
    ]);
    const many = Array.from({ length: 13 }, (_, n) => connection(n, { expiresAt: at(2) }));
    expect(lines(trayMenu(state({ expiring: many }), noon))).toContain(
      '  All that expire soon… -> /connections?expiring',
    );
  });

  it.each([
    [{ network: 'offline' as const, offlineSince: noon }, /^\[Offline since .*Mar/],
    [{}, /^\[Updated Mar 5, \d\d:\d\d\]$/],
    [{ paused: true }, /^\[Updates are paused\]$/],
    [{ refreshedAt: null, refreshing: true }, /^\[Updating…\]$/],
    [{ refreshedAt: null }, /^\[Not updated yet\]$/],
  ])('says how fresh it is: %o', (sync, expected) => {
    const base = state();
    const menu = lines(trayMenu({ ...base, sync: { ...base.sync, ...sync } }, noon));
    expect(menu.filter((line) => expected.test(line))).toHaveLength(1);
  });

  it('shows no connection where none is configured, and an explanation where there are no favourites', () => {
    const base = state();
    const showing = (trayShows: 'favourites' | 'none') =>
      lines(trayMenu({ ...base, settings: { ...base.settings, trayShows } }, noon));
    expect(showing('favourites')[0]).toBe('[No favourites yet]');
    expect(showing('none')).toEqual([
      'Quick copy… (quick)',
      'Open Culvert -> ',
      'Settings… -> /settings',
      expect.stringContaining('Pause updates') as unknown,
      'Lock now',
      '---',
      'Quit',
    ]);
  });

  it('offers to lock only what is stored, and only to sign in while nobody is signed in', () => {
    expect(lines(trayMenu(state({ lockable: false }), noon))).not.toContain('Lock now');
    const menu = trayMenu(state({ signedIn: false, favourites: range(1, 3) }), noon);
    expect(lines(menu)).toEqual(['Sign in… -> ', '---', 'Quit']);
  });

  it('names and copies nothing while Culvert is locked', () => {
    const locked = trayMenu(state({ locked: true, favourites: range(1, 2), recents: [] }), noon);
    expect(lines(locked)).toEqual(['[Culvert is locked]', '---', 'Unlock… -> ', '---', 'Quit']);
  });

  it('is in Russian for a Russian system', () => {
    const base = state({ favourites: [connection(1, { title: '' })] });
    const settings = { ...base.settings, resolvedLanguage: 'ru' as const };
    const text = lines(trayMenu({ ...base, settings }, noon));
    expect(text.slice(0, 2)).toEqual([
      '[Скопировать избранное]',
      'Без названия = config:1 primary',
    ]);
    expect(text.join('\n')).toMatch(/Обновлено .*мар/);
  });
});

it('the menu shows beside a connection what is wrong with it, else the result of a check', () => {
  const causes = [
    'expired',
    'option-off',
    'traffic',
    'rebooting',
    'down',
    'changed',
    'fails-here',
    'network',
    'unknown',
  ] as const;
  const labels = (language: 'en' | 'ru') => {
    const favourites = causes.map((cause, n) =>
      connection(n, { cause, ...(cause === 'fails-here' && { check: { outcome: 'reset' } }) }),
    );
    const settings = { ...state().settings, resolvedLanguage: language };
    return trayMenu(state({ favourites, settings }), noon).flatMap((line) =>
      line.kind === 'copy' ? [line.label] : [],
    );
  };
  expect(labels('en')).toEqual([
    'Number 0 · expired',
    'Number 1 · the option is out of service',
    'Number 2 · traffic used up',
    'Number 3 · rebooting',
    'Number 4 · offline',
    'Number 5 · changed since it was copied',
    'Number 6 · does not work from here',
    'Number 7',
    'Number 8',
  ]);
  expect(labels('ru')).toContain('Number 5 · изменилось после копирования');
});
