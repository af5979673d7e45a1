import { describe, expect, it } from 'vitest';
import type { PurchaseEndpoint } from '#contract/api/index.ts';
import { connectionKey } from '#contract/rules/connection-key.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import type { OwnedIds } from './context/dataset.ts';
import { body, createFixture, raisePrices } from './context/fixture.ts';
import type { OtherInput } from './context/in-process-service.ts';

const dayMs = 24 * 3_600_000;
const optionBody = { body: { paid_option_id: 1, tariff_id: 31_101 } };

/** Each way to buy from the balance, and what it costs at first. */
const ways = [
  ['configs.create', () => body, 199],
  ['configs.create', () => ({ body: { as_key: true, tariff_id: 10_101 } }), 199],
  [
    'configs.renew',
    ({ configId }) => ({ path: { config_id: configId }, body: { tariff_id: 10_101 } }),
    199,
  ],
  [
    'cloudServers.create',
    () => ({ body: { location_id: 3, tariff_config_id: 1, tariff_id: 21_101 } }),
    690,
  ],
  ['cloudServers.renew', ({ serverId }) => ({ body: { server_id: serverId, days: 30 } }), 690],
  ['paidOptions.create', () => optionBody, 299],
  ['paidOptions.create', () => ({ body: { ...optionBody.body, as_key: true } }), 299],
] satisfies [PurchaseEndpoint, (owned: OwnedIds) => OtherInput, number][];

/** A device whose user leaves each question open until `answer`. */
function withOpenQuestion() {
  const questions: ConsentQuestion[] = [];
  const given = Promise.withResolvers<Result<null>>();
  const fixture = createFixture({
    ask(question) {
      questions.push(question);
      return given.promise;
    },
  });
  return { fixture, questions, answer: given.resolve };
}

describe('a price that changes while the question is open', () => {
  it.each(ways)('stops %s, and both are told', async (endpoint, inputOf, amount) => {
    const { fixture, questions, answer } = withOpenQuestion();
    // The list of servers is known: it says of which kind the one is that is renewed.
    const keys = [
      connectionKey({ source: 'cloud', serverId: fixture.service.serverId, configId: 1 }),
    ];
    void fixture.batches.plan({ action: 'renew', keys, days: 30 });
    await fixture.pass(2_000);
    const bought = fixture.submit(endpoint, inputOf(fixture.service));
    await fixture.pass(2_000);
    raisePrices(fixture);
    await fixture.pass(dayMs / 2);
    answer(ok(null));
    await fixture.pass(2_000);
    const prices = {
      shown: { amount, currency: 'RUB' },
      now: { amount: amount * 10, currency: 'RUB' },
    };
    expect(await bought).toEqual(fail('unsent', { reason: 'price-changed', endpoint, prices }));
    expect([questions.length, fixture.sent.length]).toEqual([1, 0]);
    expect(fixture.purchases.list().entries).toEqual([]);
  });

  it('stops the purchase too where it can no longer be read', async () => {
    const { fixture, answer } = withOpenQuestion();
    const bought = fixture.submit('configs.create', body);
    await fixture.pass(2_000);
    fixture.requestFaults.reads = { offline: true };
    answer(ok(null));
    await fixture.pass(2_000);
    expect(await bought).toMatchObject({ ok: false, failure: { kind: 'offline' } });
    expect(fixture.sent).toEqual([]);
  });

  it('does not stop what the user refuses, which is not read again', async () => {
    const { fixture, answer } = withOpenQuestion();
    const bought = fixture.submit('configs.create', body);
    await fixture.pass(2_000);
    raisePrices(fixture);
    answer(fail('declined'));
    await fixture.pass(2_000);
    expect(await bought).toEqual(fail('declined'));
  });
});

describe('the price of a question', () => {
  it('is not what a request was answered that is under way already', async () => {
    const { fixture, questions } = withOpenQuestion();
    fixture.requestFaults.reads = { back: 5_000 };
    void fixture.batches.plan({ action: 'renew', keys: ['config:1'], days: 30 });
    await fixture.pass(1_000);
    raisePrices(fixture);
    fixture.requestFaults.reads = {};
    void fixture.submit('configs.create', body);
    await fixture.pass(1_000);
    expect(questions).toMatchObject([{ price: { amount: 1990 } }]);
  });

  it('is not read from an answer that hangs', async () => {
    const { fixture, questions } = withOpenQuestion();
    fixture.requestFaults.reads = { back: 19_000 };
    void fixture.batches.plan({ action: 'renew', keys: ['config:1'], days: 30 });
    await fixture.pass(1_000);
    fixture.requestFaults.reads = {};
    void fixture.submit('configs.create', body);
    await fixture.pass(1_000);
    expect(questions).toMatchObject([{ price: { amount: 199 } }]);
  });

  it('is asked for in vain where the account is closed meanwhile', async () => {
    const fixture = createFixture();
    fixture.requestFaults.reads = { back: 3_000 };
    const bought = fixture.submit('configs.create', body);
    await fixture.pass(1_000);
    fixture.purchases.stop();
    await fixture.pass(10_000);
    expect(await bought).toEqual(fail('unsent', { reason: 'signed-out' }));
    expect(fixture.sent).toEqual([]);
  });
});

describe('what the service no longer sells', () => {
  it.each([
    ['a paid option', 'paidOptions.create', { body: { paid_option_id: 9, tariff_id: 31_101 } }],
    ['a tariff', 'configs.create', { body: { ...body.body, tariff_id: 10_999 } }],
    [
      'a kind of server',
      'cloudServers.create',
      { body: { location_id: 3, tariff_config_id: 9, tariff_id: 21_101 } },
    ],
    ['a duration', 'cloudServers.renew', { body: { server_id: 1, days: 31 } }],
  ] as const)(
    'ends a purchase unasked whose form shows its price: %s',
    async (_, endpoint, input) => {
      const { fixture, questions } = withOpenQuestion();
      const bought = fixture.purchases.submit({
        ticket: 'form 0001',
        endpoint,
        input,
        price: { amount: 299, currency: 'RUB' },
      });
      await fixture.pass(2_000);
      expect(await bought).toEqual(fail('unsent', { reason: 'not-offered', endpoint }));
      expect([questions.length, fixture.sent.length]).toEqual([0, 0]);
    },
  );
});

it('a top-up gives no link where its method asks for another price than the form showed', async () => {
  const fixture = createFixture();
  const endpoint = 'balance.topup';
  const shown = { amount: 1.5, currency: 'TON' };
  const bought = fixture.purchases.submit({
    ticket: 'form 0001',
    endpoint,
    input: { body: { amount: 500, payment_method_id: 3 } },
    price: shown,
  });
  await fixture.pass(2_000);
  const prices = { shown, now: { amount: 2, currency: 'TON' } };
  expect(await bought).toEqual(fail('unsent', { reason: 'price-changed', endpoint, prices }));
  expect(fixture.sent).toEqual([]);
});
