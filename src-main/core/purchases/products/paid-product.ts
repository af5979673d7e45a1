import type { PurchaseInput, PurchaseResult } from '#contract/ipc/purchase-journal.ts';
import { type ActivationKey, type PaymentLink, purchaseOutcome } from '#contract/purchase.ts';
import type { ExpectedEffect, Target } from '#core/purchases/match.ts';
import { matchPurchase } from '#core/purchases/match-payments.ts';
import {
  mapResult,
  readNewest,
  resource,
  type ResourceReader,
  type SnapshotScope,
} from '#core/purchases/snapshot.ts';
import type { Price } from './prices.ts';
import { type AnswerOutcome, waitingForLink } from './product.ts';

/** What all endpoints have in common that are paid from the balance, by a link or by a promocode. */
export const paidProduct = {
  queue: 'money',
  spends: true,
  match: matchPurchase,
  lateSearch: true,
} as const;

/** What is read to reconcile a payment for something in this list. */
export function paymentScope(resources: ResourceReader | null): SnapshotScope {
  return { payments: true, balance: 'balance', resources };
}

/** What a purchase leaves behind; `types`: its payment types, the likeliest first. */
export function expectedPurchase(
  types: readonly string[],
  { body = {} }: PurchaseInput,
  prices: readonly Price[],
  target: (days: number | null) => Target,
): ExpectedEffect {
  const byPromocode = body.promocode !== undefined;
  const days = byPromocode
    ? null
    : (prices.find(({ tariff }) => tariff === body.tariff_id)?.days ?? body.days ?? null);
  const amounts = prices.filter((price) => price.days === days).map(({ amount }) => amount);
  return {
    types,
    days,
    // Where a price could not be read, what was taken may be that one.
    amounts:
      amounts.length > 0 && !prices.some(({ listIncomplete }) => listIncomplete) ? amounts : null,
    asKey: body.as_key === true,
    byPromocode,
    byMethod: body.payment_method_id !== undefined,
    target: target(days),
  };
}

type Body = NonNullable<PurchaseInput['body']>;

/** Those of these fields that the body has, as facts of the new resource. */
export function newResource(
  body: Body | undefined,
  fields: readonly (
    'location_id' | 'protocol' | 'server_id' | 'tariff_config_id' | 'hostname' | 'name'
  )[],
): Target {
  const facts = fields.flatMap((field) => {
    const value = body?.[field];
    return value === undefined ? [] : [[field, value] as const];
  });
  return { kind: 'new', facts: Object.fromEntries(facts) };
}

/** What the answer means: a payment link, a key or the resource. */
export function interpretPurchase<
  Data extends { expires_at: number } | ActivationKey | PaymentLink,
>(
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

/** Keys that were bought. `code` is the key itself. */
export const readBoughtKeys: ResourceReader = async (read) => {
  const all = await readNewest((query) => read('promocodes.list', { query }));
  return mapResult(all, ({ id, product_type, activation_days, code }) =>
    resource(id, null, { product: product_type, days: activation_days, code }),
  );
};

/** The key that a purchase with `as_key` adds to that list. */
export function newBoughtKey(product: 'configs' | 'paid_options', days: number | null): Target {
  return { kind: 'new', facts: { product, ...(days !== null && { days }) } };
}
