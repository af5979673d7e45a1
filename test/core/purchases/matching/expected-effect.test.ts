import { describe, expect, it } from 'vitest';
import { matchPurchase } from '#core/purchases/match-payments.ts';
import type { SeenPayment, Resource, Snapshot } from '#core/purchases/snapshot.ts';
import { descriptors } from '#core/purchases/products/descriptors.ts';
import {
  before,
  day,
  done,
  matched,
  later,
  old,
  payment,
  prices,
  sentAt,
  span,
} from './matched.ts';

describe('a renewal', () => {
  const input = { path: { config_id: 7 }, body: { tariff_id: 1 } };
  const expected = descriptors['configs.renew'].expectedEffect(input, prices);
  const renewal = { ...payment, type: 'renewal' };
  const until = (expiresAt: number, key = '7') =>
    matched(
      { payments: [renewal], resources: [{ ...old, key, expiresAt }] },
      'configs.renew',
      input,
    );
  const end = sentAt + 5 * day;

  it('is found when its expiry is later by the days that were paid', () => {
    expect(until(end + 30 * day)).toEqual(['done', 2, 7, undefined]);
  });

  it.each([
    ['by other days', end + 60 * day],
    ['not at all', end],
    ['from now on, though it had not run out', later + 30 * day],
  ])('is unclear when its expiry moved %s', (_, expiresAt) => {
    expect(until(expiresAt)).toEqual(['unclear', 2]);
  });

  it('is unclear when another one was extended', () => {
    const resources = [old, { ...old, key: '9', expiresAt: end + 30 * day }];
    expect(matched({ payments: [renewal], resources }, 'configs.renew', input)).toEqual([
      'unclear',
      2,
    ]);
  });

  it('of what had run out counts from now on', () => {
    const ran: Snapshot = { ...before, resources: [{ ...old, expiresAt: sentAt - day }] };
    const matchNow = (expiresAt: number) => {
      const seen = { payments: [renewal], resources: [{ ...old, expiresAt }] };
      const now = { time: later, balance: 5801, ...seen };
      return matchPurchase(ran, expected, now, { span, late: false }).kind;
    };
    expect(matchNow(later + 30 * day)).toBe('done');
    expect(matchNow(later + 40 * day)).toBe('unclear');
  });

  it.each([
    [120, 'done'],
    [-120, 'done'],
    [-121, 'unclear'],
  ])('is found when its expiry is %s seconds from that: %s', (seconds, verdict) => {
    expect(until(end + 30 * day + seconds)[0]).toBe(verdict);
  });

  it('is found beside a configuration that runs longer', () => {
    const longer: Resource = { key: '5', expiresAt: end + 90 * day, facts: {} };
    const was: Snapshot = { ...before, resources: [longer, old] };
    const now: Snapshot = {
      ...was,
      time: later,
      payments: [renewal],
      resources: [longer, { ...old, expiresAt: end + 30 * day }],
    };
    expect(matchPurchase(was, expected, now, { span, late: false }).kind).toBe('done');
  });

  it('of what had no end is found by the end that it has now', () => {
    const was: Snapshot = { ...before, resources: [{ ...old, expiresAt: null }] };
    const now: Snapshot = {
      ...was,
      time: later,
      payments: [renewal],
      resources: [{ ...old, expiresAt: end + 30 * day }],
    };
    expect(matchPurchase(was, expected, now, { span, late: false }).kind).toBe('done');
  });

  it('that took the end away is nothing', () => {
    const seen = { payments: [], resources: [{ ...old, expiresAt: null }], balance: 6000 };
    expect(matched(seen, 'configs.renew', input)).toEqual(['nothing']);
  });

  it('by a promocode is found though the payment does not say for how many days', () => {
    const byPromocode = { path: { config_id: 7 }, body: { promocode: 'AAAA' } };
    const seen = {
      payments: [{ ...renewal, method: 'promocode', days: 0 }],
      resources: [{ ...old, expiresAt: end + 30 * day }],
    };
    expect(matched(seen, 'configs.renew', byPromocode)).toEqual(['done', 2, 7, undefined]);
  });

  it('that left nothing behind is nothing', () => {
    const seen = { payments: [], resources: [old], balance: 6000 };
    expect(matched(seen, 'configs.renew', input)).toEqual(['nothing']);
  });

  it('of a cloud server may be written either way', () => {
    const server = { body: { server_id: 7, days: 30 } };
    for (const type of ['renewal', 'cloud_server']) {
      const seen = {
        payments: [{ ...payment, type }],
        resources: [{ ...old, expiresAt: end + 30 * day }],
      };
      expect(matched(seen, 'cloudServers.renew', server), type).toEqual(['done', 2, 7, undefined]);
    }
  });
});

describe('what is input for in other ways', () => {
  const key = (facts: Resource['facts']): Resource => ({ key: '8', expiresAt: null, facts });

  it('is a key of its product and days, which the list of keys shows again', () => {
    const input = { body: { as_key: true, tariff_id: 1 } };
    const bought = (facts: Resource['facts']) =>
      matched(
        { payments: [{ ...payment, asKey: true }], resources: [old, key(facts)] },
        'configs.create',
        input,
      );
    const right = { product: 'configs', days: 30, code: 'AAAA-BBBB' };
    expect(bought(right)).toEqual(['done', 2, undefined, 'AAAA-BBBB']);
    expect(bought({ ...right, code: null })).toEqual(['done', 2, undefined, undefined]);
    expect(bought({ ...right, days: 90 })).toEqual(['unclear', 2]);
    expect(bought({ ...right, product: 'paid_options' })).toEqual(['unclear', 2]);
  });

  it('by a promocode is of whatever days and price the promocode has', () => {
    const input = { body: { location_id: 1, protocol: 'vless', promocode: 'AAAA', tariff_id: 1 } };
    const paid = (change: Partial<SeenPayment>) =>
      matched(
        { payments: [{ ...payment, amount: null, days: 90, ...change }] },
        'configs.create',
        input,
      );
    expect(paid({ method: 'promocode' })).toEqual(done);
    expect(paid({ method: 'balance' })).toEqual(['unclear']);
  });

  it('is a server of its place, kind and name', () => {
    const input = { body: { location_id: 1, tariff_config_id: 2, hostname: 'a', tariff_id: 1 } };
    const rented = (change: Resource['facts']) =>
      matched(
        {
          payments: [{ ...payment, type: 'cloud_server' }],
          resources: [old, key({ location_id: 1, tariff_config_id: 2, hostname: 'a', ...change })],
        },
        'cloudServers.create',
        input,
      );
    expect(rented({})).toEqual(done);
    for (const other of [{ location_id: 3 }, { tariff_config_id: 3 }, { hostname: 'b' }]) {
      expect(rented(other)).toEqual(['unclear', 2]);
    }
  });

  it('as a top-up has no days, and costs what its methods ask', () => {
    const input = { body: { amount: 500, payment_method_id: 1 } };
    const expected = descriptors['balance.topup'].expectedEffect(input, [
      { tariff: -1, days: 0, amount: 1.7 },
    ]);
    expect(expected).toMatchObject({ days: null, amounts: [1.7], types: ['balance_topup'] });
  });
});
