import { describe, expect, it, test } from 'vitest';
import type { Payment } from '#contract/records/money.ts';
import { body, createFixture, raisePrices } from './context/fixture.ts';

/** A device on which the price rises once the purchase leaves. */
function risingPrice() {
  let risen = false;
  const fixture = createFixture({
    onJournal({ entries }) {
      if (risen || entries[0]?.state !== 'sending') return;
      risen = true;
      raisePrices(fixture);
    },
  });
  return fixture;
}

function newest({ service }: ReturnType<typeof createFixture>): Payment {
  const [payment] = service.account.history;
  if (!payment) throw new Error('nothing was paid');
  return payment;
}

test('the balance after a purchase is only what was read after its request', async () => {
  const fixture = createFixture();
  await fixture.buyUnread('configs.create', body);
  expect(fixture.entry()).toMatchObject({ state: 'done', balance: { before: 6000, last: null } });
  fixture.requestFaults.reads = {};
  await fixture.pass(60_000);
  expect(fixture.entry()).toMatchObject({ balance: { before: 6000, last: 5801 } });
});

describe('what a purchase took', () => {
  it('is looked up for as long as nothing can be read', async () => {
    const fixture = risingPrice();
    await fixture.buyUnread('configs.create', body);
    await fixture.pass(30 * 60_000);
    expect(fixture.entry()).toMatchObject({ state: 'done', charged: null });
    fixture.requestFaults.reads = {};
    await fixture.pass(60_000);
    expect(fixture.entry()).toMatchObject({ price: { amount: 199 }, charged: 1990 });
    expect(fixture.service.account.balance).toBe(6000 - 1990);
  });

  it.each([
    ['no amount', { amount: null }],
    ['an empty amount', { amount: ' ' }],
    ['an amount that is no number', { amount: '1 990 ₽' }],
    ['no type', { type: null }],
  ] satisfies [string, Partial<Payment>][])(
    'is what the balance fell by where its payment says %s',
    async (_, written) => {
      const fixture = risingPrice();
      await fixture.buyUnread('configs.create', body);
      Object.assign(newest(fixture), written);
      fixture.requestFaults.reads = {};
      await fixture.pass(60_000);
      expect(fixture.entry()).toMatchObject({ charged: 1990 });
    },
  );

  it('is not known where the one new payment says no amount and may be of something else', async () => {
    const fixture = risingPrice();
    await fixture.buyUnread('configs.create', body);
    Object.assign(newest(fixture), { amount: null, days: 90 });
    fixture.requestFaults.reads = {};
    await fixture.pass(120_000);
    expect(fixture.entry()).toMatchObject({ charged: null });
  });

  it('is counted in whole kopecks where it is told by the balance', async () => {
    const fixture = createFixture();
    fixture.service.account.balance = 256.04;
    await fixture.buyUnread('configs.create', body);
    fixture.service.account.history.shift();
    fixture.requestFaults.reads = {};
    await fixture.pass(60_000);
    expect(fixture.entry()).toMatchObject({ charged: 199 });
  });
});
