import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DatedCheck } from '#contract/check-result.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { arrange } from '#contract/connections/arrange.ts';
import { countryNames } from '#contract/connections/country-names.ts';
import { facetsOf } from '#contract/connections/facets.ts';
import {
  noFilter,
  titleOrder,
  type ConnectionFilter,
  type ConnectionOrder,
} from '#contract/connections/query.ts';
import { rowsFrom, rowsText } from '#contract/connections/rows-text.ts';
import type { ConnectionState } from '#contract/rules/connection-state.ts';
import { folded } from '#contract/rules/search.ts';
import { runs } from '#test/simulator/deep.ts';
import { connectionRow } from './connection-row.ts';

const now = Date.UTC(2026, 0, 15);
const day = 24 * 3600;

function row(id: number, fields: Partial<ConnectionRow> = {}): ConnectionRow {
  return connectionRow({
    key: `config:${String(id)}`,
    title: `Connection ${String(id)}`,
    place: 'Netherlands',
    host: `s${String(id)}.example.com:443`,
    state: inState('usable'),
    expiresAt: now / 1000 + 30 * day,
    autoRenewal: false,
    createdAt: 1,
    server: `server:${String(id)}`,
    ...fields,
  });
}

const inState = (state: ConnectionState) => ({ state, online: 'online', since: now }) as const;

interface Query {
  readonly filter?: Partial<ConnectionFilter>;
  readonly order?: Partial<ConnectionOrder>;
  readonly recents?: readonly string[];
}

function keys(
  rows: readonly ConnectionRow[],
  { filter, order, recents = [] }: Query = {},
): string[] {
  const query = { filter: { ...noFilter, ...filter }, order: { ...titleOrder, ...order } };
  return arrange(rows, query, { now, language: 'ru', recents }).map(({ key }) => key);
}

const configs = (...ids: readonly number[]) => ids.map((id) => `config:${String(id)}`);

const favourites = (rows: readonly ConnectionRow[], ...of: readonly string[]) =>
  rows.map((each) => ({ ...each, favourite: of.includes(each.key) }));

describe('searching', () => {
  const rows = [
    row(1, { title: 'Ёлка дома', place: 'Финляндия', country: 'FI' }),
    row(2, { title: 'Work', protocol: 'wg' }),
    row(3, { title: '', protocol: 'hysteria2', host: 'moon.example.com:1' }),
  ];
  const find = (search: string) => keys(rows, { filter: { search } });

  it('finds by title, whatever the case and however ё is typed', () => {
    expect(find('елка')).toEqual(configs(1));
    expect(find('ЁЛКА')).toEqual(configs(1));
  });

  it('finds by place, protocol as it is written or known, and host', () => {
    expect(find('финл')).toEqual(configs(1));
    expect(find('wireguard')).toEqual(configs(2));
    expect(find('hysteria 2')).toEqual(configs(3));
    expect(find('moon')).toEqual(configs(3));
  });

  it('finds each by its own title, whatever the titles of others contain', () => {
    const titles = ['Tab\tin the middle', 'Line\nbreak', 'Ｆｕｌｌ width', '', 'Σίσυφος'];
    const mixed = titles.map((title, n) => row(n, { title }));
    const found = (search: string) => keys(mixed, { filter: { search } });
    expect(['middle', 'break', 'full', 's3.example', 'σίσυφος'].map(found)).toEqual(
      titles.map((_, n) => configs(n)),
    );
  });

  it('finds all that has the word once all of it is folded, and that before all else', () => {
    const letters = 'a A e E е Е ё Ё я Я . - ] ^ ß ſ Ａ Σ ς é \u0301'.split(' ');
    const text = fc.string({ unit: fc.constantFrom(...letters, '\t', '\n', ' ') });
    const searched = fc.record({ titles: fc.array(text, { maxLength: 8 }), search: text });
    fc.assert(
      fc.property(searched, ({ titles, search }) => {
        const entries = titles.map((title, n) => row(n, { title, protocol: 'x', place: '' }));
        const words = folded(search).split(/\s+/).filter(Boolean);
        const expected = entries
          .filter(({ title, host, country }) => {
            const address = host.replace(/:443$/, '');
            return words.every((word) =>
              folded(['x', country, ...countryNames(country), title, address].join('\n')).includes(
                word,
              ),
            );
          })
          .map(({ key }) => key);
        const found = keys(entries, { filter: { search } });
        expect(found.slice(0, expected.length).toSorted()).toEqual(expected.toSorted());
      }),
      { seed: 7, numRuns: runs(300) },
    );
  });

  it('finds a country by its name in each language, transliterated and in the wrong layout', () => {
    const searches = ['finland', 'финляндия', 'FI', 'finliandiia', 'финдяндия', 'абтдфтв'];
    expect(searches.map(find)).toEqual(searches.map(() => ['config:1']));
    expect(keys([row(4, { country: 'US', place: '' })], { filter: { search: 'сша' } })).toEqual(
      configs(4),
    );
    expect(find('germania')).toEqual([]);
  });

  it('requires every word', () => {
    expect(find('work netherlands')).toEqual(configs(2));
    expect(find('work финляндия')).toEqual([]);
  });
});

describe('the order of search results', () => {
  const find = (
    entries: readonly ConnectionRow[],
    search: string,
    recents: readonly string[] = [],
  ) => keys(entries, { filter: { search }, recents });

  it('is exact title, prefix, beginnings of words in title, place, protocol, host, then letters within', () => {
    const entries = [
      row(1, { title: 'A host', host: 'phone.example.com:443' }),
      row(2, { title: 'B protocol', protocol: 'phone-1' }),
      row(3, { title: 'C place', place: 'Phone Island' }),
      row(4, { title: 'D iphone' }),
      row(5, { title: 'E old phone' }),
      row(6, { title: 'Phone of mine' }),
      row(7, { title: 'Phone' }),
    ];
    expect(find(entries, 'phone')).toEqual(configs(7, 6, 5, 3, 2, 1, 4));
  });

  it('puts the title that is meant above one that merely has the word and cannot be used', () => {
    const entries = [
      row(1, { title: 'Старый телефон', state: inState('expired') }),
      row(2, { title: 'Телефон' }),
    ];
    expect(find(entries, 'телефон')).toEqual(configs(2, 1));
  });

  it('puts what is offline or expired last among equals', () => {
    const entries = [
      row(1, { title: 'Phone a', state: inState('down') }),
      row(2, { title: 'Phone b', state: inState('expired') }),
      row(3, { title: 'Phone c' }),
    ];
    expect(find(entries, 'phone')).toEqual(configs(3, 1, 2));
  });

  it('puts favourites, then what was copied last, first among equals', () => {
    const entries = [1, 2, 3, 4].map((id) => row(id, { title: `Phone ${String(id)}` }));
    const rows = favourites(entries, 'config:2');
    expect(find(rows, 'phone', ['config:4', 'config:3'])).toEqual(configs(2, 4, 3, 1));
  });

  it('is the order of the column that was chosen, where one was', () => {
    const entries = [
      row(1, { title: 'Phone', createdAt: 2 }),
      row(2, { title: 'My phone', createdAt: 1 }),
    ];
    const query = { filter: { search: 'phone' }, order: { by: 'created' as const } };
    expect(keys(entries, query)).toEqual(configs(2, 1));
  });

  it('has words with a mistake only where nothing has the words themselves', () => {
    const entries = [row(1, { title: 'Netflix' }), row(2, { title: 'Netflip' })];
    expect(find(entries, 'netflix')).toEqual(configs(1));
    expect(find(entries, 'netfilx')).toEqual(configs(1));
    expect(find([...entries, row(3, { title: 'Netfilx' })], 'netfilx')).toEqual(configs(3));
  });

  it('searches ports only for a word with a colon', () => {
    const entries = [
      row(1, { title: 'Дача 153', host: 'a.example.com:7755' }),
      row(2, { title: 'Дача 77' }),
    ];
    expect(find(entries, 'Дача 77')).toEqual(configs(2));
    expect(find(entries, ':7755')).toEqual(configs(1));
    expect(find(entries, 'a.example.com:77')).toEqual(configs(1));
  });

  it('finds what was typed in the other keyboard layout, after matches of the word itself', () => {
    const entries = [
      row(1, { title: 'Телефон' }),
      row(2, { title: 'ntktajy' }),
      row(3, { title: 'Work' }),
    ];
    expect(find(entries, 'ntktajy')).toEqual(configs(2, 1));
    expect(find(entries, 'цщкл')).toEqual(configs(3));
  });

  it('finds what was transliterated, in either direction', () => {
    const entries = [
      row(1, { title: 'Дача' }),
      row(2, { title: 'Netflix' }),
      row(3, { title: 'Щука Юлии' }),
      row(4, { title: 'Desk', place: 'Финляндия' }),
    ];
    expect(find(entries, 'dacha')).toEqual(configs(1));
    expect(find(entries, 'нетфликс')).toEqual(configs(2));
    expect(find(entries, 'shchuka yulii')).toEqual(configs(3));
    expect(find(entries, 'finlyand')).toEqual(configs(4));
  });
});

describe('the order', () => {
  it('counts numbers in titles and puts favourites first', () => {
    const rows = [row(10), row(9), row(2)];
    expect(keys(rows)).toEqual(configs(2, 9, 10));
    const withFavourite = favourites(rows, 'config:10');
    expect(keys(withFavourite)).toEqual(configs(10, 2, 9));
    expect(keys(withFavourite, { order: { descending: true } })).toEqual(configs(10, 9, 2));
  });

  it('takes the name that is shown for one without a title', () => {
    const rows = [
      row(1, { title: '', protocol: 'vless', place: 'Austria' }),
      row(2, { title: 'Monaco' }),
      row(3, { title: '', protocol: 'hysteria2', place: 'Zambia' }),
    ];
    expect(keys(rows)).toEqual(configs(3, 2, 1));
  });

  it('by the time left puts what never expires behind what does and what has expired last, up and down', () => {
    const left = [null, 5, 4, -3, -1];
    const rows = left.map((days, n) =>
      row(n + 1, { expiresAt: days && now / 1000 + days * day, favourite: days === 5 }),
    );
    const sorted = (descending: boolean) => keys(rows, { order: { by: 'expiry', descending } });
    expect(sorted(false)).toEqual(configs(3, 2, 1, 5, 4));
    expect(sorted(true)).toEqual(configs(2, 3, 1, 5, 4));
  });
});

function subconfig(owner: ConnectionRow, facts: Partial<ConnectionRow> = {}): ConnectionRow {
  const key = `sub:${owner.key}`;
  const of = { key, source: 'subconfig', protocol: 'socks5', title: owner.title } as const;
  return row(0, { ...of, createdAt: null, ...facts });
}

describe('subconfigs', () => {
  const [a, b, c] = [
    row(1, { title: 'Alpha', protocol: 'vless', expiresAt: now / 1000 + 9 * day, createdAt: 3 }),
    row(2, { title: 'Beta', protocol: 'amnezia-wg-2', expiresAt: now / 1000 + 5 * day }),
    row(3, { title: 'Gamma', protocol: 'wg', expiresAt: now / 1000 + 7 * day, createdAt: 2 }),
  ];
  const entries = [subconfig(c), subconfig(a, { title: 'Zeta' }), a, b, c];
  const withFamilies = (order: readonly string[]) =>
    order.flatMap((key) => (key === 'config:2' ? [key] : [key, `sub:${key}`]));

  it.each(['title', 'place', 'protocol', 'expiry', 'created', 'check', 'state'] as const)(
    'follow their configurations in the order by %s, up and down',
    (by) => {
      for (const descending of [false, true]) {
        const order = { by, descending };
        const alone = keys([a, b, c], { order });
        expect(keys(entries, { order })).toEqual(withFamilies(alone));
      }
    },
  );

  it('do not move the rows above them, or their configuration, when they are read', () => {
    expect(keys([a, b, c])).toEqual(configs(1, 2, 3));
    expect(keys([a, b, c, subconfig(b)])).toEqual([
      'config:1',
      'config:2',
      'sub:config:2',
      'config:3',
    ]);
  });

  it('follow a favourite, and have their own place as favourites', () => {
    const order = (...of: readonly string[]) => keys(favourites(entries, ...of));
    expect(order('config:3')).toEqual(withFamilies(['config:3', 'config:1', 'config:2']));
    expect(order('sub:config:3')[0]).toBe('sub:config:3');
    expect(order('sub:config:3').slice(-1)).toEqual(configs(3));
    expect(order('sub:config:3', 'config:3').slice(0, 2)).toEqual(['config:3', 'sub:config:3']);
  });

  it('are found by themselves, in the place of their configuration', () => {
    expect(keys(entries, { filter: { protocols: ['socks5'] } })).toEqual([
      'sub:config:1',
      'sub:config:3',
    ]);
    expect(keys(entries, { filter: { search: 'zeta' } })).toEqual(['sub:config:1']);
    expect(keys(entries, { filter: { search: 'gamma' } })).toEqual(['config:3', 'sub:config:3']);
  });

  it('stay in the list where their configuration is not in it', () => {
    expect(keys([subconfig(a), b])).toEqual(['sub:config:1', 'config:2']);
  });
});

describe('filters', () => {
  it('hold together, and count what there is to choose', () => {
    const rows = [
      row(1, { state: inState('unknown'), expiresAt: now / 1000 + 3 * day }),
      row(2, { state: inState('down'), country: 'DE', place: 'Germany' }),
      row(3, { state: inState('expired'), expiresAt: now / 1000 - 3 * day }),
      row(4, { state: inState('expired'), expiresAt: now / 1000 - 8 * day }),
    ];
    expect(keys(rows, { filter: { states: ['expired'], countries: ['NL'] } })).toEqual(
      configs(3, 4),
    );
    expect(keys(rows, { filter: { expiring: true } })).toEqual(configs(1));
    expect(facetsOf(rows, now)).toMatchObject({
      expiring: 1,
      countries: [
        { value: 'NL', count: 3, place: 'Netherlands' },
        { value: 'DE', count: 1 },
      ],
      states: [
        { value: 'unknown', count: 1 },
        { value: 'down', count: 1 },
        { value: 'expired', count: 2 },
      ],
    });
  });
});

describe('facets', () => {
  it('count no protocol and no country of a connection that could not be read', () => {
    const unreadable = row(2, { protocol: '', country: '', place: '', unreadable: true });
    const facets = facetsOf([row(1), unreadable], now);
    expect(facets.protocols).toEqual([{ value: 'vless', count: 1 }]);
    expect(facets.countries).toEqual([{ value: 'NL', count: 1, place: 'Netherlands' }]);
    expect(facets.sources).toEqual([{ value: 'config', count: 2 }]);
  });
});

describe('results of checks', () => {
  const check = (result: DatedCheck['result']) => ({ check: { result, at: now } });
  const rows = [
    row(1, check({ outcome: 'answers', ms: 90, depth: 'port' })),
    row(2, check({ outcome: 'reset' })),
    row(3, check({ outcome: 'answers', ms: 20, depth: 'port' })),
    row(4),
    row(5, check({ outcome: 'undetermined', reason: 'local-name' })),
    row(6, { check: { result: { outcome: 'reset' }, at: now, elsewhere: true } }),
  ];

  it('order, filter and are counted', () => {
    const order = { by: 'check' as const };
    const all = configs(3, 1, 4, 6, 5, 2);
    expect(keys(rows, { order })).toEqual(all);
    expect(keys(rows, { filter: { working: true }, order })).toEqual(configs(3, 1));
    expect(keys(rows, { filter: { failing: true } })).toEqual(configs(2));
    expect(facetsOf(rows, now)).toMatchObject({ working: 2, failing: 1 });
  });
});

describe('states', () => {
  it('sort what can be used first and what has expired last', () => {
    const states = ['expired', 'expiring', 'down', 'usable', 'unknown', 'usable'] as const;
    const rows = states.map((state, n) => row(n, { state: inState(state) }));
    expect(keys(rows, { order: { by: 'state' } })).toEqual(configs(3, 5, 1, 4, 2, 0));
  });

  it('filter one that expires soon with those that can be used', () => {
    const rows = [
      row(1, { state: inState('expiring') }),
      row(2),
      row(3, { state: inState('down') }),
    ];
    expect(keys(rows, { filter: { states: ['usable'] } })).toEqual(configs(1, 2));
    expect(facetsOf(rows, now).states).toContainEqual({ value: 'usable', count: 2 });
  });
});

describe('rows that cross IPC', () => {
  it('are equal to what they were', () => {
    const rows = [row(1, { title: 'Ёлка "1"\n' }), row(2, { favourite: true })];
    expect(rowsFrom(rowsText(rows))).toEqual(rows);
  });
});
