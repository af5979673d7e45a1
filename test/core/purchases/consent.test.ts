import { describe, expect, it } from 'vitest';
import type { PurchaseEndpoint } from '#contract/api/index.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import type { OtherInput } from './context/in-process-service.ts';
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
    const { attempts, state } = fixture.entry();
    fixture.requestFaults.purchase = {};
    expect(await fixture.retry()).toMatchObject(declined);
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

const optionBody = { body: { paid_option_id: 1, tariff_id: 31_101 } };

describe('a price', () => {
  it('that rose since the form showed it stops the purchase, and the failure has both amounts', async () => {
    const { fixture, questions } = withAnswers();
    const endpoint = 'configs.create';
    const shown = { amount: 199, currency: 'RUB' };
    // The prices were read a moment ago.
    await fixture.buy(endpoint, body);
    fixture.purchases.dismiss(fixture.entry().id);
    raisePrices(fixture);
    const form = { ticket: 'form 0009', endpoint, input: body, price: shown } as const;
    const answer = fixture.purchases.submit(form);
    await fixture.pass(2_000);
    const prices = { shown, now: { amount: 1990, currency: 'RUB' } };
    expect(await answer).toEqual(fail('unsent', { reason: 'price-changed', endpoint, prices }));
    expect([questions.length, fixture.sent.length]).toEqual([1, 1]);
    expect(fixture.purchases.list().entries).toEqual([]);
  });

  it('is read anew for each question', async () => {
    const { fixture, questions } = withAnswers();
    await fixture.buy('paidOptions.create', optionBody);
    raisePrices(fixture);
    await fixture.buy('paidOptions.create', optionBody);
    expect(questions).toMatchObject([{ price: { amount: 299 } }, { price: { amount: 2990 } }]);
    // What it bought first was extended then.
    const renewals = fixture.purchases.list().entries.map(({ renews = false }) => renews);
    expect(renewals).toEqual([true, false]);
  });

  it('that rose since a purchase was first sent is asked about when it is sent again', async () => {
    const { fixture, questions } = withAnswers();
    fixture.requestFaults.purchase = { faults: ['drop-before'] };
    await fixture.buy('configs.create', body);
    await fixture.pass(untilDecided);
    fixture.requestFaults.purchase = {};
    raisePrices(fixture);
    expect(await fixture.retry()).toMatchObject({ ok: true, value: { started: true } });
    expect(questions).toMatchObject([{ price: { amount: 199 } }, { price: { amount: 1990 } }]);
  });
});

const day = 86_400;

/** What the account has of each product is bought once more: by a renewal, or as something new is. */
const extensions = [
  [
    'cloudServers.renew',
    ({ service }) => {
      const [server] = service.account.cloud_servers;
      return { owned: server, input: { body: { server_id: service.serverId, days: 30 } } };
    },
    690,
  ],
  [
    'paidOptions.create',
    ({ service }) => ({ owned: service.account.paid_options[0], input: optionBody }),
    299,
  ],
] satisfies [PurchaseEndpoint, (fixture: Fixture) => Extension, number][];

type Fixture = ReturnType<typeof createFixture>;
interface Extension {
  readonly owned:
    | { expires_at: number; auto_renewal: boolean; auto_renewal_days: number | null }
    | undefined;
  readonly input: OtherInput;
}

describe.each(extensions)('a question about what the account has already: %s', (id, of, price) => {
  /** It expires in so many days; as the question is asked, the service says otherwise. */
  async function renew(daysLeft: number, paying: object = {}, daysOfRenewal: number | null = 30) {
    const { fixture, questions } = withAnswers();
    await fixture.buy('paidOptions.create', optionBody);
    fixture.purchases.dismiss(fixture.entry().id);
    questions.length = 0;
    const { owned, input } = of(fixture);
    if (owned === undefined) throw new Error('there is nothing to renew');
    const now = Math.floor(fixture.clock.now() / 1000);
    owned.expires_at = now + daysLeft * day;
    owned.auto_renewal = daysLeft > 0;
    owned.auto_renewal_days = daysOfRenewal;
    const { balance } = fixture.service.account;
    await fixture.buy(id, { body: { ...(input.body as object), ...paying } });
    expect(fixture.sent).toHaveLength(2);
    return { question: questions[0], now, balance };
  }

  it('says until when it lasts now and then, what is left on the balance, and its auto-renewal', async () => {
    const { question, now, balance } = await renew(5);
    expect(question).toMatchObject({
      action: 'renew',
      days: 30,
      expiresAt: now + 5 * day,
      price: { amount: price },
      balance,
      autoRenewal: 'stays-on',
      renews: { days: 30, price: { amount: price, currency: 'RUB' } },
    });
    expect(question).toHaveProperty('until', now + 35 * day);
  });

  it.each([45, null])(
    'names no price of auto-renewal for what is not sold: %s days',
    async (days) => {
      const { question } = await renew(5, {}, days);
      expect(question).toMatchObject({ price: { amount: price }, renews: { days, price: null } });
    },
  );

  it('counts from now where no days are left', async () => {
    const { question, now } = await renew(-5);
    const { until } = question as { until: number };
    expect(until - (now + 30 * day)).toBeLessThan(5);
    expect(question).toMatchObject({ autoRenewal: 'stays-off' });
    expect(question).not.toHaveProperty('renews');
  });

  it('says no date and no balance that a payment by link decides', async () => {
    const { question } = await renew(5, { payment_method_id: 1 });
    expect(question).toMatchObject({ action: 'renew', until: null, balance: null });
  });
});

describe('a question about something new', () => {
  it('says until when it lasts, and that auto-renewal is turned on or not, for how long and how much', async () => {
    const { fixture, questions } = withAnswers(fail('declined'));
    await fixture.buy('paidOptions.create', optionBody);
    await fixture.buy('configs.create', { body: { ...body.body, enable_auto_renewal: true } });
    const renews = { days: 30, price: { amount: 199, currency: 'RUB' } };
    const until = expect.closeTo(fixture.clock.now() / 1000 + 30 * day, -1) as number;
    expect(questions).toMatchObject([
      { action: 'buy', expiresAt: null, until, balance: 6000, autoRenewal: 'not-turned-on' },
      { action: 'buy', expiresAt: null, until, balance: 6000, autoRenewal: 'turned-on', renews },
    ]);
  });

  it('is asked without the balance where that cannot be read', async () => {
    const questions: ConsentQuestion[] = [];
    const fixture = createFixture({
      requestFaults: ({ url }) => ({ offline: url.endsWith('/profile') }),
      ask: (question) => {
        questions.push(question);
        return Promise.resolve(fail('declined'));
      },
    });
    await fixture.buy('configs.create', body);
    expect(questions).toMatchObject([{ price: { amount: 199 }, balance: null }]);
  });
});

describe('a balance that does not cover the price', () => {
  it('ends the purchase before anything is asked', async () => {
    const { fixture, questions } = withAnswers();
    fixture.service.account.balance = 198;
    expect(await fixture.buy('configs.create', body)).toEqual(
      fail('unsent', { reason: 'insufficient', endpoint: 'configs.create' }),
    );
    expect([questions, fixture.sent, fixture.purchases.list().entries]).toEqual([[], [], []]);
  });

  it('ends it too where it fell while the question was open', async () => {
    const fixture = createFixture({
      ask: () => {
        fixture.service.account.balance = 198;
        return Promise.resolve(ok(null));
      },
    });
    expect(await fixture.buy('configs.create', body)).toMatchObject({
      failure: { reason: 'insufficient' },
    });
    expect(fixture.sent).toEqual([]);
  });

  it('keeps nothing from being paid by a link', async () => {
    const fixture = createFixture();
    fixture.service.account.balance = 0;
    await fixture.buy('configs.create', { body: { ...body.body, payment_method_id: 1 } });
    expect(fixture.entry()).toMatchObject({ state: 'waiting' });
  });
});
