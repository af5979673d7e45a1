import { describe, expect, it } from 'vitest';
import { freshCheckMs, type CheckResult } from '#contract/check-result.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { nextWorking } from '#contract/list/next-working.ts';
import type { ConnectionState } from '#contract/rules/connection-state.ts';
import { leadingCheck } from '#contract/rules/leading-check.ts';

const now = 1_800_000_000_000;
const answers = (ms: number): CheckResult => ({ outcome: 'answers', ms, depth: 'handshake' });
const failed: CheckResult = { outcome: 'name-not-found' };

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
  return {
    key: `config:${String(id)}`,
    source: 'config',
    title: `Connection ${String(id)}`,
    protocol,
    country,
    place: '',
    host: 'a.example.com:443',
    state: { state, online: 'online', since: now },
    expiresAt: null,
    autoRenewal: false,
    autoRenewalDays: null,
    createdAt: 1,
    favourite: false,
    server: null,
    forms: ['url'],
    ...(result !== undefined && {
      check: { result, at: now - age, ...(elsewhere && { elsewhere }) },
    }),
  };
}

describe('a check', () => {
  it('says more than the service while it is fresh, whether it answered or not', () => {
    expect(leadingCheck(row(1, answers(20)), now)?.result).toEqual(answers(20));
    expect(leadingCheck(row(1, failed, { state: 'down' }), now)?.result).toEqual(failed);
  });

  it('says less once it is old, and where it found out nothing of the server', () => {
    expect(leadingCheck(row(1, failed, { age: freshCheckMs + 1 }), now)).toBeUndefined();
    expect(leadingCheck(row(1, { outcome: 'proxy-failed' }), now)).toBeUndefined();
    const unknown = { outcome: 'undetermined', reason: 'unknown-protocol' } as const;
    expect(leadingCheck(row(1, unknown), now)).toBeUndefined();
    expect(leadingCheck(row(1, undefined), now)).toBeUndefined();
  });

  it('says less in another network than the one it was made in', () => {
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
