import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DatedCheck } from '#contract/check-result.ts';
import { ConnectionQuery } from '#contract/ipc/connections.ts';
import { connectionState } from '#contract/rules/connection-state.ts';
import { folded } from '#contract/rules/search.ts';
import {
  createConnectionIndex,
  type ConnectionIndex,
} from '#core/connections/list/connection-index.ts';
import {
  makeConnection,
  type ConnectionEntry,
  type ConnectionFacts,
  type ConnectionLine,
} from '#core/connections/connection.ts';
import { runs } from '#test/simulator/deep.ts';

const now = Date.UTC(2026, 0, 15);
const day = 24 * 3600;

function entry(id: number, facts: Partial<ConnectionFacts> = {}): ConnectionEntry {
  return makeConnection({
    key: `config:${String(id)}`,
    scope: 'config',
    source: 'config',
    title: `Connection ${String(id)}`,
    protocol: 'vless',
    country: 'nl',
    place: 'Netherlands',
    online: true,
    expiresAt: now / 1000 + 30 * day,
    autoRenewal: false,
    autoRenewalDays: null,
    createdAt: 1,
    titleRule: { max: 64, nullable: true },
    server: `server:${String(id)}`,
    secrets: { connection_url: `vless://secret@s${String(id)}.example.com:443#x` },
    ...facts,
  }).entry;
}

/** Results of checks, by key. */
const checked = new Map<string, DatedCheck>();

const rebooting = new Set<string>();

function stateOf({ key, online, expiresAt }: ConnectionLine) {
  return connectionState({
    online,
    listedAt: now,
    expiresAt,
    reading: undefined,
    rebooting: rebooting.has(key),
    offline: false,
    now,
  });
}

function indexOf(
  entries: readonly ConnectionEntry[],
  recents: readonly string[] = [],
): ConnectionIndex {
  const index = createConnectionIndex({
    checkOf: (line) => checked.get(line.key),
    stateOf: (line) => stateOf(line),
    now: () => now,
    language: () => 'ru',
    recents: () => recents,
  });
  index.put(entries);
  return index;
}

function keys(index: ConnectionIndex, query: Record<string, unknown> = {}): string[] {
  const parsed = ConnectionQuery.parse({ offset: 0, limit: 200, ...query });
  return index.query(parsed).rows.map(({ key }) => key);
}

describe('searching', () => {
  const index = indexOf([
    entry(1, { title: 'Ёлка дома', place: 'Финляндия', country: 'fi' }),
    entry(2, { title: 'Work', protocol: 'wg' }),
    entry(3, {
      title: '',
      protocol: 'hysteria2',
      secrets: { connection_url: 'hysteria2://p@moon.example.com:1' },
    }),
  ]);
  const find = (search: string) => keys(index, { filter: { search } });

  it('finds by title, whatever the case and however ё is typed', () => {
    expect(find('елка')).toEqual(['config:1']);
    expect(find('ЁЛКА')).toEqual(['config:1']);
  });

  it('finds by place, protocol as it is written or known, and host', () => {
    expect(find('финл')).toEqual(['config:1']);
    expect(find('wireguard')).toEqual(['config:2']);
    expect(find('hysteria 2')).toEqual(['config:3']);
    expect(find('moon')).toEqual(['config:3']);
  });

  it('finds each by its own title, whatever the titles of others contain', () => {
    const titles = ['Tab\tin the middle', 'Line\nbreak', 'Ｆｕｌｌ width', '', 'Σίσυφος'];
    const mixed = indexOf(titles.map((title, n) => entry(n, { title })));
    const found = (search: string) => keys(mixed, { filter: { search } });
    expect(['middle', 'break', 'full', 's3.example', 'σίσυφος'].map(found)).toEqual(
      titles.map((_, n) => [`config:${String(n)}`]),
    );
  });

  it('finds all that has the word once all of it is folded, and that before all else', () => {
    const letters = 'a A e E е Е ё Ё я Я . - ] ^ ß ſ Ａ Σ ς é \u0301'.split(' ');
    const text = fc.string({ unit: fc.constantFrom(...letters, '\t', '\n', ' ') });
    const searched = fc.record({ titles: fc.array(text, { maxLength: 8 }), search: text });
    fc.assert(
      fc.property(searched, ({ titles, search }) => {
        const entries = titles.map((title, n) => entry(n, { title, protocol: 'x', place: '' }));
        const words = folded(search).split(/\s+/).filter(Boolean);
        const expected = entries
          .filter(({ title, host, country }) => {
            const address = host.replace(/:443$/, '');
            return words.every((word) =>
              folded(`x\n${country}\n${title}\n${address}`).includes(word),
            );
          })
          .map(({ key }) => key);
        const found = keys(indexOf(entries), { filter: { search } });
        expect(found.slice(0, expected.length).toSorted()).toEqual(expected.toSorted());
      }),
      { seed: 7, numRuns: runs(300) },
    );
  });

  it('requires every word', () => {
    expect(find('work netherlands')).toEqual(['config:2']);
    expect(find('work финляндия')).toEqual([]);
  });

  it('never searches secrets', () => {
    expect(find('secret')).toEqual([]);
  });
});

describe('the order of search results', () => {
  const find = (entries: readonly ConnectionEntry[], search: string, recents?: string[]) =>
    keys(indexOf(entries, recents), { filter: { search } });

  it('is exact title, prefix, word start, elsewhere in the title, place, protocol, host', () => {
    const entries = [
      entry(1, {
        title: 'A host',
        secrets: { connection_url: 'vless://p@phone.example.com:443' },
      }),
      entry(2, { title: 'B protocol', protocol: 'phone-1' }),
      entry(3, { title: 'C place', place: 'Phone Island' }),
      entry(4, { title: 'D iphone' }),
      entry(5, { title: 'E old phone' }),
      entry(6, { title: 'Phone of mine' }),
      entry(7, { title: 'Phone' }),
    ];
    expect(find(entries, 'phone')).toEqual(
      [7, 6, 5, 4, 3, 2, 1].map((id) => `config:${String(id)}`),
    );
  });

  it('puts the title that is meant above one that merely has the word and cannot be used', () => {
    const entries = [
      entry(1, { title: 'Старый телефон', online: false, expiresAt: now / 1000 - day }),
      entry(2, { title: 'Телефон' }),
    ];
    expect(find(entries, 'телефон')).toEqual(['config:2', 'config:1']);
  });

  it('puts what is offline or expired last among equals', () => {
    const entries = [
      entry(1, { title: 'Phone a', online: false }),
      entry(2, { title: 'Phone b', expiresAt: now / 1000 - day }),
      entry(3, { title: 'Phone c' }),
    ];
    expect(find(entries, 'phone')).toEqual(['config:3', 'config:1', 'config:2']);
  });

  it('puts favourites, then what was copied last, first among equals', () => {
    const entries = [1, 2, 3, 4].map((id) => entry(id, { title: `Phone ${String(id)}` }));
    const index = indexOf(entries, ['config:4', 'config:3']);
    index.setFavourites(['config:2']);
    expect(keys(index, { filter: { search: 'phone' } })).toEqual(
      [2, 4, 3, 1].map((id) => `config:${String(id)}`),
    );
  });

  it('is the order of the column that was chosen, where one was', () => {
    const entries = [
      entry(1, { title: 'Phone', createdAt: 2 }),
      entry(2, { title: 'My phone', createdAt: 1 }),
    ];
    const query = { filter: { search: 'phone' }, order: { by: 'created' } };
    expect(keys(indexOf(entries), query)).toEqual(['config:2', 'config:1']);
  });

  it('searches ports only for a word with a colon', () => {
    const entries = [
      entry(1, {
        title: 'Дача 153',
        secrets: { connection_url: 'vless://p@a.example.com:7755' },
      }),
      entry(2, { title: 'Дача 77' }),
    ];
    expect(find(entries, 'Дача 77')).toEqual(['config:2']);
    expect(find(entries, ':7755')).toEqual(['config:1']);
    expect(find(entries, 'a.example.com:77')).toEqual(['config:1']);
  });

  it('finds what was typed in the other keyboard layout, after matches of the word itself', () => {
    const entries = [
      entry(1, { title: 'Телефон' }),
      entry(2, { title: 'ntktajy' }),
      entry(3, { title: 'Work' }),
    ];
    expect(find(entries, 'ntktajy')).toEqual(['config:2', 'config:1']);
    expect(find(entries, 'цщкл')).toEqual(['config:3']);
  });

  it('finds what was transliterated, in either direction', () => {
    const entries = [
      entry(1, { title: 'Дача' }),
      entry(2, { title: 'Netflix' }),
      entry(3, { title: 'Щука Юлии' }),
      entry(4, { title: 'Desk', place: 'Финляндия' }),
    ];
    expect(find(entries, 'dacha')).toEqual(['config:1']);
    expect(find(entries, 'нетфликс')).toEqual(['config:2']);
    expect(find(entries, 'shchuka yulii')).toEqual(['config:3']);
    expect(find(entries, 'finlyand')).toEqual(['config:4']);
  });
});

describe('the order', () => {
  it('counts numbers in titles and puts favourites first', () => {
    const index = indexOf([entry(10), entry(9), entry(2)]);
    expect(keys(index)).toEqual(['config:2', 'config:9', 'config:10']);
    index.setFavourites(['config:10']);
    expect(keys(index)).toEqual(['config:10', 'config:2', 'config:9']);
    expect(keys(index, { order: { descending: true } })).toEqual([
      'config:10',
      'config:9',
      'config:2',
    ]);
  });

  it('takes the name that is shown for one without a title', () => {
    const index = indexOf([
      entry(1, { title: '', protocol: 'vless', place: 'Austria' }),
      entry(2, { title: 'Monaco' }),
      entry(3, { title: '', protocol: 'hysteria2', place: 'Zambia' }),
    ]);
    expect(keys(index)).toEqual(['config:3', 'config:2', 'config:1']);
  });

  it('puts what never expires last, up and down', () => {
    const index = indexOf([
      entry(1, { expiresAt: null }),
      entry(2, { expiresAt: 5 }),
      entry(3, { expiresAt: 4 }),
    ]);
    expect(keys(index, { order: { by: 'expiry' } })).toEqual(['config:3', 'config:2', 'config:1']);
    expect(keys(index, { order: { by: 'expiry', descending: true } })).toEqual([
      'config:2',
      'config:3',
      'config:1',
    ]);
  });
});

/** The subconfig of a configuration. */
function subconfig(owner: ConnectionEntry, facts: Partial<ConnectionFacts> = {}): ConnectionEntry {
  const key = `sub:${owner.key}`;
  const of = {
    key,
    scope: key,
    source: 'subconfig',
    protocol: 'socks5',
    title: owner.title,
  } as const;
  return entry(0, { ...of, createdAt: null, ...facts });
}

describe('subconfigs', () => {
  const [a, b, c] = [
    entry(1, { title: 'Alpha', protocol: 'vless', expiresAt: now / 1000 + 9 * day, createdAt: 3 }),
    entry(2, { title: 'Beta', protocol: 'amnezia-wg-2', expiresAt: now / 1000 + 5 * day }),
    entry(3, { title: 'Gamma', protocol: 'wg', expiresAt: now / 1000 + 7 * day, createdAt: 2 }),
  ];
  const entries = [subconfig(c), subconfig(a, { title: 'Zeta' }), a, b, c];
  const withFamilies = (order: readonly string[]) =>
    order.flatMap((key) => (key === 'config:2' ? [key] : [key, `sub:${key}`]));

  it.each(['title', 'place', 'protocol', 'expiry', 'created', 'check', 'state'])(
    'follow their configurations in the order by %s, up and down',
    (by) => {
      for (const descending of [false, true]) {
        const order = { by, descending };
        const alone = keys(indexOf([a, b, c]), { order });
        expect(keys(indexOf(entries), { order })).toEqual(withFamilies(alone));
      }
    },
  );

  it('do not move the rows above them, or their configuration, when they are read', () => {
    const index = indexOf([a, b, c]);
    expect(keys(index)).toEqual(['config:1', 'config:2', 'config:3']);
    index.replace('sub:config:2', [subconfig(b)]);
    expect(keys(index)).toEqual(['config:1', 'config:2', 'sub:config:2', 'config:3']);
  });

  it('follow a favourite, and have their own place as favourites', () => {
    const index = indexOf(entries);
    index.setFavourites(['config:3']);
    expect(keys(index)).toEqual(withFamilies(['config:3', 'config:1', 'config:2']));
    index.setFavourites(['sub:config:3']);
    expect(keys(index)[0]).toBe('sub:config:3');
    expect(keys(index).slice(-1)).toEqual(['config:3']);
    index.setFavourites(['sub:config:3', 'config:3']);
    expect(keys(index).slice(0, 2)).toEqual(['config:3', 'sub:config:3']);
  });

  it('are found by themselves, in the place of their configuration', () => {
    const index = indexOf(entries);
    expect(keys(index, { filter: { protocols: ['socks5'] } })).toEqual([
      'sub:config:1',
      'sub:config:3',
    ]);
    expect(keys(index, { filter: { search: 'zeta' } })).toEqual(['sub:config:1']);
    expect(keys(index, { filter: { search: 'gamma' } })).toEqual(['config:3', 'sub:config:3']);
  });

  it('stay in the list where their configuration is not in it', () => {
    expect(keys(indexOf([subconfig(a), b]))).toEqual(['sub:config:1', 'config:2']);
  });

  it('follow their configurations in an order that an earlier version saved', () => {
    const index = indexOf([]);
    index.load([a, b, c, subconfig(a, { title: 'Zeta' })], 'ru');
    expect(keys(index)).toEqual(['config:1', 'sub:config:1', 'config:2', 'config:3']);
  });
});

describe('filters', () => {
  it('hold together, and count what there is to choose', () => {
    const index = indexOf([
      entry(1, { online: null, expiresAt: now / 1000 + 3 * day }),
      entry(2, { online: false, country: 'de', place: 'Germany' }),
      entry(3, { online: false, expiresAt: now / 1000 - 3 * day }),
    ]);
    expect(keys(index, { filter: { states: ['expired'], countries: ['NL'] } })).toEqual([
      'config:3',
    ]);
    expect(keys(index, { filter: { expiring: true } })).toEqual(['config:1', 'config:3']);
    expect(index.facets()).toMatchObject({
      expiring: 2,
      countries: [
        { value: 'NL', count: 2, place: 'Netherlands' },
        { value: 'DE', count: 1 },
      ],
      states: [
        { value: 'down', count: 1 },
        { value: 'expired', count: 1 },
        { value: 'unknown', count: 1 },
      ],
    });
  });

  it('page through the matches and locate one of them', () => {
    const index = indexOf(Array.from({ length: 250 }, (_, id) => entry(id)));
    const page = index.query(
      ConnectionQuery.parse({ offset: 240, limit: 200, locate: 'config:17' }),
    );
    expect(page).toMatchObject({ total: 250, all: 250, offset: 240, located: 17 });
    expect(page.rows).toHaveLength(10);
  });
});

describe('a list read again', () => {
  it('updates only what changed or disappeared, and nothing when nothing did', () => {
    const index = indexOf([entry(1), entry(2), entry(3)]);
    const before = index.revision();
    expect(index.replace('config', [entry(1), entry(2), entry(3)])).toEqual([]);
    expect(index.revision()).toBe(before);
    const touched = index.replace('config', [entry(1, { title: 'New' }), entry(3)]);
    expect(touched.sort()).toEqual(['config:1', 'config:2']);
    expect(keys(index)).toEqual(['config:3', 'config:1']);
  });

  it('notices a secret that changed behind the same address', () => {
    const index = indexOf([entry(1)]);
    const other = entry(1, { secrets: { connection_url: 'vless://others@s1.example.com:443#x' } });
    expect(index.replace('config', [other])).toEqual(['config:1']);
  });
});

describe('statistics', () => {
  it('of a server are requested through a connection that has not expired', () => {
    const index = indexOf([
      entry(1, { server: 'server:7', expiresAt: now / 1000 - day }),
      entry(2, { server: 'server:7' }),
    ]);
    expect(index.statsRequests('server:7')).toEqual([
      { id: 'configs.serverStats', input: { path: { config_id: 2 } } },
    ]);
    expect(index.statsRequests('server:8')).toEqual([]);
  });
});

describe('results of checks', () => {
  const index = indexOf([1, 2, 3, 4].map((id) => entry(id)));
  const at = now;

  it('order and filter the list as soon as they are there', () => {
    const fastest = { order: { by: 'check' } };
    expect(keys(index, { filter: { working: true } })).toEqual([]);
    checked.set('config:3', { result: { outcome: 'answers', ms: 20, depth: 'port' }, at });
    checked.set('config:1', { result: { outcome: 'answers', ms: 90, depth: 'port' }, at });
    checked.set('config:2', { result: { outcome: 'reset' }, at });
    index.checksChanged();
    expect(keys(index, fastest)).toEqual(['config:3', 'config:1', 'config:2', 'config:4']);
    expect(keys(index, { filter: { working: true }, ...fastest })).toEqual([
      'config:3',
      'config:1',
    ]);
    expect(index.facets().working).toBe(2);
    expect(index.row('config:2')?.check).toEqual({ result: { outcome: 'reset' }, at });
    expect(index.row('config:4')).not.toHaveProperty('check');
    checked.clear();
  });
});

describe('the one state', () => {
  const entries = [
    entry(1, { expiresAt: now / 1000 - day }),
    entry(2, { expiresAt: now / 1000 + day }),
    entry(3, { online: false }),
    entry(4),
    entry(5, { online: null }),
    entry(6),
  ];
  const found = (index: ConnectionIndex, state: string) =>
    keys(index, { filter: { states: [state] } });

  it('is what a row shows, what filters find and what is counted', () => {
    const index = indexOf(entries);
    expect(found(index, 'usable')).toEqual(['config:2', 'config:4', 'config:6']);
    expect(found(index, 'expired')).toEqual(['config:1']);
    expect(found(index, 'down')).toEqual(['config:3']);
    expect(index.row('config:1')?.state.state).toBe('expired');
    expect(index.facets().states).toContainEqual({ value: 'usable', count: 3 });
  });

  it('sorts what can be used first and what has expired last', () => {
    expect(keys(indexOf(entries), { order: { by: 'state' } })).toEqual(
      [4, 6, 2, 5, 3, 1].map((id) => `config:${String(id)}`),
    );
  });

  it('changes the query results at once, and names the changed connections', () => {
    const index = indexOf(entries);
    expect(found(index, 'usable')).toContain('config:6');
    keys(index, { order: { by: 'state' } });
    const before = index.revision();
    rebooting.add('config:6');
    try {
      expect(index.statesChanged()).toEqual(['config:6']);
      expect(index.revision()).toBeGreaterThan(before);
      expect(found(index, 'usable')).toEqual(['config:2', 'config:4']);
      expect(keys(index, { order: { by: 'state' } })[2]).toBe('config:6');
      expect(index.statesChanged()).toEqual([]);
    } finally {
      rebooting.clear();
    }
  });

  it('is followed also where the list was read again without a change', () => {
    const index = indexOf(entries);
    index.row('config:6');
    index.replace('config', entries);
    rebooting.add('config:6');
    try {
      expect(index.statesChanged()).toContain('config:6');
    } finally {
      rebooting.clear();
    }
  });
});
