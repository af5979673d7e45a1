// @vitest-environment node
import { expect, test } from 'vitest';
import type { Payment } from '#contract/records/money.ts';
import { historyRows, type ListedKey } from '#renderer/money/history.ts';
import { purchaseEntry } from '#test/renderer/purchases/purchase-entry.ts';

const day = 86_400;
const now = 1_800_000_000;
const whole = { first: true, next: undefined };

function payment(id: number, createdAt: number, changes: Partial<Payment> = {}): Payment {
  const known = { type: 'renewal', method: 'balance', amount: '179', days: 30 } as const;
  return { id, created_at: createdAt, ...known, is_paid: true, as_key: false, ...changes };
}

function key(id: number, createdAt: number, days = 30): ListedKey {
  const known = { code: '', product_type: 'configs', is_active: true } as const;
  return { id, at: 0, created_at: createdAt, activation_days: days, ...known };
}

const renewal = (id: string, createdAt: number, days = 30) =>
  purchaseEntry({
    ...{ id, endpoint: 'configs.renew', input: {}, state: 'done', days },
    ...{ createdAt: createdAt * 1000, result: { by: 'answer' } },
  });

const shown = (rows: ReturnType<typeof historyRows>) =>
  rows.map((row) => [row.payment?.id, row.key?.id, row.entry?.id]);

test('a payment stands once, with the purchase or the key that it paid for', () => {
  const payments = [payment(2, now), payment(1, now - day, { as_key: true, type: 'new_config' })];
  const rows = historyRows(payments, [key(7, now - day)], [renewal('a', now - 5)], whole);
  expect(shown(rows)).toEqual([
    [2, undefined, 'a'],
    [1, 7, undefined],
  ]);
});

test('what differs from a payment in kind, length or time has a line of its own', () => {
  const payments = [payment(1, now, { type: 'new_config' }), payment(2, now, { days: 90 })];
  const entries = [renewal('long', now - 10, 180), renewal('early', now - day)];
  const rows = historyRows(payments, [key(7, now - 20)], entries, whole);
  expect(shown(rows).filter(([id]) => id === undefined)).toEqual([
    [undefined, undefined, 'long'],
    [undefined, 7, undefined],
    [undefined, undefined, 'early'],
  ]);
});

test('a payment that is not paid is of a purchase that waits for it, and of none that is done', () => {
  const payments = [payment(1, now, { is_paid: false })];
  expect(historyRows(payments, [], [renewal('a', now)], whole)).toHaveLength(2);
  const link = { host: 'pay.example.com', opened: false, opens: true };
  const open = { ...renewal('a', now), state: 'waiting', result: null, link } as const;
  expect(shown(historyRows(payments, [], [open], whole))).toEqual([[1, undefined, 'a']]);
});

test('each line is on one page alone', () => {
  const payments = [5, 4, 3, 2, 1].map((id) => payment(id, now + id * day));
  const keys = [key(8, now + 9 * day), key(7, now + 3.5 * day, 90), key(6, now - day, 90)];
  const pages = [
    historyRows(payments.slice(0, 2), keys, [], { first: true, next: payments[2] }),
    historyRows(payments.slice(2, 4), keys, [], { first: false, next: payments[4] }),
    historyRows(payments.slice(4), keys, [], { first: false, next: undefined }),
  ];
  const times = pages.flat().map(({ time }) => time);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  expect(new Set(pages.flat().map(({ id }) => id))).toHaveProperty('size', 8);
  expect(pages.flat()).toHaveLength(8);
});
