import { describe, expect, it } from 'vitest';
import { linkPayments, matchPaidLink, matchPurchase } from '#core/purchases/match-payments.ts';
import type { SeenPayment, Resource, Snapshot } from '#core/purchases/snapshot.ts';
import { descriptors } from '#core/purchases/products/descriptors.ts';
import {
  before,
  config,
  day,
  done,
  matched,
  later,
  made,
  old,
  payment,
  prices,
  span,
} from './matched.ts';

const expected = descriptors['configs.create'].expectedEffect({ body: config }, prices);

describe('the one payment and the one resource that agree in everything', () => {
  it('are the purchase', () => {
    expect(matched()).toEqual(done);
  });

  it.each<[string, Partial<SeenPayment>, readonly unknown[]]>([
    ['is of another type', { type: 'paid_option' }, ['unclear']],
    ['is of a type that nobody knows', { type: 'gift' }, ['unclear', 2]],
    ['has no type', { type: null }, ['unclear', 2]],
    ['bought a key', { asKey: true }, ['unclear']],
    ['was a promocode', { method: 'promocode' }, ['unclear']],
    ['is for other days', { days: 90 }, ['unclear']],
    ['does not say for how many days', { days: 0 }, ['unclear', 2]],
    ['is of another amount', { amount: '150' }, ['unclear', 2]],
    ['is of the amount of other days', { amount: '549' }, ['unclear', 2]],
    ['says no amount', { amount: null }, ['unclear', 2]],
    ['was made by a link, whose answer reached nobody', { method: 'card' }, ['unclear', 2]],
    ['is older than the request', { createdAt: span.from - 1 }, ['unclear', 2]],
    ['is younger than the request', { createdAt: span.until + 1 }, ['unclear', 2]],
  ])('are left to the user when the payment %s', (_, change, verdict) => {
    expect(matched({ payments: [{ ...payment, ...change }] })).toEqual(verdict);
  });

  it.each([
    ['as old as the request can be', span.from],
    ['as young as its effect can be', span.until],
  ])('are the purchase when the payment is %s', (_, createdAt) => {
    expect(matched({ payments: [{ ...payment, createdAt }] })).toEqual(done);
  });

  it('are left to the user when the payment says no amount, even of what costs nothing', () => {
    const free = [{ tariff: 1, days: 30, amount: 0 }];
    const expected = descriptors['configs.create'].expectedEffect({ body: config }, free);
    const matchAmount = (amount: string | null) => {
      const now = { ...before, time: later, payments: [{ ...payment, amount }] };
      const resources = [old, made];
      return matchPurchase(before, expected, { ...now, resources }, { span, late: false }).kind;
    };
    expect(matchAmount('0')).toBe('done');
    expect(matchAmount(null)).toBe('unclear');
  });

  it('are the purchase by whatever amount where its price is not known', () => {
    const expected = descriptors['configs.create'].expectedEffect(
      { body: { ...config, tariff_id: 99 } },
      prices,
    );
    const now = { ...before, time: later, payments: [payment], resources: [old, made] };
    expect(matchPurchase(before, expected, now, { span, late: false }).kind).toBe('done');
  });

  it('say nothing of an expiry where the resource has none', () => {
    const eternal: Resource = { key: '1', expiresAt: null, facts: {} };
    const was: Snapshot = { ...before, resources: [eternal] };
    const now = { ...was, time: later, payments: [payment] };
    const bought = { ...made, expiresAt: null };
    expect(
      matchPurchase(was, expected, { ...now, resources: [eternal, bought] }, { span, late: false }),
    ).toStrictEqual({ kind: 'done', result: { by: 'match', payment: 2, resource: 8 } });
    // What did not expire and does now has changed too.
    const resources = [{ ...eternal, expiresAt: later }, made];
    expect(matchPurchase(was, expected, { ...now, resources }, { span, late: false }).kind).toBe(
      'unclear',
    );
  });

  it.each<[string, readonly Resource[]]>([
    ['is not there', [old]],
    ['is elsewhere', [old, { ...made, facts: { ...made.facts, location_id: 2 } }]],
    ['is of another protocol', [old, { ...made, facts: { ...made.facts, protocol: 'wg' } }]],
    ['is there twice', [old, made, { ...made, key: '9' }]],
    ['came with another change', [{ ...old, expiresAt: later + 90 * day }, made]],
  ])('are left to the user when the resource %s', (_, resources) => {
    expect(matched({ resources })).toEqual(['unclear', 2]);
  });

  it('are left to the user when another server was input for', () => {
    expect(matched({}, 'configs.create', { body: { ...config, server_id: 5 } })).toEqual([
      'unclear',
      2,
    ]);
    expect(matched({}, 'configs.create', { body: { ...config, server_id: 4 } })).toEqual(done);
  });

  it('are left to the user when they appeared after the search had ended', () => {
    expect(matched({}, 'configs.create', { body: config }, true)).toEqual(['unclear', 2]);
  });

  it('are left to the user when a link was input for and the balance paid', () => {
    const input = { body: { ...config, payment_method_id: 1 } };
    expect(matched({}, 'configs.create', input)).toEqual(['unclear', 2]);
  });

  it('are left to the user when there are two such payments', () => {
    const payments = [payment, { ...payment, id: 3 }];
    expect(matched({ payments })).toEqual(['unclear', 2, 3]);
  });

  it.each<[string, Partial<SeenPayment>, readonly unknown[]]>([
    ['of the same kind', { days: 90 }, ['unclear', 2]],
    ['of no kind', { days: 90, type: null }, ['unclear', 2]],
    ['of an unknown kind', { days: 90, type: 'gift' }, ['unclear', 2]],
    ['of another kind', { days: 90, type: 'paid_option' }, done],
    ['of the same kind that is not paid', { days: 90, paid: false }, done],
    ['for a key', { days: 90, asKey: true }, done],
  ])('may have brought the resource of another payment %s', (_, change, verdict) => {
    expect(matched({ payments: [payment, { ...payment, id: 3, ...change }] })).toEqual(verdict);
  });

  it('are no news where they were there before', () => {
    const was: Snapshot = { ...before, payments: [payment], resources: [old, made] };
    const now = { ...was, time: later };
    expect(matchPurchase(was, expected, now, { span, late: false })).toEqual({ kind: 'nothing' });
  });

  it('are no news where an older payment slides into a full page', () => {
    const full = Array.from({ length: 100 }, (_, n) => ({ ...payment, id: 100 + n }));
    const was: Snapshot = { ...before, payments: full };
    const older = { ...payment, createdAt: payment.createdAt - 1 };
    const now = { ...was, time: later, payments: [...full, older] };
    expect(matchPurchase(was, expected, now, { span, late: false })).toEqual({ kind: 'nothing' });
  });
});

describe('no payment and no thing', () => {
  it('are nothing', () => {
    expect(matched({ payments: [], resources: [old], balance: 6000 })).toEqual(['nothing']);
  });

  it('are unclear when the balance fell and nothing tells why', () => {
    expect(matched({ payments: [], resources: [old] })).toEqual(['unclear']);
  });

  it('are nothing when the balance rose, was not there before or is not there now', () => {
    for (const [was, is] of [
      [5000, 6000],
      [6000, null],
      [null, 6000],
    ] as const) {
      const past = { ...before, balance: was };
      const now = { ...before, time: later, balance: is };
      const result = matchPurchase(past, expected, now, { span, late: false });
      expect(result).toEqual({ kind: 'nothing' });
    }
  });

  it('are nothing for a top-up, whatever else there is that is new', () => {
    const seen = { payments: [], resources: [old, made], balance: 6000 };
    expect(matched(seen, 'balance.topup', { body: { amount: 500 } })).toEqual(['nothing']);
  });

  it('are nothing when the balance fell for something else', () => {
    const payments = [{ ...payment, type: 'paid_option' }];
    expect(matched({ payments, resources: [old] })).toEqual(['nothing']);
  });
});

describe('a payment that was opened and not paid', () => {
  const open = { ...payment, paid: false, method: 'card', amount: '2.1' };

  it('is a link that was lost', () => {
    expect(matched({ payments: [open], resources: [old] })).toEqual(['link-lost', 2]);
  });

  it('is unclear when there are two of them', () => {
    const payments = [open, { ...open, id: 3 }];
    expect(matched({ payments, resources: [old] })).toEqual(['unclear', 2, 3]);
  });

  it('is unclear when something came of it', () => {
    expect(matched({ payments: [open] })).toEqual(['unclear', 2]);
  });

  it.each(['balance', 'referral'])('is unclear when its way needs no link: %s', (method) => {
    const payments = [{ ...open, method }];
    expect(matched({ payments, resources: [old] })).toEqual(['unclear', 2]);
  });

  it('is unclear when it is by a promocode, which needs no link either', () => {
    const input = { body: { ...config, promocode: 'AAAA' } };
    const payments = [{ ...open, method: 'promocode' }];
    expect(matched({ payments, resources: [old] }, 'configs.create', input)).toEqual([
      'unclear',
      2,
    ]);
  });

  it('is unclear when it may be for the purchase of a server, not for its renewal', () => {
    const input = { body: { server_id: 7, days: 30, payment_method_id: 1 } };
    const about = (type: string) =>
      matched({ payments: [{ ...open, type }], resources: [old] }, 'cloudServers.renew', input);
    expect(about('renewal')).toEqual(['link-lost', 2]);
    expect(about('cloud_server')).toEqual(['unclear', 2]);
  });

  it('is what a link that did arrive may be for', () => {
    const others = [
      { ...open, id: 3, type: 'renewal' },
      { ...open, id: 4, days: 90 },
      { ...open, id: 5, method: 'balance' },
    ];
    const now = { ...before, payments: [open, ...others] };
    expect(linkPayments(before, expected, now, span).map(({ id }) => id)).toEqual([2]);
  });
});

describe('a payment whose link was used', () => {
  it('is done without its resource where the history no longer shows it', () => {
    const now = { ...before, time: later, resources: [old, made] };
    expect(matchPaidLink(before, expected, now, 2)).toStrictEqual({
      kind: 'done',
      result: { by: 'match', payment: 2 },
    });
  });

  it('is done with the resource where that is the only one', () => {
    const now = { ...before, time: later, payments: [payment], resources: [old, made] };
    const resource = { resource: 8, expiresAt: made.expiresAt };
    expect(matchPaidLink(before, expected, now, 2)).toStrictEqual({
      kind: 'done',
      result: { by: 'match', payment: 2, ...resource },
    });
  });
});
