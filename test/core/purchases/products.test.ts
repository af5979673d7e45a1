import { describe, expect, it } from 'vitest';
import { purchaseEndpoints, type EndpointId, type PurchaseEndpoint } from '#contract/api/index.ts';
import { fail, ok } from '#contract/failure.ts';
import type { PurchaseInput } from '#contract/ipc/purchase-journal.ts';
import {
  endpointQuestion,
  type SubjectSources,
} from '#core/purchases/consent/endpoint-question.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import { noPayment, type ExpectedEffect } from '#core/purchases/match.ts';
import { descriptors } from '#core/purchases/products/descriptors.ts';
import type { OfferedPrice, PriceSource } from '#core/purchases/products/prices.ts';
import type { AnswerOutcome } from '#core/purchases/products/product.ts';
import type { Read, Resource } from '#core/purchases/snapshot.ts';

/** Every thing is called `It`. */
const sources: SubjectSources = {
  readCache: {
    cached: () => ({
      value: [1, 5, 7, 8].map((id) => ({ id, title: 'It', hostname: 'It', expires_at: 60 })),
    }),
  } as never,
  connections: {
    record: (key: string) => ({ key, source: 'config', title: 'It', expiresAt: 50 }),
    records: () => [],
  } as never,
};

/** What the lists of the service hold, one element each. */
const lists: Partial<Record<EndpointId, unknown>> = {
  'configs.list': [{ id: 7, expires_at: 50, location_id: 1, protocol: 'vless', server_id: 4 }],
  'cloudServers.list': [
    { id: 8, expires_at: 60, location_id: 3, tariff_config_id: 1, hostname: 'a' },
  ],
  'paidOptions.list': [{ option_id: 1, expires_at: 70 }],
  'promocodes.list': [
    { id: 9, product_type: 'configs', activation_days: 30, code: 'AAAA', created_at: 5 },
  ],
  'referral.list': [{ amount: 60, created_at: 5 }],
  'apiKeys.list': [{ id: 2, name: 'Laptop', key_prefix: 'svc_a', created_at: 5 }],
  'profile.get': { subscription_key: 'the key' },
  'customSubscriptions.get': { subscription_key: 'the key' },
  'messenger.connection': true,
};
const config: Resource = {
  key: '7',
  expiresAt: 50,
  facts: { location_id: 1, protocol: 'vless', server_id: 4 },
};
const server: Resource = {
  key: '8',
  expiresAt: 60,
  facts: { location_id: 3, tariff_config_id: 1, hostname: 'a' },
};
const boughtKey: Resource = {
  key: '9',
  expiresAt: null,
  facts: { product: 'configs', days: 30, code: 'AAAA' },
};
/** Of a key that is only compared: the SHA-256 of `the key`. */
const keyDigest: Resource = {
  key: 'OgqsRIMuVVKKg0/sc3eGyZnnuN6ovWAbtZ8ZUjfViy4=',
  expiresAt: null,
  facts: {},
};
const referralEntry: Resource = {
  key: '[60,null,null,5] 1',
  expiresAt: null,
  facts: { amount: 60, method: null, account: null, created_at: 5 },
};

const price = { method: 1, currency: 'RUB', days: 30 } as const;
const prices: readonly OfferedPrice[] = [
  { ...price, tariff: 1, amount: 199 },
  { ...price, tariff: 2, days: 90, amount: 549 },
];
const byBalance = {
  days: 30,
  kind: 'purchase',
  subject: 'It',
  by: 'balance',
  expiresAt: null,
  until: null,
  balance: null,
  autoRenewal: 'not-turned-on',
} as const;
const cost = { amount: 199, currency: 'RUB' };
const paid = { ...noPayment, days: 30, amounts: [199] };

const link = { link: 'https://pay.example.com/1' };
const linkOutcome: AnswerOutcome = {
  state: 'waiting',
  result: { by: 'answer' },
  secrets: { 'payment-link': link.link },
};
const keyAnswer = { promocode: 'AAAA-BBBB', days: 30 };
const keyOutcome = done({ days: 30 }, { 'activation-key': 'AAAA-BBBB' });

function done(
  result: Omit<AnswerOutcome['result'], 'by'> = {},
  secrets: AnswerOutcome['secrets'] = {},
): AnswerOutcome {
  return { state: 'done', result: { by: 'answer', ...result }, secrets };
}

interface Expectation {
  readonly endpoint: PurchaseEndpoint;
  readonly input: PurchaseInput;
  readonly question: ConsentQuestion | null;
  readonly resources: readonly Resource[] | null;
  readonly effect: ExpectedEffect;
  readonly answers: readonly (readonly [data: unknown, means: AnswerOutcome])[];
}

const referral = {
  resources: [referralEntry],
  answers: [[{ id: 3, created_at: 5 }, done({ resource: 3 })]],
} as const;

const expectations: readonly Expectation[] = [
  {
    endpoint: 'configs.create',
    input: { body: { location_id: 1, protocol: 'vless', tariff_id: 1 } },
    question: {
      ...byBalance,
      product: 'config',
      action: 'buy',
      subject: '',
      place: 'It, VLESS',
      price: cost,
    },
    resources: [config],
    effect: {
      ...paid,
      types: ['new_config'],
      target: { kind: 'new', facts: { location_id: 1, protocol: 'vless' } },
    },
    answers: [
      [link, linkOutcome],
      [keyAnswer, keyOutcome],
    ],
  },
  {
    endpoint: 'configs.create',
    input: { body: { as_key: true, tariff_id: 2 } },
    question: {
      ...byBalance,
      product: 'config',
      action: 'key',
      subject: '',
      autoRenewal: null,
      days: 90,
      price: { amount: 549, currency: 'RUB' },
    },
    resources: [boughtKey],
    effect: {
      ...paid,
      types: ['new_config'],
      days: 90,
      amounts: [549],
      asKey: true,
      target: { kind: 'new', facts: { product: 'configs', days: 90 } },
    },
    answers: [[keyAnswer, keyOutcome]],
  },
  {
    endpoint: 'configs.renew',
    input: { path: { config_id: 7 }, body: { promocode: 'AAAA', enable_auto_renewal: true } },
    question: {
      ...byBalance,
      product: 'config',
      action: 'renew',
      by: 'promocode',
      days: null,
      price: null,
      expiresAt: 50,
      autoRenewal: 'turned-on',
      renews: { days: null, price: null },
    },
    resources: [config],
    effect: {
      ...noPayment,
      types: ['renewal'],
      byPromocode: true,
      target: { kind: 'extended', key: '7' },
    },
    answers: [
      [{ id: 7, expires_at: 90 }, done({ resource: 7, expiresAt: 90 })],
      [link, linkOutcome],
    ],
  },
  {
    endpoint: 'cloudServers.create',
    input: { body: { location_id: 3, tariff_config_id: 1, hostname: 'a', tariff_id: 1 } },
    question: { ...byBalance, product: 'server', action: 'buy', price: cost },
    resources: [server],
    effect: {
      ...paid,
      types: ['cloud_server'],
      target: { kind: 'new', facts: { location_id: 3, tariff_config_id: 1, hostname: 'a' } },
    },
    answers: [
      [
        {
          id: 8,
          location_id: 3,
          tariff_config_id: 1,
          status: 'ordered',
          expires_at: 60,
          url: null,
          is_online: false,
          auto_renewal: false,
          auto_renewal_days: null,
          hostname: 'a',
        },
        done({ resource: 8, expiresAt: 60 }),
      ],
      [link, linkOutcome],
    ],
  },
  {
    endpoint: 'cloudServers.renew',
    input: { body: { server_id: 8, days: 30, payment_method_id: 1 } },
    question: {
      ...byBalance,
      product: 'server',
      action: 'renew',
      by: 'payment-method',
      price: cost,
      expiresAt: 60,
      autoRenewal: 'stays-off',
    },
    resources: [server],
    effect: {
      ...paid,
      types: ['renewal', 'cloud_server'],
      byMethod: true,
      target: { kind: 'extended', key: '8' },
    },
    answers: [
      [{ renewed: false, expires_at: 60 }, done({ resource: 8, expiresAt: 60, renewed: false })],
      [link, linkOutcome],
    ],
  },
  {
    endpoint: 'paidOptions.create',
    input: { body: { paid_option_id: 1, tariff_id: 1 } },
    question: { ...byBalance, product: 'option', action: 'buy', price: cost },
    resources: [{ key: '1', expiresAt: 70, facts: {} }],
    effect: { ...paid, types: ['paid_option'], target: { kind: 'extended', key: '1' } },
    answers: [
      [
        { option_id: 1, expires_at: 70, configs: [], auto_renewal: false, auto_renewal_days: null },
        done({ resource: 1, expiresAt: 70 }),
      ],
      [link, linkOutcome],
    ],
  },
  {
    endpoint: 'paidOptions.create',
    input: { body: { paid_option_id: 1, as_key: true, tariff_id: 1 } },
    question: { ...byBalance, product: 'option', action: 'key', price: cost, autoRenewal: null },
    resources: [boughtKey],
    effect: {
      ...paid,
      types: ['paid_option'],
      asKey: true,
      target: { kind: 'new', facts: { product: 'paid_options', days: 30 } },
    },
    answers: [[keyAnswer, keyOutcome]],
  },
  {
    endpoint: 'balance.topup',
    input: { body: { amount: 500, payment_method_id: 1 } },
    question: null,
    resources: null,
    effect: { ...noPayment, types: ['balance_topup'], amounts: [199, 549], byMethod: true },
    answers: [[link, linkOutcome]],
  },
  {
    ...referral,
    endpoint: 'referral.withdrawSbp',
    input: { body: { amount: 1000, bank_id: '1', phone_number: '+79991234567' } },
    question: {
      kind: 'withdrawal',
      amount: 1000,
      to: { by: 'sbp', phone: '+79991234567', bank: '1' },
    },
    effect: {
      ...noPayment,
      target: { kind: 'new', facts: { amount: 1000, method: 'sbp', digits: '' } },
    },
  },
  {
    ...referral,
    endpoint: 'referral.withdrawCard',
    input: { body: { amount: 1000, card_number: '4111111111111234' } },
    question: {
      kind: 'withdrawal',
      amount: 1000,
      to: { by: 'card', number: '4111111111111234' },
    },
    effect: {
      ...noPayment,
      target: { kind: 'new', facts: { amount: 1000, method: 'card', digits: '1234' } },
    },
  },
  {
    endpoint: 'apiKeys.create',
    input: { body: { name: 'Laptop' } },
    question: { kind: 'api-key', name: 'Laptop' },
    resources: [
      { key: '2', expiresAt: null, facts: { name: 'Laptop', key_prefix: 'svc_a', created_at: 5 } },
    ],
    effect: { ...noPayment, target: { kind: 'new', facts: { name: 'Laptop' } } },
    answers: [
      [
        { id: 2, name: 'Laptop', key: 'svc_secret', created_at: 5 },
        done({ resource: 2 }, { 'api-key': 'svc_secret' }),
      ],
    ],
  },
  {
    endpoint: 'profile.resetSubscriptionLink',
    input: {},
    question: { kind: 'key-reset', of: 'account', subject: '' },
    effect: noPayment,
    resources: [keyDigest],
    answers: [['another key', done()]],
  },
  {
    endpoint: 'customSubscriptions.resetKey',
    input: { path: { id: 5 } },
    question: { kind: 'key-reset', of: 'subscription', subject: 'It' },
    effect: noPayment,
    resources: [keyDigest],
    answers: [[{ id: 5, title: 'It', subscription_key: 'another', items_count: 0 }, done()]],
  },
  {
    endpoint: 'messenger.connect',
    input: {},
    question: null,
    effect: noPayment,
    resources: [{ key: '1', expiresAt: null, facts: {} }],
    answers: [
      [
        'https://t.example/bot',
        { ...linkOutcome, secrets: { 'messenger-link': 'https://t.example/bot' } },
      ],
    ],
  },
  {
    endpoint: 'xray.createKeys',
    input: {},
    question: null,
    effect: noPayment,
    resources: null,
    answers: [
      [
        { private_key: 'private', public_key: 'public' },
        done({}, { 'private-key': 'private', 'public-key': 'public' }),
      ],
    ],
  },
];

describe('each purchase endpoint', () => {
  it('is expected here, with every way that it can be bought', () => {
    expect(new Set(expectations.map(({ endpoint }) => endpoint))).toEqual(
      new Set(purchaseEndpoints),
    );
  });

  it.each(expectations)(
    'says what it asks, what it reads, what it leaves behind and what its answer means: $endpoint',
    async ({ endpoint, input, resources, ...expected }) => {
      const descriptor = descriptors[endpoint];
      const scope = descriptor.snapshot(input);
      const requested: unknown[] = [];
      const read = ((id: EndpointId, given: unknown) => {
        requested.push(given);
        return Promise.resolve(ok(lists[id]));
      }) as unknown as Read;
      expect((await scope.resources?.(read)) ?? null).toEqual(resources && ok(resources));
      expect(requested).toHaveLength(resources === null ? 0 : 1);
      expect(endpointQuestion(endpoint, input, sources, prices)).toEqual(expected.question);
      expect(descriptor.expectedEffect(input, prices)).toStrictEqual(expected.effect);
      for (const [data, means] of expected.answers) {
        expect(descriptor.interpret(data, input)).toStrictEqual(means);
      }
    },
  );

  it.each(expectations.filter(({ endpoint }) => descriptors[endpoint].queue !== 'money'))(
    'that is not bought has no price: $endpoint',
    async ({ endpoint, input }) => {
      const source = {} as PriceSource;
      expect(await descriptors[endpoint].prices(source, input)).toEqual(ok([]));
    },
  );

  it('takes a key of any days for the one that was bought where its tariff is not known', () => {
    const input = { body: { as_key: true, tariff_id: 99 } };
    expect(descriptors['configs.create'].expectedEffect(input, prices).target).toStrictEqual({
      kind: 'new',
      facts: { product: 'configs' },
    });
  });

  it('does not store what lives as long as its request: the card and the phone number', () => {
    const transient = purchaseEndpoints.flatMap((id) =>
      descriptors[id].transientFields.map((field) => [id, field]),
    );
    expect(transient).toEqual(
      expect.arrayContaining([
        ['referral.withdrawSbp', 'phone_number'],
        ['referral.withdrawCard', 'card_number'],
      ]),
    );
    expect(transient).toHaveLength(2);
  });
});

describe('a list that is read in pages', () => {
  it.each([
    ['configs.create', { body: { as_key: true } }],
    ['referral.withdrawCard', { body: { amount: 1000, card_number: '4111111111111234' } }],
  ] as const)('is read to its end where it is not newest first: %s', async (endpoint, input) => {
    const all = Array.from({ length: 150 }, (_, id) => ({
      id,
      amount: id,
      product_type: 'configs',
      activation_days: 30,
      code: String(id),
      created_at: id,
    }));
    const read = ((_id: EndpointId, { query }: { query: { limit: number; offset: number } }) =>
      Promise.resolve(ok(all.slice(query.offset, query.offset + query.limit)))) as unknown as Read;
    const resources = await descriptors[endpoint].snapshot(input).resources?.(read);
    expect(resources?.ok && new Set(resources.value.map(({ key }) => key)).size).toBe(150);
  });

  it.each([
    ['amount', { amount: 70 }],
    ['method', { method: 'card' }],
    ['account', { account: '****1111' }],
    ['time', { created_at: 6 }],
  ])('knows a referral entry again by its %s, wherever it is in the list', async (_, change) => {
    const { resources } = descriptors['referral.withdrawSbp'].snapshot({});
    const keysOf = async (...entries: object[]) => {
      const read = (() => Promise.resolve(ok(entries))) as unknown as Read;
      const seen = await resources?.(read);
      return seen?.ok === true ? seen.value.map(({ key }) => key) : [];
    };
    const old = { amount: 60, method: 'sbp', account: '****2222', created_at: 5 };
    const another = { ...old, ...change };
    const [known] = await keysOf(old);
    const [first, second] = await keysOf(another, old);
    expect(second).toBe(known);
    expect(first).not.toBe(known);
  });
});

it.each([
  ['no-answer', true],
  ['answers', false],
])('a renewal says where a check from here failed: %s', (outcome, fails) => {
  const row = () => ({ state: { state: 'usable' }, check: { result: { outcome }, at: 0 } });
  const known = { ...sources, connections: { ...sources.connections, row } as never };
  const input = { path: { config_id: 7 }, body: { days: 30 } };
  const question = endpointQuestion('configs.renew', input, known, [], { now: 0, balance: null });
  expect(question !== null && 'fails' in question).toBe(fails);
});

describe('the price that a question names', () => {
  const offered: readonly OfferedPrice[] = [
    { ...price, tariff: 1, product: 1, amount: 300 },
    { ...price, tariff: 2, product: 2, amount: 400 },
    { ...price, tariff: 3, product: 2, days: 90, amount: 900 },
    { ...price, tariff: 4, product: 2, method: 2, currency: 'USDT', amount: 4 },
    { ...price, tariff: 5, product: 2, method: 3, currency: 'USDT', amount: 5 },
  ];
  const priceOf = (body: NonNullable<PurchaseInput['body']>, product?: number, of = offered) => {
    const server = { id: 4, hostname: '', tariff_config_id: product };
    const cached = () => ({ value: product === undefined ? [] : [server] });
    const known = { ...sources, readCache: { cached } as never };
    return endpointQuestion('cloudServers.renew', { body: { ...body, server_id: 4 } }, known, of);
  };

  it.each<[string, NonNullable<PurchaseInput['body']>, number | undefined, object | null]>([
    ['is that of the server that is renewed', { days: 30 }, 2, { amount: 400, currency: 'RUB' }],
    ['is that of the other server', { days: 30 }, 1, { amount: 300, currency: 'RUB' }],
    ['is not named where two may be meant', { days: 30 }, undefined, null],
    ['is that of its days', { days: 90 }, undefined, { amount: 900, currency: 'RUB' }],
    ['is not named for days that nothing is sold for', { days: 60 }, 2, null],
    ['is that of the tariff', { tariff_id: 1 }, undefined, { amount: 300, currency: 'RUB' }],
    ['is not named for a tariff of another server', { tariff_id: 1 }, 2, null],
    [
      'is that of the method, in its currency',
      { days: 30, payment_method_id: 3 },
      2,
      { amount: 5, currency: 'USDT' },
    ],
    ['is not named without a method for a price that is not in roubles', { tariff_id: 4 }, 2, null],
    [
      'is not named for a method that it is not sold by',
      { days: 90, payment_method_id: 2 },
      2,
      null,
    ],
  ])('%s', (_, body, product, named) => {
    expect(priceOf(body, product)).toMatchObject({ price: named });
  });

  it('is that of a list without products whatever the server is', () => {
    expect(priceOf({ days: 30 }, 2, prices)).toMatchObject({ price: cost });
  });

  it('is not named for a promocode, which costs nothing', () => {
    expect(priceOf({ days: 30, promocode: 'AAAA' }, 2)).toMatchObject({
      by: 'promocode',
      price: null,
    });
  });
});

describe('the amounts that a purchase may be of', () => {
  const effectOf = (of: readonly OfferedPrice[]) =>
    descriptors['configs.renew'].expectedEffect({ path: { config_id: 7 }, body: { days: 30 } }, of);

  it('are all of its days, by any method', () => {
    const ton = { ...price, tariff: 3, method: 2, currency: 'TON', amount: 2.1 };
    expect(effectOf([...prices, ton])).toMatchObject({ days: 30, amounts: [199, 2.1] });
  });

  it('are not known where nothing is sold for so many days, or one price could not be read', () => {
    expect(effectOf([])).toMatchObject({ days: 30, amounts: null });
    const [first = { ...price, tariff: 1, amount: 199 }] = prices;
    expect(effectOf([first, { ...first, listIncomplete: true }])).toMatchObject({ amounts: null });
  });

  it('of a top-up are what was requested and what each method asks for it', async () => {
    const topUp = descriptors['balance.topup'];
    const requested: number[] = [];
    const source = (answer: Awaited<ReturnType<PriceSource['topup']>>) =>
      ({
        topup: (amount: number) => {
          requested.push(amount);
          return Promise.resolve(answer);
        },
      }) as unknown as PriceSource;
    const input = { body: { amount: 500 } };
    const method = { method_key: 'ton', display_name: 'TON', currency: 'TON' } as const;
    const read = await topUp.prices(source(ok([{ ...method, id: 1, price: 1.7 }])), input);
    if (!read.ok) throw new Error('no prices');
    expect(topUp.expectedEffect(input, read.value)).toMatchObject({
      amounts: [500, 1.7],
      byMethod: false,
    });
    expect(topUp.expectedEffect(input, []).amounts).toBeNull();
    expect(requested).toEqual([500]);
    const unreadable = [{ list: '', of: null, index: 0, id: 3, title: 'TON' }];
    const partial = await topUp.prices(source({ ok: true, value: [], unreadable }), input);
    if (!partial.ok) throw new Error('a part of the prices is no price list');
    expect(topUp.expectedEffect(input, partial.value).amounts).toBeNull();
    expect(await topUp.prices(source(fail('offline')), input)).toEqual(fail('offline'));
  });

  it.each(['configs.create', 'cloudServers.create', 'paidOptions.create'] as const)(
    'cannot be read where the list of tariffs cannot: %s',
    async (endpoint) => {
      const source = { tariffs: () => Promise.resolve(fail('offline')) } as unknown as PriceSource;
      expect(await descriptors[endpoint].prices(source, { body: {} })).toEqual(fail('offline'));
    },
  );

  it.each([false, true])(
    'are of a list that is not whole only where something could not be read: %s',
    async (isPartial) => {
      const tariffs = [{ id: 10, days: 30, price: 5 }];
      const list = [{ id: 1, currency: 'RUB', tariffs }];
      const unreadable = isPartial && { unreadable: [{}] };
      const source = {
        tariffs: () => Promise.resolve({ ok: true, value: list, ...unreadable }),
      } as unknown as PriceSource;
      const input = { body: { tariff_id: 10 } };
      const read = await descriptors['configs.create'].prices(source, input);
      if (!read.ok) throw new Error('no prices');
      expect(descriptors['configs.create'].expectedEffect(input, read.value)).toMatchObject({
        amounts: isPartial ? null : [5],
      });
    },
  );
});
