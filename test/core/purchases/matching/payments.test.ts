import { describe, expect, it } from 'vitest';
import { matchPurchase, linkPayments } from '#core/purchases/match-payments.ts';
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
  ])('are left to the person when the payment %s', (_, change, verdict) => {
    expect(matched({ payments: [{ ...payment, ...change }] })).toEqual(verdict);
  });

  it.each<[string, readonly Resource[]]>([
    ['is not there', [old]],
    ['is elsewhere', [old, { ...made, facts: { ...made.facts, location_id: 2 } }]],
    ['is of another protocol', [old, { ...made, facts: { ...made.facts, protocol: 'wg' } }]],
    ['is there twice', [old, made, { ...made, key: '9' }]],
    ['came with another change', [{ ...old, expiresAt: later + 90 * day }, made]],
  ])('are left to the person when the resource %s', (_, resources) => {
    expect(matched({ resources })).toEqual(['unclear', 2]);
  });

  it('are left to the person when another server was input for', () => {
    expect(matched({}, 'configs.create', { body: { ...config, server_id: 5 } })).toEqual([
      'unclear',
      2,
    ]);
    expect(matched({}, 'configs.create', { body: { ...config, server_id: 4 } })).toEqual(done);
  });

  it('are left to the person when they appeared after the search had ended', () => {
    expect(matched({}, 'configs.create', { body: config }, true)).toEqual(['unclear', 2]);
  });

  it('are left to the person when a link was input for and the balance paid', () => {
    const input = { body: { ...config, payment_method_id: 1 } };
    expect(matched({}, 'configs.create', input)).toEqual(['unclear', 2]);
  });

  it('are left to the person when there are two such payments', () => {
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
    const expected = descriptors['configs.create'].expectedEffect({ body: config }, prices);
    expect(matchPurchase(was, expected, now, { span, late: false })).toEqual({ kind: 'nothing' });
  });

  it('are no news where an older payment slides into a full page', () => {
    const full = Array.from({ length: 100 }, (_, n) => ({ ...payment, id: 100 + n }));
    const was: Snapshot = { ...before, payments: full };
    const older = { ...payment, createdAt: payment.createdAt - 1 };
    const now = { ...was, time: later, payments: [...full, older] };
    const expected = descriptors['configs.create'].expectedEffect({ body: config }, prices);
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

  it('is unclear when its way needs no link', () => {
    const payments = [{ ...open, method: 'balance' }];
    expect(matched({ payments, resources: [old] })).toEqual(['unclear', 2]);
  });

  it('is unclear when it may be for the purchase of a server, not for its renewal', () => {
    const input = { body: { server_id: 7, days: 30, payment_method_id: 1 } };
    const about = (type: string) =>
      matched({ payments: [{ ...open, type }], resources: [old] }, 'cloudServers.renew', input);
    expect(about('renewal')).toEqual(['link-lost', 2]);
    expect(about('cloud_server')).toEqual(['unclear', 2]);
  });

  it('is what a link that did arrive may be for', () => {
    const expected = descriptors['configs.create'].expectedEffect({ body: config }, prices);
    const others = [
      { ...open, id: 3, type: 'renewal' },
      { ...open, id: 4, days: 90 },
      { ...open, id: 5, method: 'balance' },
    ];
    const now = { ...before, payments: [open, ...others] };
    expect(linkPayments(before, expected, now, span).map(({ id }) => id)).toEqual([2]);
  });
});
