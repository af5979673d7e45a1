import { describe, expect, it } from 'vitest';
import type { PurchaseEndpoint } from '#contract/api/index.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import type { OwnedIds } from './context/dataset.ts';
import type { OtherInput } from './context/in-process-service.ts';
import { createConfirm } from '#core/purchases/confirm.ts';
import { manualClock } from '#test/core/fakes.ts';
import { body, createFixture, entryOf, untilDecided, raisePrices } from './context/fixture.ts';

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
    fixture.requestFaults.purchase = { faults: ['drop-before'] };
    await fixture.buy('configs.create', body);
    await fixture.pass(untilDecided);
    fixture.requestFaults.purchase = {};
    raisePrices(fixture);
    const { id, attempts } = fixture.entry();
    const again = fixture.purchases.retry({ id, attempts });
    await fixture.pass(2_000);
    expect(await again).toMatchObject({ ok: true, value: { started: true } });
    expect(questions).toMatchObject([{ price: { amount: 199 } }, { price: { amount: 1990 } }]);
  });
});

describe('a price that rises between the question and the request', () => {
  it('is reported with both amounts', async () => {
    let risen = false;
    const fixture = createFixture({
      onJournal({ entries }) {
        if (risen || entries[0]?.state !== 'sending') return;
        risen = true;
        raisePrices(fixture);
      },
    });
    await fixture.buy('configs.create', body);
    await fixture.pass(1_000);
    expect(fixture.entry()).toMatchObject({ state: 'done', price: shownPrice, charged: 1990 });
    expect(fixture.service.account.balance).toBe(6000 - 1990);
  });
});

describe('a question about a renewal', () => {
  const day = 86_400;
  const clock = manualClock();
  const now = clock.now() / 1000;
  const prices = [
    { tariff: 1, days: 30, amount: 199, method: 1, currency: 'RUB' },
    { tariff: 2, days: 30, amount: 5, method: 2, currency: 'TON' },
  ];

  /** A cloud server that lasts until then is renewed; while main asks, its list is read anew. */
  async function renew(expiresAt: number | undefined, paying: object = {}) {
    const servers = [{ id: 4, hostname: 'lab', expires_at: expiresAt }];
    const questions: ConsentQuestion[] = [];
    const confirm = createConfirm({
      readCache: { cached: () => ({ value: servers }) } as never,
      connections: { record: () => undefined },
      clock,
      isStopped: () => false,
      ask: (question) => {
        questions.push(question);
        servers[0] = { id: 4, hostname: 'lab', expires_at: now };
        return Promise.resolve(ok(null));
      },
    });
    const entry = { endpoint: 'cloudServers.renew', attempts: 0, price: null };
    const input = { body: { server_id: 4, days: 30, ...paying } };
    const confirmed = await confirm(entry as never, input, () => Promise.resolve(ok(prices)));
    return { confirmed, question: questions[0] };
  }

  it.each([
    ['the days that are left', now + 5 * day, now + 35 * day],
    ['now, where none are left', now - 5 * day, now + 30 * day],
  ])('says until when it lasts then, from %s', async (_, expiresAt, until) => {
    const { confirmed, question } = await renew(expiresAt);
    expect(question).toMatchObject({ days: 30, until });
    // Only the price and the days are what the user agrees to.
    expect(confirmed).toMatchObject({ ok: true, value: { days: 30 } });
  });

  it('says no date that main does not know, or that a payment by link decides', async () => {
    expect((await renew(undefined)).question).not.toHaveProperty('until');
    const byLink = await renew(now + 5 * day, { payment_method_id: 2 });
    expect(byLink.question).not.toHaveProperty('until');
  });
});
