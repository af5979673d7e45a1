import { api, type EndpointId } from '#contract/api/index.ts';
import type { ProductKind } from '#contract/constants.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { PurchaseInput } from '#contract/ipc/purchase-journal.ts';
import { products } from '#contract/products.ts';
import { protocolName, shownTitle } from '#contract/protocol-names.ts';
import { connectionKey } from '#contract/rules/connection-key.ts';
import { cloudServerTitle } from '#contract/rules/server-name.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { Connections } from '#core/connections/connections.ts';
import { knownPrices, type OfferedPrice } from '#core/purchases/products/prices.ts';
import type { Money } from '#contract/values.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';

/** What main knows without asking the service. */
export interface SubjectSources {
  readonly readCache: Pick<ReadCache, 'cached'>;
  readonly connections: Pick<Connections, 'record'>;
}

interface RequestSubject {
  /** What it is called; empty where that is not known. May hold anything. */
  readonly name: string;
  /** The product of the tariff list that it is of, where that is known. */
  readonly product?: number;
  /** Unix seconds. */
  readonly expiresAt?: number | null;
}

/**
 * What is asked before a request; `null` for nothing.
 *
 * @param prices all that is sold of it
 * @param now Unix milliseconds; without it no question says until when something lasts
 */
export function endpointQuestion(
  id: EndpointId,
  input: PurchaseInput,
  sources: SubjectSources,
  prices: readonly OfferedPrice[] = [],
  now?: number,
): ConsentQuestion | null {
  const { consent }: Endpoint = api[id];
  const { body = {} } = input;
  switch (consent?.kind) {
    case 'purchase': {
      const { product, action } = consent;
      const subject = productSubject(product, input, sources);
      const place = placeOf(product, input, sources);
      const offers = body.promocode === undefined ? possibleOffers(input, prices, subject) : [];
      const days = daysOf(input, offers);
      const by = paidBy(body);
      const isExtended = action === 'renew' && by === 'balance' && now !== undefined;
      const until = isExtended ? endOf(subject, days, now) : null;
      return {
        kind: 'purchase',
        product,
        action: body.as_key === true ? 'key' : action,
        subject: subject.name,
        ...(place !== '' && { place }),
        days,
        ...(until !== null && { until }),
        by,
        price: priceOf(input, offers),
        autoRenewal: body.enable_auto_renewal === true,
      };
    }
    case 'auto-renewal': {
      if (body.enabled !== true) return null;
      const { product } = consent;
      const subject = productSubject(product, input, sources);
      const known = knownPrices(sources.readCache, products[product].tariffs);
      const price = priceOf(input, possibleOffers(input, known, subject));
      return { kind: 'auto-renewal', product, subject: subject.name, days: body.days ?? 0, price };
    }
    case 'withdrawal':
      return { kind: 'withdrawal', amount: body.amount ?? 0, to: recipientOf(body) };
    case 'api-key':
      return { kind: 'api-key', name: body.name ?? '' };
    case 'key-reset': {
      const isAccount = consent.of === 'account';
      const subject = isAccount ? '' : subscriptionTitle(input, sources);
      return { kind: 'key-reset', of: consent.of, subject };
    }
    case undefined:
      return null;
  }
}

/** Whether the tariff or the days are still sold; `true` for anything else. */
export function isOffered(
  id: EndpointId,
  input: PurchaseInput,
  sources: SubjectSources,
  prices: readonly OfferedPrice[],
): boolean {
  const { consent }: Endpoint = api[id];
  const { tariff_id, days } = input.body ?? {};
  if (consent?.kind !== 'purchase' || (tariff_id === undefined && days === undefined)) return true;
  const subject = productSubject(consent.product, input, sources);
  return possibleOffers(input, prices, subject).length > 0;
}

/** What the product is that is bought or renewed. */
function productSubject(
  of: ProductKind,
  { path, body }: PurchaseInput,
  { readCache, connections }: SubjectSources,
): RequestSubject {
  switch (of) {
    case 'config': {
      const key = connectionKey({ source: 'config', configId: Number(path?.config_id) });
      const record = connections.record(key);
      return record ? { name: shownTitle(record), expiresAt: record.expiresAt } : { name: '' };
    }
    case 'server': {
      const id = path?.id ?? body?.server_id;
      const servers = readCache.cached('cloudServers.list', {})?.value ?? [];
      const server = servers.find((each) => each.id === id);
      if (server) {
        const { tariff_config_id: product, expires_at: expiresAt } = server;
        return { name: cloudServerTitle(server), product, expiresAt };
      }
      const tariffs = readCache.cached('cloudServers.tariffs', {})?.value ?? [];
      return { name: tariffs.find((each) => each.id === body?.tariff_config_id)?.title ?? '' };
    }
    case 'option': {
      const id = path?.id ?? body?.paid_option_id;
      const tariffs = readCache.cached('paidOptions.tariffs', {})?.value ?? [];
      return { name: tariffs.find((each) => each.id === id)?.title ?? '' };
    }
  }
}

/** Where something new is bought, and by which protocol; empty where neither is named. */
function placeOf(
  of: ProductKind,
  { body = {} }: PurchaseInput,
  { readCache }: SubjectSources,
): string {
  const id = of === 'server' ? 'cloudServers.locations' : 'locations.list';
  const places = readCache.cached(id, {})?.value ?? [];
  const place = places.find((each) => each.id === body.location_id)?.title ?? '';
  const protocol = body.protocol === undefined ? '' : protocolName(body.protocol);
  return [place, protocol].filter((part) => part !== '').join(', ');
}

function subscriptionTitle({ path }: PurchaseInput, { readCache }: SubjectSources): string {
  const listed = readCache.cached('customSubscriptions.list', {})?.value ?? [];
  return listed.find(({ id }) => id === path?.id)?.title ?? '';
}

type Body = NonNullable<PurchaseInput['body']>;

function paidBy({ promocode, payment_method_id }: Body) {
  if (promocode !== undefined) return 'promocode';
  return payment_method_id === undefined ? 'balance' : 'payment-method';
}

/** The days are added to those that are left. */
function endOf({ expiresAt }: RequestSubject, days: number | null, now: number): number | null {
  if (days === null || expiresAt === undefined || expiresAt === null) return null;
  return Math.max(expiresAt, now / 1000) + days * 86_400;
}

function recipientOf({ card_number, phone_number = '', bank_id = '' }: Body) {
  return card_number === undefined
    ? ({ by: 'sbp', phone: phone_number, bank: bank_id } as const)
    : ({ by: 'card', number: card_number } as const);
}

/** The prices that the input can mean. */
function possibleOffers(
  { body = {} }: PurchaseInput,
  prices: readonly OfferedPrice[],
  { product }: RequestSubject,
): readonly OfferedPrice[] {
  const { tariff_id, days, payment_method_id } = body;
  return prices.filter(
    (price) =>
      (tariff_id !== undefined ? price.tariff === tariff_id : price.days === days) &&
      (product === undefined || price.product === undefined || price.product === product) &&
      (payment_method_id === undefined
        ? price.currency === 'RUB'
        : price.method === payment_method_id),
  );
}

/** How long the thing is bought for; `null` where it is not certain. */
function daysOf({ body }: PurchaseInput, offers: readonly OfferedPrice[]): number | null {
  const days = body?.days ?? offers[0]?.days ?? null;
  return offers.every((offer) => offer.days === days) ? days : null;
}

/** The one price of these; `null` where it is not certain. */
function priceOf({ body }: PurchaseInput, possible: readonly OfferedPrice[]): Money | null {
  const [first] = possible;
  const isCertain = possible.every(
    ({ amount, listIncomplete }) =>
      amount === first?.amount && (body?.tariff_id !== undefined || listIncomplete === undefined),
  );
  return first !== undefined && isCertain
    ? { amount: first.amount, currency: first.currency }
    : null;
}
