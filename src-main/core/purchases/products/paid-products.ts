import { api } from '#contract/api/index.ts';
import type { ProductKind } from '#contract/constants.ts';
import { ok } from '#contract/failure.ts';
import type { PurchaseInput, PurchaseResult } from '#contract/ipc/purchase-journal.ts';
import { products } from '#contract/products.ts';
import { type ActivationKey, type PaymentLink, purchaseOutcome } from '#contract/purchase.ts';
import { pageOfConfigs, readPages } from '#core/api/pages.ts';
import { noPayment, type ExpectedEffect, type Target } from '#core/purchases/match.ts';
import { matchPurchase } from '#core/purchases/match-payments.ts';
import { mapResult, readNewest, resource, type ResourceReader } from '#core/purchases/snapshot.ts';
import { markPartial, pricesIn, type Price, type PriceSource } from './prices.ts';
import {
  type AnswerOutcome,
  describePurchase,
  type PurchaseDescriptor,
  waitingForLink,
} from './product.ts';

/** What all endpoints have in common that are paid from the balance, by a link or by a promocode. */
const paidProduct = {
  queue: 'money',
  spends: true,
  match: matchPurchase,
  lateSearch: true,
} as const;

/** What is read to reconcile a payment, beside the list of what it is for. */
const paymentScope = { payments: true, balance: 'balance' } as const;

interface Sold {
  readonly kind: ProductKind;
  readonly list: ResourceReader;
  /** Its entry of the price list, where that has several; without one all of them count. */
  readonly offer: (body: Body) => number | undefined;
}

/** What most answers are that name what was bought. */
interface Identified {
  readonly id: number;
  readonly expires_at: number;
}

interface Bought extends Pick<PurchaseDescriptor, 'product'> {
  /** Its payment types, the likeliest first. */
  readonly types: readonly string[];
  /** What of the list it adds or extends. */
  readonly target: (input: PurchaseInput) => Target;
}

function paidFor({ kind, list, offer }: Sold, { product, types, target }: Bought) {
  const { soldAs, tariffs } = products[kind];
  return {
    ...paidProduct,
    product,
    prices: (source: PriceSource, { body = {} }: PurchaseInput) =>
      pricesIn(source, tariffs, offer(body)),
    snapshot: ({ body }: PurchaseInput) => ({
      ...paymentScope,
      resources: body?.as_key === true ? readBoughtKeys : list,
    }),
    expectedEffect(input: PurchaseInput, prices: readonly Price[]): ExpectedEffect {
      const { body = {} } = input;
      const asKey = body.as_key === true;
      const byPromocode = body.promocode !== undefined;
      const days = byPromocode
        ? null
        : (prices.find(({ tariff }) => tariff === body.tariff_id)?.days ?? body.days ?? null);
      return {
        types,
        days,
        amounts: knownAmounts(prices.filter((price) => price.days === days)),
        asKey,
        byPromocode,
        byMethod: body.payment_method_id !== undefined,
        target: asKey ? boughtKey(soldAs, days) : target(input),
      };
    },
    interpret: (data: Identified | ActivationKey | PaymentLink) =>
      interpretPurchase(data, ({ id, expires_at }) => ({ resource: id, expiresAt: expires_at })),
  };
}

type Body = NonNullable<PurchaseInput['body']>;

/** Those of these fields that the body has, as facts of the new resource. */
export function newResource(
  body: Body | undefined,
  fields: readonly (
    | 'location_id'
    | 'protocol'
    | 'server_id'
    | 'tariff_config_id'
    | 'hostname'
    | 'name'
  )[],
): Target {
  const facts = fields.flatMap((field) => {
    const value = body?.[field];
    return value === undefined ? [] : [[field, value] as const];
  });
  return { kind: 'new', facts: Object.fromEntries(facts) };
}

const extended = (id: number | undefined): Target => ({ kind: 'extended', key: String(id) });

/** Keys that were bought. `code` is the key itself. */
const readBoughtKeys: ResourceReader = async (read) => {
  const all = await readNewest((query) => read('promocodes.list', { query }));
  return mapResult(all, ({ id, product_type, activation_days, code }) =>
    resource(id, null, { product: product_type, days: activation_days, code }),
  );
};

/** The key that a purchase with `as_key` adds to that list. */
function boughtKey(product: string, days: number | null): Target {
  return { kind: 'new', facts: { product, ...(days !== null && { days }) } };
}

function interpretPurchase<Data extends { expires_at: number } | ActivationKey | PaymentLink>(
  data: Data,
  factsOf: (resource: Exclude<Data, ActivationKey | PaymentLink>) => Omit<PurchaseResult, 'by'>,
): Partial<AnswerOutcome> {
  const outcome = purchaseOutcome(data);
  switch (outcome.kind) {
    case 'payment':
      return waitingForLink('payment-link', outcome.link);
    case 'key': {
      const { promocode, days } = outcome.key;
      return { result: { by: 'answer', days }, secrets: { 'activation-key': promocode } };
    }
    case 'resource':
      return { result: { by: 'answer', ...factsOf(outcome.resource) } };
  }
}

export const readConfigs: ResourceReader = async (read) => {
  const all = await readPages(pageOfConfigs, (query) => read('configs.list', { query }));
  return mapResult(all, ({ id, expires_at, location_id, protocol, server_id }) =>
    resource(id, expires_at, { location_id, protocol, server_id }),
  );
};

const config: Sold = { kind: 'config', list: readConfigs, offer: () => undefined };

const cloudServer: Sold = {
  kind: 'server',
  list: async (read) =>
    mapResult(
      await read('cloudServers.list', {}),
      ({ id, expires_at, location_id, tariff_config_id, hostname }) =>
        resource(id, expires_at, { location_id, tariff_config_id, hostname }),
    ),
  // A renewal's input does not name the tariff's product, so it gets the prices of all.
  offer: ({ tariff_config_id }) => tariff_config_id,
};

const paidOption: Sold = {
  kind: 'option',
  list: async (read) =>
    mapResult(await read('paidOptions.list', {}), ({ option_id, expires_at }) =>
      resource(option_id, expires_at, {}),
    ),
  offer: ({ paid_option_id }) => paid_option_id,
};

/** A top-up is sold by no tariff and for no time. */
const noTariff = { tariff: -1, days: 0 };

export const paidProducts = {
  'configs.create': describePurchase(
    api['configs.create'],
    paidFor(config, {
      product: () => 'configs',
      types: ['new_config'],
      target: ({ body }) => newResource(body, ['location_id', 'protocol', 'server_id']),
    }),
  ),
  'configs.renew': describePurchase(
    api['configs.renew'],
    paidFor(config, {
      product: ({ path }) => `config ${String(path?.config_id)}`,
      types: ['renewal'],
      target: ({ path }) => extended(path?.config_id),
    }),
  ),
  'cloudServers.create': describePurchase(
    api['cloudServers.create'],
    paidFor(cloudServer, {
      product: () => 'cloud servers',
      types: ['cloud_server'],
      target: ({ body }) => newResource(body, ['location_id', 'tariff_config_id', 'hostname']),
    }),
  ),
  'cloudServers.renew': describePurchase(api['cloudServers.renew'], {
    ...paidFor(cloudServer, {
      product: ({ body }) => `cloud server ${String(body?.server_id)}`,
      // The history may write it either way: the specification does not say.
      types: ['renewal', 'cloud_server'],
      target: ({ body }) => extended(body?.server_id),
    }),
    interpret: (data, { body }) =>
      interpretPurchase(data, ({ expires_at, renewed }) => ({
        // The answer does not say which server was renewed.
        ...(body?.server_id !== undefined && { resource: body.server_id }),
        expiresAt: expires_at,
        renewed,
      })),
  }),
  'paidOptions.create': describePurchase(api['paidOptions.create'], {
    ...paidFor(paidOption, {
      product: ({ body }) => `paid option ${String(body?.paid_option_id)}`,
      types: ['paid_option'],
      target: ({ body }) => extended(body?.paid_option_id),
    }),
    interpret: (data) =>
      interpretPurchase(data, ({ option_id, expires_at }) => ({
        resource: option_id,
        expiresAt: expires_at,
      })),
  }),
  'balance.topup': describePurchase(api['balance.topup'], {
    ...paidProduct,
    product: () => 'balance',
    snapshot: () => paymentScope,
    prices: async (source, { body }) => {
      const amount = body?.amount ?? 0;
      const methods = await source.topup(amount);
      if (!methods.ok) return methods;
      // The history may also have the amount as it was requested, in roubles.
      const asRequested = { ...noTariff, method: -1, currency: 'RUB', amount };
      const prices = methods.value.map(({ id: method, currency, price }) => ({
        ...noTariff,
        method,
        currency,
        amount: price,
      }));
      return ok(markPartial(methods, [asRequested, ...prices]));
    },
    expectedEffect: ({ body }, prices) => ({
      ...noPayment,
      types: ['balance_topup'],
      amounts: knownAmounts(prices),
      byMethod: body?.payment_method_id !== undefined,
    }),
    interpret: ({ link }) => waitingForLink('payment-link', link),
  }),
};

/** `null` where it may have cost something that could not be read. */
function knownAmounts(prices: readonly Price[]): readonly number[] | null {
  const isPartial = prices.length === 0 || prices.some(({ listIncomplete }) => listIncomplete);
  return isPartial ? null : prices.map(({ amount }) => amount);
}
