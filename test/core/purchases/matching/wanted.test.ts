import { describe, expect, it } from 'vitest';
import { judgePurchase } from '#core/purchases/reconciliation/match-payments.ts';
import type { SeenPayment, Thing, View } from '#core/purchases/reconciliation/view.ts';
import { wantedOf } from '#core/purchases/request/wanted.ts';
import { before, day, done, judged, later, old, payment, prices, sentAt, span } from './judged.ts';

describe('a renewal', () => {
  const asked = { path: { config_id: 7 }, body: { tariff_id: 1 } };
  const renewal = { ...payment, type: 'renewal' };
  const until = (expiresAt: number, key = '7') =>
    judged({ payments: [renewal], things: [{ ...old, key, expiresAt }] }, 'configs.renew', asked);
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
    const things = [old, { ...old, key: '9', expiresAt: end + 30 * day }];
    expect(judged({ payments: [renewal], things }, 'configs.renew', asked)).toEqual(['unclear', 2]);
  });

  it('of what had run out counts from now on', () => {
    const ran: View = { ...before, things: [{ ...old, expiresAt: sentAt - day }] };
    const wanted = wantedOf('configs.renew', asked, prices);
    const now = (expiresAt: number): View => ({
      time: later,
      balance: 5801,
      payments: [renewal],
      things: [{ ...old, expiresAt }],
    });
    const judge = (expiresAt: number) =>
      judgePurchase(ran, wanted, now(expiresAt), { span, late: false }).kind;
    expect(judge(later + 30 * day)).toBe('done');
    expect(judge(later + 40 * day)).toBe('unclear');
  });

  it('that left nothing behind is nothing', () => {
    const seen = { payments: [], things: [old], balance: 6000 };
    expect(judged(seen, 'configs.renew', asked)).toEqual(['nothing']);
  });

  it('of a cloud server may be written either way', () => {
    const server = { body: { server_id: 7, days: 30 } };
    for (const type of ['renewal', 'cloud_server']) {
      const seen = {
        payments: [{ ...payment, type }],
        things: [{ ...old, expiresAt: end + 30 * day }],
      };
      expect(judged(seen, 'cloudServers.renew', server), type).toEqual(['done', 2, 7, undefined]);
    }
  });
});

describe('what is asked for in other ways', () => {
  const key = (facts: Thing['facts']): Thing => ({ key: '8', expiresAt: null, facts });

  it('is a key of its product and days, which the list of keys shows again', () => {
    const asked = { body: { as_key: true, tariff_id: 1 } };
    const bought = (facts: Thing['facts']) =>
      judged(
        { payments: [{ ...payment, asKey: true }], things: [old, key(facts)] },
        'configs.create',
        asked,
      );
    const right = { product: 'configs', days: 30, code: 'AAAA-BBBB' };
    expect(bought(right)).toEqual(['done', 2, undefined, 'AAAA-BBBB']);
    expect(bought({ ...right, days: 90 })).toEqual(['unclear', 2]);
    expect(bought({ ...right, product: 'paid_options' })).toEqual(['unclear', 2]);
  });

  it('by a promocode is of whatever days and price the promocode has', () => {
    const asked = { body: { location_id: 1, protocol: 'vless', promocode: 'AAAA', tariff_id: 1 } };
    const paid = (change: Partial<SeenPayment>) =>
      judged(
        { payments: [{ ...payment, amount: null, days: 90, ...change }] },
        'configs.create',
        asked,
      );
    expect(paid({ method: 'promocode' })).toEqual(done);
    expect(paid({ method: 'balance' })).toEqual(['unclear']);
  });

  it('is a server of its place, kind and name', () => {
    const asked = { body: { location_id: 1, tariff_config_id: 2, hostname: 'a', tariff_id: 1 } };
    const rented = (change: Thing['facts']) =>
      judged(
        {
          payments: [{ ...payment, type: 'cloud_server' }],
          things: [old, key({ location_id: 1, tariff_config_id: 2, hostname: 'a', ...change })],
        },
        'cloudServers.create',
        asked,
      );
    expect(rented({})).toEqual(done);
    for (const other of [{ location_id: 3 }, { tariff_config_id: 3 }, { hostname: 'b' }]) {
      expect(rented(other)).toEqual(['unclear', 2]);
    }
  });

  it('as a top-up has no days, and costs what its methods ask', () => {
    const asked = { body: { amount: 500, payment_method_id: 1 } };
    const wanted = wantedOf('balance.topup', asked, [{ tariff: -1, days: 0, amount: 1.7 }]);
    expect(wanted).toMatchObject({ days: null, amounts: [1.7], types: ['balance_topup'] });
  });
});
