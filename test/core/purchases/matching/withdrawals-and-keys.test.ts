import { describe, expect, it } from 'vitest';
import { matchKeyReset, matchNewApiKey } from '#core/purchases/products/keys.ts';
import { matchWithdrawal } from '#core/purchases/products/withdrawals.ts';
import type { Resource, Snapshot } from '#core/purchases/snapshot.ts';
import { descriptors } from '#core/purchases/products/descriptors.ts';

const sentAt = 1_800_000_000;
const span = { from: sentAt - 10, until: sentAt + 90 };
const snapshot = (
  resources: readonly Resource[],
  balance = 5000,
  time = sentAt + 100,
): Snapshot => ({
  time,
  balance,
  payments: [],
  resources,
});
const resource = (key: string, facts: Resource['facts']): Resource => ({
  key,
  expiresAt: null,
  facts,
});
const before = snapshot([resource('old', {})]);

describe('a withdrawal', () => {
  const body = { amount: 1000, card_number: '4111111111111111' };
  const expected = descriptors['referral.withdrawCard'].expectedEffect({ body }, []);
  const right = { amount: -1000, method: 'card', account: '****1111', created_at: sentAt + 5 };
  const matched = (entries: readonly Resource['facts'][], balance: number, late = false) => {
    const resources = entries.map((facts, at) => resource(`new ${String(at)}`, facts));
    const now = snapshot([resource('old', {}), ...resources], balance);
    return matchWithdrawal(before, expected, now, { span, late }).kind;
  };

  it('is the one entry of its sum, way and time that the balance fell by', () => {
    expect(matched([right], 4000)).toBe('done');
  });

  it.each<[string, readonly Resource['facts'][], number]>([
    ['the balance fell by another sum', [right], 3900],
    ['the balance did not move', [right], 5000],
    ['it is of another way', [{ ...right, method: 'sbp' }], 4000],
    ['it is older', [{ ...right, created_at: span.from - 1 }], 4000],
    ['it is younger', [{ ...right, created_at: span.until + 1 }], 4000],
    ['there are two', [right, { ...right, created_at: sentAt + 6 }], 4000],
    ['the balance fell and no entry tells why', [], 4000],
    ['it went to another card and more than it is gone', [{ ...right, account: '**2222' }], 3000],
  ])('is left to the user when %s', (_, entries, balance) => {
    expect(matched(entries, balance)).toBe('unclear');
  });

  it('is left to the user when it appeared after the search had ended', () => {
    expect(matched([right], 4000, true)).toBe('unclear');
  });

  it.each<[string, readonly Resource['facts'][], number]>([
    ['there is no entry', [], 5000],
    ['the entry is of another sum', [{ ...right, amount: -2000 }], 3000],
    ['the entry is for another card', [{ ...right, account: '****2222' }], 4000],
    ['somebody’s purchase brought money', [{ amount: 60, created_at: sentAt + 5 }], 5060],
  ])('is not seen when %s', (_, entries, balance) => {
    expect(matched(entries, balance)).toBe('nothing');
  });

  it('is found beside money that came in meanwhile', () => {
    expect(matched([right, { amount: 60, created_at: sentAt + 5 }], 4060)).toBe('done');
  });

  it('is found where the entry does not tell the card', () => {
    expect(matched([{ ...right, account: null }], 4000)).toBe('done');
  });

  it('is known by the last digits of the card, whatever the first ones are', () => {
    expect(matched([{ ...right, account: '555555******1111' }], 4000)).toBe('done');
    expect(matched([{ ...right, account: '111111******2222' }], 4000)).toBe('nothing');
  });

  it('to a phone is found whatever the phone number ends in', () => {
    const sbp = { amount: 1000, bank_id: '1', phone_number: '+79991234567' };
    const toPhone = descriptors['referral.withdrawSbp'].expectedEffect({ body: sbp }, []);
    const entry = resource('new', { ...right, method: 'sbp', account: '+7999***4567' });
    const now = snapshot([resource('old', {}), entry], 4000);
    expect(matchWithdrawal(before, toPhone, now, { span, late: false })).toEqual({
      kind: 'done',
      result: { by: 'match' },
    });
  });
});

describe('a new API key', () => {
  const expected = descriptors['apiKeys.create'].expectedEffect({ body: { name: 'Laptop' } }, []);
  const key = (id: string, name: string, created_at = sentAt + 5) =>
    resource(id, { name, key_prefix: `svc_${id}`, created_at });
  const matched = (keys: readonly Resource[], late = false) =>
    matchNewApiKey(
      snapshot([resource('1', {})]),
      expected,
      snapshot([key('1', 'Laptop'), ...keys]),
      {
        span,
        late,
      },
    );

  it('is an orphan where exactly one of its name appeared in time', () => {
    expect(matched([key('2', 'Laptop'), key('3', 'Phone')])).toEqual({
      kind: 'orphan',
      orphan: { id: 2, name: 'Laptop', keyPrefix: 'svc_2' },
    });
  });

  it('is not seen where none of its name appeared besides those that were there', () => {
    expect(matched([key('3', 'Phone')])).toEqual({ kind: 'nothing' });
  });

  it.each<[string, readonly Resource[], boolean]>([
    ['two appeared', [key('2', 'Laptop'), key('3', 'Laptop')], false],
    ['it is older', [key('2', 'Laptop', span.from - 1)], false],
    ['it is younger', [key('2', 'Laptop', span.until + 1)], false],
    ['it appeared after the search had ended', [key('2', 'Laptop')], true],
  ])('is left to the user when %s', (_, keys, late) => {
    const verdict = matched(keys, late);
    expect(verdict).toMatchObject({ kind: 'unclear', candidates: [] });
    expect(verdict.kind === 'unclear' && verdict.orphans).toHaveLength(keys.length);
  });
});

describe('a key that is replaced', () => {
  const expected = descriptors['profile.resetSubscriptionLink'].expectedEffect({}, []);
  const matched = (key: string, time = sentAt + 100, late = false) =>
    matchKeyReset(before, expected, snapshot([resource(key, {})], 5000, time), { span, late }).kind;

  it('is replaced when it is another one soon after', () => {
    expect(matched('another')).toBe('done');
    expect(matched('old')).toBe('nothing');
  });

  it('is left to the user when it was first seen to be another much later', () => {
    expect(matched('another', span.until + 300)).toBe('done');
    expect(matched('another', span.until + 301)).toBe('unclear');
    expect(matched('another', sentAt + 100, true)).toBe('unclear');
  });

  it('is done by a match, of which nothing more is known', () => {
    const now = snapshot([resource('another', {})]);
    expect(matchKeyReset(before, expected, now, { span, late: false })).toEqual({
      kind: 'done',
      result: { by: 'match' },
    });
  });

  it.each([
    ['before', snapshot([]), before],
    ['now', before, snapshot([])],
  ])('is not seen where no key was read %s', (_, was, now) => {
    expect(matchKeyReset(was, expected, now, { span, late: false })).toEqual({ kind: 'nothing' });
  });
});
