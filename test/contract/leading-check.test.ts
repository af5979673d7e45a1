import { describe, expect, it } from 'vitest';
import { freshCheckMs, type CheckResult } from '#contract/check-result.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { arrange } from '#contract/connections/arrange.ts';
import {
  fastestWorking,
  lastWorking,
  nextCandidates,
  nextWorking,
} from '#contract/connections/next-working.ts';
import { noFilter, titleOrder } from '#contract/connections/query.ts';
import { likeliestFirst, rankHere } from '#contract/connections/ranking.ts';
import type { ConnectionState } from '#contract/rules/connection-state.ts';
import { failsFromHere, leadingCheck } from '#contract/connections/leading-check.ts';
import { connectionRow } from './connection-row.ts';

const now = 1_800_000_000_000;
const answers = (ms: number): CheckResult => ({ outcome: 'answers', ms, depth: 'handshake' });
const failed: CheckResult = { outcome: 'name-not-found' };
const offlineNow = { result: { outcome: 'offline' }, at: now } as const;

interface RowFacts {
  readonly state?: ConnectionState;
  readonly country?: string;
  readonly protocol?: string;
  /** Of its check, milliseconds. */
  readonly age?: number;
  /** Its check was in another network. */
  readonly elsewhere?: true;
}

function row(
  id: number,
  result: CheckResult | undefined,
  { state = 'usable', country = 'NL', protocol = 'vless', age = 0, elsewhere }: RowFacts = {},
): ConnectionRow {
  return connectionRow({
    key: `config:${String(id)}`,
    title: `Connection ${String(id)}`,
    protocol,
    country,
    state: { state, online: 'online', since: now },
    autoRenewal: false,
    createdAt: 1,
    ...(result !== undefined && {
      check: { result, at: now - age, ...(elsewhere && { elsewhere }) },
    }),
  });
}

describe('a check', () => {
  it('says more than the service while it is fresh, whether it answered or not', () => {
    expect(leadingCheck(row(1, answers(20)), now)?.result).toEqual(answers(20));
    expect(leadingCheck(row(1, failed, { state: 'down' }), now)?.result).toEqual(failed);
    const fails = [answers(20), failed, undefined].map((each) => failsFromHere(row(1, each), now));
    expect(fails).toEqual([false, true, false]);
  });

  it('says less once it is old, in another network, and where it found out nothing of the server', () => {
    const late = { age: freshCheckMs + 1 };
    expect(leadingCheck(row(1, answers(20), late), now)).toBeUndefined();
    expect(leadingCheck(row(1, failed, late), now)).toBeUndefined();
    const unknown = { outcome: 'undetermined', reason: 'unknown-protocol' } as const;
    expect(leadingCheck(row(1, unknown), now)).toBeUndefined();
    expect(leadingCheck(row(1, undefined), now)).toBeUndefined();
    expect(leadingCheck(row(1, answers(20), { elsewhere: true }), now)).toBeUndefined();
  });

  it.each(['expired', 'rebooting'] as const)('says less of a connection that is %s', (state) => {
    expect(leadingCheck(row(1, failed, { state }), now)).toBeUndefined();
  });
});

describe('the connection that is offered in place of one that fails', () => {
  const here = row(1, failed);

  it('is the fastest of those that answered just now', () => {
    const rows = [
      here,
      row(2, answers(80)),
      row(3, answers(20)),
      row(4, failed),
      row(5, undefined),
    ];
    expect(nextWorking(rows, here, now)?.key).toBe('config:3');
  });

  it('is of the same country before it is fast', () => {
    const rows = [row(2, answers(20), { country: 'DE' }), row(3, answers(4000))];
    expect(nextWorking(rows, here, now)?.key).toBe('config:3');
  });

  it('is of the same country before its traffic is counted, and of none that counts it before it is fast', () => {
    const option = { status: 'active', usedBytes: 0, deviceLimit: null, at: now };
    const paid = (ms: number, limitBytes: number, country?: string): ConnectionRow => ({
      ...row(2, answers(ms), { country: country ?? 'DE' }),
      key: `paid:1:${String(limitBytes)}`,
      source: 'paid',
      option: { ...option, limitBytes },
    });
    const unread = {
      ...row(2, answers(1), { country: 'DE' }),
      key: 'paid:1:2',
      source: 'paid',
    } as const;
    const free = row(3, answers(90), { country: 'DE' });
    for (const metered of [paid(1, 9), unread]) {
      expect(nextWorking([metered, free], here, now)?.key).toBe('config:3');
      expect(fastestWorking([metered, free], now)?.key).toBe('config:3');
    }
    expect(nextWorking([paid(1, 0), free], here, now)?.key).toBe('paid:1:0');
    expect(nextWorking([paid(1, 9, 'NL'), free], here, now)?.key).toBe('paid:1:9');
  });

  it('lasts, before it is fast, unless what expires soon is renewed by itself', () => {
    const ends = { ...row(2, answers(5)), expiresAt: now / 1000 + 2 * 86_400 };
    const lasts = { ...row(3, answers(9)), expiresAt: now / 1000 + 60 * 86_400 };
    expect(nextWorking([ends, lasts], here, now)?.key).toBe('config:3');
    expect(nextWorking([{ ...ends, autoRenewal: true }, lasts], here, now)?.key).toBe('config:2');
    expect(nextWorking([ends, row(4, answers(1), { country: 'DE' })], here, now)).toBe(ends);
  });

  it('is none where nothing answered, and never itself', () => {
    expect(nextWorking([here, row(2, undefined)], here, now)).toBeUndefined();
    expect(nextWorking([row(1, answers(5))], here, now)).toBeUndefined();
    expect(nextWorking([row(2, answers(5), { age: freshCheckMs + 1 })], here, now)).toBeUndefined();
    expect(nextWorking([row(2, answers(5), { elsewhere: true })], here, now)).toBeUndefined();
  });

  it.each(['expired', 'down', 'rebooting'] as const)('is none that is %s', (state) => {
    expect(nextWorking([row(2, answers(5), { state })], here, now)).toBeUndefined();
  });

  it('is one of the same use: no proxy for a VPN, and none for Telegram in place of another', () => {
    const rows = ['http', 'mtproto', 'socks5', 'trojan', 'mtproto'].map((protocol, n) =>
      row(n + 2, answers(n + 1), { protocol }),
    );
    const instead = (protocol: string) => nextWorking(rows, row(1, failed, { protocol }), now)?.key;
    expect(instead('vless')).toBe('config:5');
    expect(instead('socks5')).toBe('config:2');
    expect(instead('mtproto')).toBe('config:3');
  });
});

describe('the connections that are checked to find one that works', () => {
  const here = row(1, failed);
  const keysOf = (rows: readonly ConnectionRow[]) =>
    nextCandidates(rows, here, now).map(({ key }) => Number(key.split(':')[1]));

  it('are first the likeliest, then of the same country, then those that were fast', () => {
    const old = { age: freshCheckMs + 1 };
    const rows = [
      row(2, answers(5), { ...old, country: 'DE', protocol: 'trojan' }),
      row(3, answers(5), old),
      row(4, answers(90), { ...old, protocol: 'trojan' }),
      row(5, undefined, { protocol: 'trojan' }),
      row(6, failed, { age: freshCheckMs + 1, protocol: 'trojan' }),
      row(7, answers(20), { elsewhere: true, protocol: 'trojan' }),
      row(8, undefined, { country: 'DE' }),
      { ...row(9, undefined, { country: 'DE' }), odds: 4 },
      { ...row(10, answers(1), old), odds: 2 },
      here,
    ];
    expect(keysOf(rows)).toEqual([9, 3, 7, 4, 5, 6, 2, 8, 10]);
  });

  it('are those that need no name, before the likelier, where no name is found', () => {
    const nameless = { ...row(1, { outcome: 'name-not-found' }), host: 'a.example.com:443' };
    const rows = [
      nameless,
      { ...row(2, undefined), host: 'b.example.com:443', odds: 5 },
      { ...row(3, undefined), host: '203.0.113.3:443', odds: 1 },
      { ...row(4, undefined), host: '[2001:db8::4]:443', odds: 2 },
    ];
    expect(keysOf(rows)).toEqual([4, 3, 2]);
    const found = { ...row(5, answers(5), { protocol: 'mtproto' }), host: 'c.example.com:443' };
    expect(keysOf([...rows, found])).toEqual([2, 4, 3]);
  });

  it('are none that failed here just now, but those of which nothing could be found out', () => {
    const rows = [
      row(2, failed),
      row(3, { outcome: 'dns-failed' }),
      row(4, { outcome: 'undetermined', reason: 'unknown-protocol' }),
      row(5, failed, { elsewhere: true }),
    ];
    expect(keysOf(rows)).toEqual([3, 5]);
  });

  it('are none that cannot be used, is of another use or whose check may interrupt a device', () => {
    const rows = [
      ...(['expired', 'down', 'rebooting'] as const).map((state, n) =>
        row(2 + n, undefined, { state }),
      ),
      ...['wg', 'amnezia-wg-2', 'mtproto', 'http'].map((protocol, n) =>
        row(5 + n, undefined, { protocol }),
      ),
      { ...row(9, undefined), forms: [] },
      { ...row(10, undefined), unreadable: true as const },
      {
        ...row(11, undefined),
        state: { state: 'unknown' as const, online: 'offline' as const, since: now },
      },
      row(12, undefined, { state: 'unknown' }),
    ];
    expect(keysOf(rows)).toEqual([12]);
  });
});

describe('the connection that worked last', () => {
  const here = row(1, { outcome: 'offline' });
  const worked = (rows: readonly ConnectionRow[]) => lastWorking(rows, here, now);

  it('is the one that answered last, in any network, whatever was found since', () => {
    const rows = [
      row(2, answers(5), { age: 50_000 }),
      row(3, answers(5), { age: 40_000, elsewhere: true }),
      { ...row(4, undefined), check: { ...offlineNow, answeredAt: now - 30_000 } },
      row(5, undefined),
    ];
    expect(worked(rows)).toMatchObject({ row: { key: 'config:4' }, at: now - 30_000 });
    expect(worked(rows.slice(0, 2))).toMatchObject({ row: { key: 'config:3' } });
    expect(worked([row(5, undefined)])).toBeUndefined();
  });

  it('is none that has failed in this network since, nor one that cannot be used', () => {
    const check = { result: failed, at: now, answeredAt: now - 5000 };
    expect(worked([{ ...row(2, undefined), check }])).toBeUndefined();
    expect(worked([row(2, answers(5), { state: 'expired' })])).toBeUndefined();
    const old = { ...check, at: now - freshCheckMs - 1, answeredAt: now - freshCheckMs - 2 };
    expect(worked([{ ...row(2, undefined), check: old }])).toBeDefined();
  });
});

describe('what works from here', () => {
  const unknown = row(2, undefined);
  const works = row(3, answers(90));
  const fails = row(1, failed);

  it('comes first and what does not comes last, each in the order that it had', () => {
    const down = row(4, undefined, { state: 'down' });
    const old = row(5, answers(1), { elsewhere: true });
    const other = row(6, answers(5));
    const rows = [fails, unknown, works, down, old, other];
    expect(likeliestFirst(rows, now)).toEqual([works, other, unknown, old, fails, down]);
    expect(likeliestFirst(rows, now + freshCheckMs + 1)).toEqual([
      fails,
      unknown,
      works,
      old,
      other,
      down,
    ]);
  });

  it('is found before what does not, where both fit a search as well', () => {
    const titled = [fails, unknown, works].map((each) => ({ ...each, title: 'Home' }));
    const query = { filter: { ...noFilter, search: 'home' }, order: titleOrder };
    const found = (rows: readonly ConnectionRow[]) =>
      arrange(rows, query, { now, recents: [], language: 'en' }).map(({ key }) => key);
    expect(found(titled)).toEqual(['config:3', 'config:2', 'config:1']);
    // A favourite stays before another that answers, unless it does not.
    const starred = titled.map((each) => ({ ...each, favourite: each.key !== 'config:3' }));
    expect(found(starred)).toEqual(['config:2', 'config:3', 'config:1']);
  });

  it('is ranked by what is known now, then by its odds, then by how fast it was', () => {
    const rows = [
      fails,
      row(4, answers(1), { state: 'down', age: freshCheckMs + 1 }),
      { ...row(5, answers(30), { elsewhere: true }), odds: 1 },
      row(6, { outcome: 'undetermined', reason: 'local-name' }),
      { ...row(7, answers(30), { age: freshCheckMs + 1 }), odds: 5 },
      { ...row(8, answers(20), { age: freshCheckMs + 1 }), odds: 5 },
      unknown,
      works,
    ];
    const ranked = rankHere(rows, now).map(({ key }) => Number(key.split(':')[1]));
    expect(ranked).toEqual([3, 8, 7, 2, 5, 6, 4, 1]);
  });

  it('is copied as the fastest alone, if it can be used', () => {
    const rows = [
      fails,
      unknown,
      works,
      row(4, answers(20)),
      row(5, answers(1), { state: 'down' }),
    ];
    expect(fastestWorking(rows, now)?.key).toBe('config:4');
    expect(fastestWorking([fails, unknown], now)).toBeUndefined();
  });
});
