import { describe, expect, it } from 'vitest';
import type { PurchaseEndpoint } from '#contract/api/index.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import { manualClock } from '#test/core/fakes.ts';
import type { OwnedIds } from './context/dataset.ts';
import type { OtherInput } from './context/in-process-service.ts';
import {
  allowanceOf,
  body,
  createFixture,
  entryOf,
  questionOf,
  untilDecided,
  raisePrices,
} from './context/fixture.ts';

const declined = { ok: false, failure: { kind: 'declined' } };

/** A fixture whose user answers with the next of these, and then agrees. */
function withAnswers(...answers: Result<null>[]) {
  const questions: ConsentQuestion[] = [];
  const fixture = createFixture({
    ask(question) {
      questions.push(question);
      return Promise.resolve(answers.shift() ?? ok(null));
    },
  });
  return { fixture, questions };
}

const card = { amount: 1000, card_number: '4242424242424242' };

describe('before it is sent, the user is asked about', () => {
  it.each([
    ['configs.create', body, { kind: 'purchase', action: 'buy', price: { amount: 199 } }],
    [
      'referral.withdrawCard',
      { body: card },
      { kind: 'withdrawal', amount: 1000, to: { by: 'card', number: card.card_number } },
    ],
    ['apiKeys.create', { body: { name: 'Laptop' } }, { kind: 'api-key', name: 'Laptop' }],
    ['profile.resetSubscriptionLink', {}, { kind: 'key-reset', of: 'account' }],
  ] as const)('%s, and nothing is sent when they refuse', async (endpoint, input, question) => {
    const { fixture, questions } = withAnswers(fail('declined'));
    expect(await fixture.buy(endpoint, input)).toMatchObject(declined);
    expect(questions).toMatchObject([question]);
    expect(fixture.sent).toEqual([]);
    expect(fixture.purchases.list().entries).toEqual([]);
    await fixture.buy(endpoint, input);
    expect(fixture.sent).toEqual([endpoint]);
  });

  it.each(['messenger.connect', 'xray.createKeys'] as const)('not %s', async (endpoint) => {
    const { fixture, questions } = withAnswers();
    await fixture.buy(endpoint, {});
    expect(questions).toEqual([]);
    expect(fixture.sent).toEqual([endpoint]);
  });

  it('a thing and a duration, which its entry keeps over a restart', async () => {
    const { fixture, questions } = withAnswers();
    const input = { body: { paid_option_id: 1, tariff_id: 31_101 } };
    await fixture.buy('paidOptions.create', input);
    const [question] = questions;
    if (question?.kind !== 'purchase') throw new Error('nothing was asked');
    const named = { subject: question.subject, days: question.days };
    expect(named.subject).not.toBe('');
    expect(named.days).toBe(30);
    expect(fixture.entry()).toMatchObject(named);
    fixture.restart();
    expect(fixture.entry()).toMatchObject(named);
  });

  it('sending it again, which leaves the entry as it was when they refuse', async () => {
    const { fixture, questions } = withAnswers(ok(null), fail('declined'));
    fixture.requestFaults.purchase = { faults: ['drop-before'] };
    await fixture.buy('configs.create', body);
    await fixture.pass(untilDecided);
    const { id, attempts, state } = fixture.entry();
    fixture.requestFaults.purchase = {};
    const again = fixture.purchases.retry({ id, attempts });
    await fixture.pass(2_000);
    expect(await again).toMatchObject(declined);
    expect(fixture.entry()).toMatchObject({ state, attempts });
    expect([questions.length, fixture.sent.length]).toEqual([2, 1]);
  });
});

describe('while the user is asked', () => {
  it('the same purchase is not asked about twice, and another is not begun', async () => {
    const answer = Promise.withResolvers<Result<null>>();
    const questions: ConsentQuestion[] = [];
    const fixture = createFixture({
      ask(question) {
        questions.push(question);
        return answer.promise;
      },
    });
    const clicks = ['form 0001', 'form 0001', 'form 0002'].map((ticket) =>
      fixture.submit('configs.create', body, ticket),
    );
    await fixture.pass(2_000);
    answer.resolve(ok(null));
    await fixture.pass(2_000);
    const [first, second, other] = await Promise.all(clicks);
    if (!first || !second || !other) throw new Error('an answer is missing');
    expect(entryOf(second).id).toBe(entryOf(first).id);
    expect(other).toMatchObject({ ok: true, value: { started: false } });
    expect([questions.length, fixture.sent.length]).toEqual([1, 1]);
  });

  it('a purchase of an account that is closed meanwhile is not sent', async () => {
    const answer = Promise.withResolvers<Result<null>>();
    let published = 0;
    const fixture = createFixture({
      ask: () => answer.promise,
      onJournal: () => {
        published += 1;
      },
    });
    const bought = fixture.submit('configs.create', body);
    await fixture.pass(2_000);
    fixture.purchases.stop();
    const before = published;
    answer.resolve(ok(null));
    await fixture.pass(2_000);
    expect(await bought).toEqual(fail('unsent', { reason: 'signed-out' }));
    expect(fixture.sent).toEqual([]);
    expect(published).toBe(before);
  });
});

describe('what may be spent in a day without asking', () => {
  it('is nothing at first, and covers purchases from the balance until it is used up', async () => {
    const { fixture, questions } = withAnswers();
    expect(fixture.purchases.allowance.roubles()).toBe(0);
    fixture.purchases.allowance.set(500);
    for (const times of [1, 2, 3]) {
      await fixture.buy('configs.create', body);
      expect(questions).toHaveLength(times > 2 ? 1 : 0);
    }
    await fixture.pass(24 * 3_600_000);
    await fixture.buy('configs.create', body);
    expect(questions).toHaveLength(1);
  });

  it('outlives a restart, with what was spent of it', async () => {
    const { fixture, questions } = withAnswers();
    fixture.purchases.allowance.set(200);
    await fixture.buy('configs.create', body);
    fixture.restart();
    expect(fixture.purchases.allowance.roubles()).toBe(200);
    await fixture.buy('configs.create', body);
    expect(questions).toHaveLength(1);
  });

  it.each([
    ['a withdrawal', 'referral.withdrawCard', { body: card }],
    ['auto-renewal', 'configs.create', { body: { ...body.body, enable_auto_renewal: true } }],
    ['an unknown price', 'configs.create', { body: { location_id: 1, protocol: 'vless' } }],
    ['another method', 'configs.create', { body: { ...body.body, payment_method_id: 1 } }],
  ] as const)('does not cover %s', async (_, endpoint, input) => {
    const { fixture, questions } = withAnswers(fail('declined'));
    fixture.purchases.allowance.set(3000);
    await fixture.buy(endpoint, input);
    expect(questions).toHaveLength(1);
  });
});

const shownPrice = { amount: 199, currency: 'RUB' };
const optionBody = { body: { paid_option_id: 1, tariff_id: 31_101 } };

describe('a price', () => {
  it.each([
    ['configs.create', () => body, 199],
    ['configs.create', () => ({ body: { as_key: true, tariff_id: 10_101 } }), 199],
    [
      'configs.renew',
      ({ configId }: OwnedIds) => ({ path: { config_id: configId }, body: { tariff_id: 10_101 } }),
      199,
    ],
    [
      'cloudServers.create',
      () => ({ body: { location_id: 3, tariff_config_id: 1, tariff_id: 21_101 } }),
      690,
    ],
    ['paidOptions.create', () => optionBody, 299],
  ] satisfies [PurchaseEndpoint, (owned: OwnedIds) => OtherInput, number][])(
    'that rose since the form showed it stops %s, and the failure has both amounts',
    async (endpoint, inputOf, amount) => {
      const { fixture, questions } = withAnswers();
      fixture.purchases.allowance.set(3000);
      const input = inputOf(fixture.service);
      const shown = { amount, currency: 'RUB' };
      // The prices were read a moment ago.
      await fixture.buy('configs.create', body);
      await fixture.buy('cloudServers.create', {
        body: { location_id: 3, tariff_config_id: 1, tariff_id: 21_101 },
      });
      await fixture.buy('paidOptions.create', optionBody);
      for (const { id } of fixture.purchases.list().entries) fixture.purchases.dismiss(id);
      const asked = questions.length;
      raisePrices(fixture);
      const sent = fixture.sent.length;
      const answer = fixture.purchases.submit({
        ticket: 'form 0009',
        endpoint,
        input,
        price: shown,
      });
      await fixture.pass(2_000);
      const prices = { shown, now: { amount: amount * 10, currency: 'RUB' } };
      expect(await answer).toEqual(fail('unsent', { reason: 'price-changed', endpoint, prices }));
      expect([questions.length - asked, fixture.sent.length - sent]).toEqual([0, 0]);
      expect(fixture.purchases.list().entries).toEqual([]);
    },
  );

  it('is read anew for each question', async () => {
    const { fixture, questions } = withAnswers();
    await fixture.buy('paidOptions.create', optionBody);
    raisePrices(fixture);
    await fixture.buy('paidOptions.create', optionBody);
    expect(questions).toMatchObject([{ price: { amount: 299 } }, { price: { amount: 2990 } }]);
  });

  it('that rose since a purchase was first sent is asked about when it is sent again', async () => {
    const { fixture, questions } = withAnswers();
    fixture.purchases.allowance.set(3000);
    fixture.requestFaults.purchase = { faults: ['drop-before'] };
    await fixture.buy('configs.create', body);
    await fixture.pass(untilDecided);
    fixture.requestFaults.purchase = {};
    raisePrices(fixture);
    const { id, attempts } = fixture.entry();
    const again = fixture.purchases.retry({ id, attempts });
    await fixture.pass(2_000);
    expect(await again).toMatchObject({ ok: true, value: { started: true } });
    expect(questions).toMatchObject([{ price: { amount: 1990 } }]);
  });
});

describe('a price that rises between the question and the request', () => {
  /** The price rises once the first purchase leaves. */
  function risingPrice(allowance: 0 | 500) {
    let risen = false;
    const questions: ConsentQuestion[] = [];
    const fixture = createFixture({
      ask(question) {
        questions.push(question);
        return Promise.resolve(ok(null));
      },
      onJournal({ entries }) {
        if (risen || entries[0]?.state !== 'sending') return;
        risen = true;
        raisePrices(fixture);
      },
    });
    fixture.purchases.allowance.set(allowance);
    return { fixture, questions };
  }

  it.each([0, 500] as const)(
    'is reported with both amounts, and ends an allowance of %s roubles a day',
    async (allowance) => {
      const { fixture, questions } = risingPrice(allowance);
      await fixture.buy('configs.create', body);
      await fixture.pass(1_000);
      expect(fixture.entry()).toMatchObject({ state: 'done', price: shownPrice, charged: 1990 });
      expect(fixture.service.account.balance).toBe(6000 - 1990);
      expect(fixture.purchases.allowance.roubles()).toBe(0);
      const asked = questions.length;
      fixture.service.account.pricing_rules.length = 0;
      await fixture.buy('configs.create', body);
      expect(questions).toHaveLength(asked + 1);
    },
  );
});

it('the allowance counts the charged amount if it is less than the confirmed price', async () => {
  const questions: ConsentQuestion[] = [];
  let fallen = false;
  const falling = createFixture({
    ask(question) {
      questions.push(question);
      return Promise.resolve(ok(null));
    },
    onJournal({ entries }) {
      if (fallen || entries[0]?.state !== 'sending') return;
      fallen = true;
      raisePrices(falling, -90);
    },
  });
  falling.purchases.allowance.set(200);
  await falling.buy('configs.create', body);
  await falling.pass(1_000);
  expect(falling.entry()).toMatchObject({ price: shownPrice, charged: 20 });
  await falling.buy('configs.create', body);
  expect(questions).toEqual([]);
  expect(falling.purchases.allowance.roubles()).toBe(200);
});

describe('the allowance', () => {
  it('covers exactly what it is, and nothing of it comes back before a day is over', async () => {
    const clock = manualClock();
    const allowance = allowanceOf(clock);
    allowance.set(500);
    expect(await allowance.trySpend(questionOf(501), 'e')).toBe(false);
    expect(await allowance.trySpend(questionOf(500), 'e')).toBe(true);
    expect(await allowance.trySpend(questionOf(1), 'e')).toBe(false);
    await clock.advance(24 * 3_600_000 - 1);
    expect(await allowance.trySpend(questionOf(1), 'e')).toBe(false);
    await clock.advance(1);
    expect(await allowance.trySpend(questionOf(500), 'e')).toBe(true);
  });

  it('covers what costs nothing, and no price below that, which would add to it', async () => {
    const allowance = allowanceOf(manualClock());
    expect(await allowance.trySpend(questionOf(0), 'e')).toBe(true);
    expect(await allowance.trySpend(questionOf(-1), 'e')).toBe(false);
    expect(await allowance.trySpend(questionOf(NaN), 'e')).toBe(false);
  });
});
