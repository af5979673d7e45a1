import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { ConsentQuestion } from '#core/consent/question.ts';
import { createAllowance } from '#core/purchases/allowance.ts';
import { createMemoryVault } from '#core/vault/memory-vault.ts';
import { manualClock } from '#test/core/fakes.ts';
import { body, createFixture, entryOf, recordsOf, untilDecided } from './context/fixture.ts';

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
const sbp = { bank_id: '100000000901', amount: 1000, phone_number: '+79991234567' };

describe('before it is sent, the user is asked about', () => {
  it.each([
    ['configs.create', body, { kind: 'purchase', action: 'buy', price: { amount: 199 } }],
    [
      'configs.create',
      { body: { as_key: true, tariff_id: 10_101 } },
      { kind: 'purchase', action: 'key', by: 'balance', price: { amount: 199, currency: 'RUB' } },
    ],
    [
      'cloudServers.create',
      { body: { location_id: 3, tariff_config_id: 1, enable_auto_renewal: true } },
      { kind: 'purchase', product: 'cloud-server', price: null, autoRenewal: true },
    ],
    [
      'paidOptions.create',
      { body: { paid_option_id: 1, tariff_id: 31_101, payment_method_id: 1 } },
      { kind: 'purchase', product: 'paid-option', by: 'payment-method' },
    ],
    [
      'referral.withdrawCard',
      { body: card },
      { kind: 'withdrawal', amount: 1000, to: { by: 'card', number: card.card_number } },
    ],
    [
      'referral.withdrawSbp',
      { body: sbp },
      { kind: 'withdrawal', to: { by: 'sbp', phone: sbp.phone_number, bank: sbp.bank_id } },
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

  it('outlives a restart before anything was spent', () => {
    const { fixture } = withAnswers();
    fixture.purchases.allowance.set(200);
    fixture.restart();
    expect(fixture.purchases.allowance.roubles()).toBe(200);
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

describe('the allowance', () => {
  const question = (amount: number): ConsentQuestion => ({
    kind: 'purchase',
    product: 'config',
    action: 'buy',
    subject: '',
    by: 'balance',
    price: { amount, currency: 'RUB' },
    autoRenewal: false,
  });

  it('covers exactly what it is, and nothing of it comes back before a day is over', async () => {
    const clock = manualClock();
    const allowance = createAllowance(recordsOf(createMemoryVault()), clock);
    allowance.set(500);
    expect(allowance.covers(question(501))).toBe(false);
    expect(allowance.covers(question(500))).toBe(true);
    expect(allowance.covers(question(1))).toBe(false);
    await clock.advance(24 * 3_600_000 - 1);
    expect(allowance.covers(question(1))).toBe(false);
    await clock.advance(1);
    expect(allowance.covers(question(500))).toBe(true);
  });

  it('covers what costs nothing, and no price below that, which would add to it', () => {
    const allowance = createAllowance(recordsOf(createMemoryVault()), manualClock());
    expect(allowance.covers(question(0))).toBe(true);
    expect(allowance.covers(question(-1))).toBe(false);
    expect(allowance.covers(question(NaN))).toBe(false);
  });
});
