import { describe, expect, it } from 'vitest';
import {
  judgeApiKey,
  judgeReplacement,
  judgeWithdrawal,
} from '#core/purchases/reconciliation/match-others.ts';
import type { Thing, View } from '#core/purchases/reconciliation/view.ts';
import { wantedOf } from '#core/purchases/request/wanted.ts';

const sentAt = 1_800_000_000;
const span = { from: sentAt - 10, until: sentAt + 90 };
const view = (things: readonly Thing[], balance = 5000, time = sentAt + 100): View => ({
  time,
  balance,
  payments: [],
  things,
});
const thing = (key: string, facts: Thing['facts']): Thing => ({ key, expiresAt: null, facts });
const before = view([thing('old', {})]);

describe('a withdrawal', () => {
  const body = { amount: 1000, card_number: '4111111111111111' };
  const wanted = wantedOf('referral.withdrawCard', { body }, []);
  const right = { amount: -1000, method: 'card', account: '****1111', created_at: sentAt + 5 };
  const judged = (entries: readonly Thing['facts'][], balance: number, late = false) => {
    const things = entries.map((facts, at) => thing(`new ${String(at)}`, facts));
    const now = view([thing('old', {}), ...things], balance);
    return judgeWithdrawal(before, wanted, now, { span, late }).kind;
  };

  it('is the one entry of its sum, way and time that the balance fell by', () => {
    expect(judged([right], 4000)).toBe('done');
  });

  it.each<[string, readonly Thing['facts'][], number]>([
    ['the balance fell by another sum', [right], 3900],
    ['the balance did not move', [right], 5000],
    ['it is of another way', [{ ...right, method: 'sbp' }], 4000],
    ['it is older', [{ ...right, created_at: span.from - 1 }], 4000],
    ['it is younger', [{ ...right, created_at: span.until + 1 }], 4000],
    ['there are two', [right, { ...right, created_at: sentAt + 6 }], 4000],
    ['the balance fell and no entry tells why', [], 4000],
    ['it went to another card and more than it is gone', [{ ...right, account: '**2222' }], 3000],
  ])('is left to the person when %s', (_, entries, balance) => {
    expect(judged(entries, balance)).toBe('unclear');
  });

  it('is left to the person when it appeared after the search had ended', () => {
    expect(judged([right], 4000, true)).toBe('unclear');
  });

  it.each<[string, readonly Thing['facts'][], number]>([
    ['there is no entry', [], 5000],
    ['the entry is of another sum', [{ ...right, amount: -2000 }], 3000],
    ['the entry is for another card', [{ ...right, account: '****2222' }], 4000],
    ['somebody’s purchase brought money', [{ amount: 60, created_at: sentAt + 5 }], 5060],
  ])('is not seen when %s', (_, entries, balance) => {
    expect(judged(entries, balance)).toBe('nothing');
  });

  it('is found beside money that came in meanwhile', () => {
    expect(judged([right, { amount: 60, created_at: sentAt + 5 }], 4060)).toBe('done');
  });

  it('is found where the entry does not tell the card', () => {
    expect(judged([{ ...right, account: null }], 4000)).toBe('done');
  });
});

describe('a new API key', () => {
  const wanted = wantedOf('apiKeys.create', { body: { name: 'Laptop' } }, []);
  const key = (id: string, name: string, created_at = sentAt + 5) =>
    thing(id, { name, key_prefix: `svc_${id}`, created_at });
  const judged = (keys: readonly Thing[], late = false) =>
    judgeApiKey(view([thing('1', {})]), wanted, view([key('1', 'Laptop'), ...keys]), {
      span,
      late,
    });

  it('is an orphan where exactly one of its name appeared in time', () => {
    expect(judged([key('2', 'Laptop'), key('3', 'Phone')])).toEqual({
      kind: 'orphan',
      orphan: { id: 2, name: 'Laptop', keyPrefix: 'svc_2' },
    });
  });

  it('is not seen where none of its name appeared besides those that were there', () => {
    expect(judged([key('3', 'Phone')])).toEqual({ kind: 'nothing' });
  });

  it.each<[string, readonly Thing[], boolean]>([
    ['two appeared', [key('2', 'Laptop'), key('3', 'Laptop')], false],
    ['it is older', [key('2', 'Laptop', span.from - 1)], false],
    ['it is younger', [key('2', 'Laptop', span.until + 1)], false],
    ['it appeared after the search had ended', [key('2', 'Laptop')], true],
  ])('is left to the person when %s', (_, keys, late) => {
    const verdict = judged(keys, late);
    expect(verdict).toMatchObject({ kind: 'unclear', candidates: [] });
    expect(verdict.kind === 'unclear' && verdict.orphans).toHaveLength(keys.length);
  });
});

describe('a key that is replaced', () => {
  const wanted = wantedOf('profile.resetSubscriptionLink', {}, []);
  const judged = (key: string, time = sentAt + 100, late = false) =>
    judgeReplacement(before, wanted, view([thing(key, {})], 5000, time), { span, late }).kind;

  it('is replaced when it is another one soon after', () => {
    expect(judged('another')).toBe('done');
    expect(judged('old')).toBe('nothing');
  });

  it('is left to the person when it was first seen to be another much later', () => {
    expect(judged('another', span.until + 301)).toBe('unclear');
    expect(judged('another', sentAt + 100, true)).toBe('unclear');
  });
});
