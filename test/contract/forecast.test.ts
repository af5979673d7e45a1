import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Expiring } from '#contract/upcoming/expiring.ts';
import { forecast, type Forecast } from '#contract/upcoming/forecast.ts';
import { drawn } from '#test/simulator/deep.ts';
import { accountsOf, openAccount, type RunAccount } from './forecast-service.ts';

const day = 24 * 3_600_000;
const from = Date.UTC(2026, 10, 23, 12);

let count = 0;
const thing = (days: number, more: Partial<Expiring> = {}): Expiring => ({
  key: `config:${String((count += 1))}`,
  kind: 'config',
  title: '',
  path: '/',
  expiresAt: from + days * day,
  autoRenewal: true,
  days: 30,
  price: 100,
  ...more,
});
const ahead = (things: readonly Expiring[], balance: number | undefined, days = 90): Forecast =>
  forecast({ things, balance, from, until: from + days * day });
const summary = ({ events }: Forecast) =>
  events.map(({ at, outcome, left }) => [(at - from) / day, outcome, left?.roubles]);

describe('the forecast', () => {
  it('renews again and again while the balance lasts, and then lets it expire', () => {
    const result = ahead([thing(5)], 250);
    expect(summary(result)).toEqual([
      [5, 'paid', 150],
      [35, 'paid', 50],
      [65, 'short', 50],
    ]);
    expect(result).toMatchObject({ due: { roubles: 300, atLeast: false }, missing: 50 });
  });

  it('pays what expires later and costs less when the balance does not cover what came before', () => {
    const result = ahead([thing(9, { price: 40 }), thing(3, { price: 300 })], 100, 30);
    expect(summary(result)).toEqual([
      [3, 'short', 100],
      [9, 'paid', 60],
    ]);
    expect(result.missing).toBe(240);
  });

  it('counts to the last moment of its period and nothing that expired before it began', () => {
    const gone = thing(0);
    const result = ahead([gone, thing(30), thing(30.01)], 1000, 30);
    expect(summary(result)).toEqual([[30, 'paid', 900]]);
    expect(result.lapsed).toEqual([gone]);
  });

  it('says of what does not renew itself that it expires, at no cost', () => {
    const result = ahead([thing(4, { autoRenewal: false })], 10);
    expect(summary(result)).toEqual([[4, 'expires', 10]]);
    expect(result).toMatchObject({ due: { roubles: 0, atLeast: false }, missing: 0 });
  });

  it('knows no outcome and no missing sum where the balance is not known', () => {
    const result = ahead([thing(4)], undefined, 30);
    expect(summary(result)).toEqual([[4, 'unknown', undefined]]);
    expect(result).toMatchObject({ due: { roubles: 100 }, missing: undefined });
  });

  it('gives a lower bound of the sum, and the most that can be left, after an unknown price', () => {
    const result = ahead([thing(1, { price: undefined }), thing(2, { price: 200 })], 300, 30);
    expect(summary(result)).toEqual([
      [1, 'unknown', 300],
      [2, 'unknown', 200],
    ]);
    expect(result.due).toEqual({ roubles: 200, atLeast: true });
    expect(result.events.at(-1)?.left?.atMost).toBe(true);
  });

  it('promises no payment, and calls its sums bounds, where something could not be read', () => {
    const things = [thing(1), thing(2, { price: 700 })];
    const result = forecast({
      things,
      balance: 500,
      isPartial: true,
      from,
      until: from + 30 * day,
    });
    expect(summary(result)).toEqual([
      [1, 'unknown', 400],
      [2, 'short', 400],
    ]);
    expect(result).toMatchObject({ due: { roubles: 800, atLeast: true }, missing: 300 });
  });

  it.each([null, 0, -3, 0.01])('renews once what renews itself for %j days', (days) => {
    const result = ahead([thing(1, { days })], 1000);
    expect(summary(result)).toEqual([[1, 'paid', 900]]);
    expect(result.due.atLeast).toBe(true);
  });

  it('adds amounts without the dust of binary fractions, and asks for whole roubles', () => {
    const result = ahead([thing(1, { price: 0.1 }), thing(2, { price: 0.2 })], 0.1, 30);
    expect(result.due.roubles).toBe(0.3);
    expect(result.missing).toBe(1);
    expect(ahead([thing(1, { price: 0.3 })], 0.3).events[0]?.left?.roubles).toBe(0);
  });
});

/** What both sides say of each expiry that is due within the period, in the order of time. */
const payments = ({ events }: Pick<Forecast, 'events'>) =>
  events
    .filter(({ outcome }) => outcome === 'paid')
    .map(({ at, thing: { key, price } }) => [at, key, price]);

/** Keys of what expired within the period. */
const ended = (run: RunAccount, { events }: Forecast): string[] =>
  [
    ...new Set(
      events
        .filter(({ outcome }) => outcome === 'short' || outcome === 'expires')
        .map((event) => event.thing.key),
    ),
  ]
    .filter((key) => run.things.some((each) => each.key === key))
    .toSorted();

describe('the forecast and the service, run forward for 90 days, agree', () => {
  it('in every date, sum, balance and expiry where all prices are known', async () => {
    let paid = 0;
    let short = 0;
    await fc.assert(
      fc.asyncProperty(accountsOf('listed'), async (account) => {
        const run = await openAccount(account);
        const expected = forecast({ ...run, until: run.from + 90 * day });
        const steps = run.forward(90);
        expect(steps.flatMap((step) => step.payments)).toEqual(payments(expected));
        for (const { at, balance } of steps) {
          const before = expected.events.filter((event) => event.at <= at).at(-1);
          expect(balance).toBe(before?.left?.roubles ?? run.balance);
        }
        expect(run.expired()).toEqual(ended(run, expected));
        paid += payments(expected).length;
        short += expected.events.some(({ outcome }) => outcome === 'short') ? 1 : 0;
      }),
      drawn(30, 3000),
    );
    expect(paid).toBeGreaterThan(30);
    expect(short).toBeGreaterThan(5);
  });

  it('in that the missing sum pays everything, and one rouble less does not', async () => {
    await fc.assert(
      fc.asyncProperty(accountsOf('listed'), fc.boolean(), async (account, enough) => {
        const run = await openAccount(account);
        const { missing = 0, due } = forecast({ ...run, until: run.from + 90 * day });
        fc.pre(missing > 0);
        run.add(enough ? missing : missing - 1);
        const paid = run.forward(90).flatMap((step) => step.payments);
        const sum = paid.reduce((total, [, , price]) => total + price, 0);
        if (enough) expect(sum).toBeCloseTo(due.roubles, 6);
        else expect(sum).toBeLessThan(due.roubles);
      }),
      drawn(20, 2000),
    );
  });

  it('in what is certain, and in its bounds, where some prices are not known', async () => {
    await fc.assert(
      fc.asyncProperty(accountsOf('any'), async (account) => {
        const run = await openAccount(account);
        const expected = forecast({ ...run, until: run.from + 90 * day });
        const steps = run.forward(90);
        const really = steps.flatMap((step) => step.payments);
        const isPaid = (at: number, key: string) =>
          really.some((payment) => payment[0] === at && payment[1] === key);
        for (const {
          at,
          thing: { key },
          outcome,
        } of expected.events) {
          if (outcome === 'paid') expect(isPaid(at, key)).toBe(true);
          if (outcome === 'short' || outcome === 'expires') expect(isPaid(at, key)).toBe(false);
        }
        for (const { at, balance } of steps) {
          const left = expected.events.filter((event) => event.at <= at).at(-1)?.left;
          if (left?.atMost === true) expect(balance).toBeLessThanOrEqual(left.roubles);
          else expect(balance).toBe(left?.roubles ?? run.balance);
        }
      }),
      drawn(30, 3000),
    );
  });
});
