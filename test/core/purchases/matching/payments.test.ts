import { describe, expect, it } from 'vitest';
import type { PurchaseRow } from '../../../../src-contract/bridge/purchase-journal.ts';
import type { Asked } from '../../../../src-main/core/purchases/asking/asked.ts';
import {
  judgePurchase,
  linkPayments,
} from '../../../../src-main/core/purchases/finding-out/match-payments.ts';
import type {
  SeenPayment,
  Thing,
  View,
} from '../../../../src-main/core/purchases/finding-out/view.ts';
import { wantedOf } from '../../../../src-main/core/purchases/asking/wanted.ts';

const day = 86_400;
const sentAt = 1_800_000_000;
const span = { from: sentAt - 10, until: sentAt + 90 };
const later = sentAt + 100;

const prices = [
  { tariff: 1, days: 30, amount: 199 },
  { tariff: 2, days: 30, amount: 2.1 },
  { tariff: 3, days: 90, amount: 549 },
];
const old: Thing = { key: '7', expiresAt: sentAt + 5 * day, facts: {} };
const before: View = { time: sentAt - 1, balance: 6000, payments: [], things: [old] };

const config = { location_id: 1, protocol: 'vless', tariff_id: 1 } as const;
const payment: SeenPayment = {
  id: 2,
  type: 'new_config',
  method: 'balance',
  amount: '199',
  days: 30,
  paid: true,
  asKey: false,
  createdAt: sentAt + 5,
};
const made: Thing = {
  key: '8',
  expiresAt: later + 30 * day,
  facts: { location_id: 1, protocol: 'vless', server_id: 4 },
};

/** What is said of a row when afterwards there are these payments and things besides the old ones. */
function judged(
  seen: { payments?: readonly SeenPayment[]; things?: readonly Thing[]; balance?: number } = {},
  row: PurchaseRow = 'configs.create',
  asked: Asked = { body: config },
  late = false,
): readonly unknown[] {
  const { payments = [payment], things = [old, made], balance = 5801 } = seen;
  const now = { time: later, balance, payments, things };
  const verdict = judgePurchase(before, wantedOf(row, asked, prices), now, { span, late });
  switch (verdict.kind) {
    case 'done':
      return ['done', verdict.result.payment, verdict.result.resource, verdict.code];
    case 'unclear':
      return ['unclear', ...verdict.candidates.map(({ id }) => id)];
    case 'link-lost':
      return ['link-lost', verdict.payment.id];
    default:
      return [verdict.kind];
  }
}

const done = ['done', 2, 8, undefined];

describe('the one payment and the one thing that agree in everything', () => {
  it('are the purchase', () => {
    expect(judged()).toEqual(done);
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
    expect(judged({ payments: [{ ...payment, ...change }] })).toEqual(verdict);
  });

  it.each<[string, readonly Thing[]]>([
    ['is not there', [old]],
    ['is elsewhere', [old, { ...made, facts: { ...made.facts, location_id: 2 } }]],
    ['is of another protocol', [old, { ...made, facts: { ...made.facts, protocol: 'wg' } }]],
    ['is there twice', [old, made, { ...made, key: '9' }]],
    ['came with another change', [{ ...old, expiresAt: later + 90 * day }, made]],
  ])('are left to the person when the thing %s', (_, things) => {
    expect(judged({ things })).toEqual(['unclear', 2]);
  });

  it('are left to the person when another server was asked for', () => {
    expect(judged({}, 'configs.create', { body: { ...config, server_id: 5 } })).toEqual([
      'unclear',
      2,
    ]);
    expect(judged({}, 'configs.create', { body: { ...config, server_id: 4 } })).toEqual(done);
  });

  it('are left to the person when they appeared after the search had ended', () => {
    expect(judged({}, 'configs.create', { body: config }, true)).toEqual(['unclear', 2]);
  });

  it('are left to the person when a link was asked for and the balance paid', () => {
    const asked = { body: { ...config, payment_method_id: 1 } };
    expect(judged({}, 'configs.create', asked)).toEqual(['unclear', 2]);
  });

  it('are left to the person when there are two such payments', () => {
    const payments = [payment, { ...payment, id: 3 }];
    expect(judged({ payments })).toEqual(['unclear', 2, 3]);
  });

  it.each<[string, Partial<SeenPayment>, readonly unknown[]]>([
    ['of the same kind', { days: 90 }, ['unclear', 2]],
    ['of no kind', { days: 90, type: null }, ['unclear', 2]],
    ['of an unknown kind', { days: 90, type: 'gift' }, ['unclear', 2]],
    ['of another kind', { days: 90, type: 'paid_option' }, done],
    ['of the same kind that is not paid', { days: 90, paid: false }, done],
    ['for a key', { days: 90, asKey: true }, done],
  ])('may have brought the thing of another payment %s', (_, change, verdict) => {
    expect(judged({ payments: [payment, { ...payment, id: 3, ...change }] })).toEqual(verdict);
  });

  it('are no news where they were there before', () => {
    const was: View = { ...before, payments: [payment], things: [old, made] };
    const now = { ...was, time: later };
    const wanted = wantedOf('configs.create', { body: config }, prices);
    expect(judgePurchase(was, wanted, now, { span, late: false })).toEqual({ kind: 'nothing' });
  });

  it('are no news where an older payment slides into a full page', () => {
    const full = Array.from({ length: 100 }, (_, n) => ({ ...payment, id: 100 + n }));
    const was: View = { ...before, payments: full };
    const older = { ...payment, createdAt: payment.createdAt - 1 };
    const now = { ...was, time: later, payments: [...full, older] };
    const wanted = wantedOf('configs.create', { body: config }, prices);
    expect(judgePurchase(was, wanted, now, { span, late: false })).toEqual({ kind: 'nothing' });
  });
});

describe('no payment and no thing', () => {
  it('are nothing', () => {
    expect(judged({ payments: [], things: [old], balance: 6000 })).toEqual(['nothing']);
  });

  it('are unclear when the balance fell and nothing tells why', () => {
    expect(judged({ payments: [], things: [old] })).toEqual(['unclear']);
  });

  it('are nothing when the balance fell for something else', () => {
    const payments = [{ ...payment, type: 'paid_option' }];
    expect(judged({ payments, things: [old] })).toEqual(['nothing']);
  });
});

describe('a payment that was opened and not paid', () => {
  const open = { ...payment, paid: false, method: 'card', amount: '2.1' };

  it('is a link that was lost', () => {
    expect(judged({ payments: [open], things: [old] })).toEqual(['link-lost', 2]);
  });

  it('is unclear when there are two of them', () => {
    const payments = [open, { ...open, id: 3 }];
    expect(judged({ payments, things: [old] })).toEqual(['unclear', 2, 3]);
  });

  it('is unclear when something came of it', () => {
    expect(judged({ payments: [open] })).toEqual(['unclear', 2]);
  });

  it('is unclear when its way needs no link', () => {
    const payments = [{ ...open, method: 'balance' }];
    expect(judged({ payments, things: [old] })).toEqual(['unclear', 2]);
  });

  it('is unclear when it may be for the purchase of a server, not for its renewal', () => {
    const asked = { body: { server_id: 7, days: 30, payment_method_id: 1 } };
    const about = (type: string) =>
      judged({ payments: [{ ...open, type }], things: [old] }, 'cloudServers.renew', asked);
    expect(about('renewal')).toEqual(['link-lost', 2]);
    expect(about('cloud_server')).toEqual(['unclear', 2]);
  });

  it('is what a link that did arrive may be for', () => {
    const wanted = wantedOf('configs.create', { body: config }, prices);
    const others = [
      { ...open, id: 3, type: 'renewal' },
      { ...open, id: 4, days: 90 },
      { ...open, id: 5, method: 'balance' },
    ];
    const now = { ...before, payments: [open, ...others] };
    expect(linkPayments(before, wanted, now, span).map(({ id }) => id)).toEqual([2]);
  });
});

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
