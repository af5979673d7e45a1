import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConnectionQuery } from '#contract/ipc/connections.ts';
import {
  createConnectionIndex,
  type ConnectionIndex,
} from '#core/connections/list/connection-index.ts';
import {
  makeConnection,
  type ConnectionEntry,
  type ConnectionFacts,
} from '#core/connections/connection.ts';
import { folded } from '#core/connections/list/words.ts';
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

function indexOf(entries: readonly ConnectionEntry[]): ConnectionIndex {
  const index = createConnectionIndex({ now: () => now, language: () => 'ru' });
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

  it('finds each by its own title, whatever stands in the titles of others', () => {
    const titles = ['Tab\tin the middle', 'Line\nbreak', 'Ｆｕｌｌ width', '', 'Σίσυφος'];
    const mixed = indexOf(titles.map((title, n) => entry(n, { title })));
    const found = (search: string) => keys(mixed, { filter: { search } });
    expect(['middle', 'break', 'full', 's3.example', 'σίσυφος'].map(found)).toEqual(
      titles.map((_, n) => [`config:${String(n)}`]),
    );
  });

  it('finds just what has the word once all of it is folded', () => {
    const letters = 'a A e E е Е ё Ё я Я . - ] ^ ß ſ Ａ Σ ς é \u0301'.split(' ');
    const text = fc.string({ unit: fc.constantFrom(...letters, '\t', '\n', ' ') });
    const searched = fc.record({ titles: fc.array(text, { maxLength: 8 }), search: text });
    fc.assert(
      fc.property(searched, ({ titles, search }) => {
        const entries = titles.map((title, n) => entry(n, { title, protocol: 'x', place: '' }));
        const words = folded(search).split(/\s+/).filter(Boolean);
        const expected = entries.filter(({ title, host, country }) =>
          words.every((word) => folded(`x\n${country}\n${title}\n${host}`).includes(word)),
        );
        expect(keys(indexOf(entries), { filter: { search } }).toSorted()).toEqual(
          expected.map(({ key }) => key).toSorted(),
        );
      }),
      { seed: 7, numRuns: runs(300) },
    );
  });

  it('wants every word', () => {
    expect(find('work netherlands')).toEqual(['config:2']);
    expect(find('work финляндия')).toEqual([]);
  });

  it('never looks into what is secret', () => {
    expect(find('secret')).toEqual([]);
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

describe('filters', () => {
  it('hold together, and count what there is to choose', () => {
    const index = indexOf([
      entry(1, { online: null, expiresAt: now / 1000 + 3 * day }),
      entry(2, { online: false, country: 'de', place: 'Germany' }),
      entry(3, { online: false, expiresAt: now / 1000 - 3 * day }),
    ]);
    expect(keys(index, { filter: { online: ['offline'], countries: ['NL'] } })).toEqual([
      'config:3',
    ]);
    expect(keys(index, { filter: { expiring: true } })).toEqual(['config:1', 'config:3']);
    expect(index.facets()).toMatchObject({
      expiring: 2,
      countries: [
        { value: 'NL', count: 2, place: 'Netherlands' },
        { value: 'DE', count: 1 },
      ],
      online: [
        { value: 'offline', count: 2 },
        { value: 'unknown', count: 1 },
      ],
    });
  });

  it('page through what matches and tell where one stands', () => {
    const index = indexOf(Array.from({ length: 250 }, (_, id) => entry(id)));
    const page = index.query(
      ConnectionQuery.parse({ offset: 240, limit: 200, locate: 'config:17' }),
    );
    expect(page).toMatchObject({ total: 250, all: 250, offset: 240, located: 17 });
    expect(page.rows).toHaveLength(10);
  });
});

describe('a list read again', () => {
  it('touches only what changed or went, and changes nothing when nothing did', () => {
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
  it('of a server are asked for through a connection that has not expired', () => {
    const index = indexOf([
      entry(1, { server: 'server:7', expiresAt: now / 1000 - day }),
      entry(2, { server: 'server:7' }),
    ]);
    expect(index.statsRoutes('server:7')).toEqual([
      { id: 'configs.serverStats', input: { path: { config_id: 2 } } },
    ]);
    expect(index.statsRoutes('server:8')).toEqual([]);
  });
});
