import { api, type EndpointId } from '#contract/api/index.ts';
import type { ProductKind } from '#contract/constants.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { PurchaseInput } from '#contract/ipc/purchase-journal.ts';
import { failsFromHere } from '#contract/connections/leading-check.ts';
import { products } from '#contract/products.ts';
import { protocolName } from '#contract/protocol-names.ts';
import { connectionKey } from '#contract/rules/connection-key.ts';
import { ownedProducts, type OwnedProduct } from '#contract/upcoming/expiring.ts';
import { expiringFacts } from '#core/cache/expiring-facts.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { Connections } from '#core/connections/connections.ts';
import { shortfallAfter } from './shortfall.ts';
import { knownPrices, type OfferedPrice } from '#core/purchases/products/prices.ts';
import type { Money } from '#contract/values.ts';
import type {
  AutoRenewalAfter,
  ConsentQuestion,
  PurchaseQuestion,
} from '#core/kernel/consent-question.ts';

/** What main knows without asking the service. */
export interface SubjectSources {
  readonly readCache: Pick<ReadCache, 'cached'>;
  readonly connections: Pick<Connections, 'record' | 'records' | 'row'>;
}

/** What the account may have already of what a request names: that is extended, by any door. */
const ownedIds: Readonly<Record<ProductKind, (input: PurchaseInput) => number | undefined>> = {
  config: ({ path }) => path?.config_id,
  server: ({ path, body }) => path?.id ?? body?.server_id,
  option: ({ path, body }) => path?.id ?? body?.paid_option_id,
};

/**
 * What is asked before a request, `null` for nothing. `prices`: all that is sold of it. `read`: the time,
 * Unix milliseconds, and the balance, roubles (`null`: unreadable); without them no question says until when
 * something lasts, or what is left on the balance.
 */
export function endpointQuestion(
  id: EndpointId,
  input: PurchaseInput,
  sources: SubjectSources,
  prices: readonly OfferedPrice[] = [],
  read?: { readonly now: number; readonly balance: number | null },
): ConsentQuestion | null {
  const { consent }: Endpoint = api[id];
  const { body = {} } = input;
  switch (consent?.kind) {
    case 'purchase': {
      const { product } = consent;
      const owned = body.as_key === true ? undefined : ownedOf(product, input, sources);
      const isRenewal = owned !== undefined || consent.action === 'renew';
      const place = placeOf(product, input, sources);
      const offers = body.promocode === undefined ? possibleOffers(input, prices, owned) : [];
      const days = daysOf(input, offers);
      const by = paidBy(input);
      const expiresAt = owned === undefined ? null : owned.expiresAt / 1000;
      const price = priceOf(input, offers);
      const isPaid = by === 'balance' && price !== null && typeof read?.balance === 'number';
      const shortfall =
        isPaid && shortfallAfter(sources, 'renewal', changeOf(owned, days), price.amount);
      const autoRenewal = autoRenewalAfter(body, isRenewal, owned);
      const isDated =
        by === 'balance' && body.as_key !== true && isRenewal === (owned !== undefined);
      return {
        kind: 'purchase',
        product,
        action: body.as_key === true ? 'key' : isRenewal ? 'renew' : 'buy',
        subject: owned?.title ?? soldTitle(product, input, sources),
        ...(place !== '' && { place }),
        days,
        expiresAt,
        until: isDated && read !== undefined ? endOf(expiresAt, days, read.now) : null,
        by,
        price,
        balance: by === 'balance' ? (read?.balance ?? null) : null,
        autoRenewal,
        ...renewsBy(autoRenewal, days, prices, owned),
        ...(shortfall && { shortfall }),
        ...(read && failsHere(owned, sources, read.now) && { fails: true }),
      };
    }
    case 'auto-renewal': {
      if (body.enabled !== true) return null;
      const { product } = consent;
      const owned = ownedOf(product, input, sources);
      const known = knownPrices(sources.readCache, products[product].tariffs);
      const subject = owned?.title ?? soldTitle(product, input, sources);
      const days = body.days ?? 0;
      const price = priceFor(days, known, owned);
      const shortfall = shortfallAfter(sources, 'auto-renewal', changeOf(owned, days));
      return {
        kind: 'auto-renewal',
        product,
        subject,
        days,
        price,
        ...(shortfall && { shortfall }),
      };
    }
    case 'withdrawal':
      return { kind: 'withdrawal', amount: body.amount ?? 0, to: recipientOf(body) };
    case 'api-key':
      return { kind: 'api-key', name: body.name ?? '' };
    case 'key-reset': {
      const subject = consent.of === 'account' ? '' : subscriptionTitle(input, sources);
      return { kind: 'key-reset', of: consent.of, subject };
    }
    case undefined:
      return null;
  }
}

/** Whether what is renewed is a connection that does not work from here. */
function failsHere(owned: OwnedProduct | undefined, sources: SubjectSources, now: number) {
  if (owned?.kind !== 'config') return false;
  const row = sources.connections.row(connectionKey({ source: 'config', configId: owned.id }));
  return row !== undefined && failsFromHere(row, now);
}

function changeOf(owned: OwnedProduct | undefined, days: number | null) {
  return owned === undefined || days === null ? [] : [{ kind: owned.kind, id: owned.id, days }];
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
  return possibleOffers(input, prices, ownedOf(consent.product, input, sources)).length > 0;
}

/** What the account has of what a request names, as it was read last; `undefined` for nothing. */
function ownedOf(
  kind: ProductKind,
  input: PurchaseInput,
  { readCache, connections }: SubjectSources,
): OwnedProduct | undefined {
  const id = ownedIds[kind](input);
  const record = connections.record(connectionKey({ source: 'config', configId: Number(id) }));
  const facts = expiringFacts(readCache, record ? [record] : []);
  return ownedProducts({
    ...facts,
    servers: facts.servers?.filter((server) => server.id === id),
    options: facts.options?.filter(({ option_id }) => option_id === id),
  }).find((each) => each.kind === kind && each.id === id);
}

/** What something new is sold as; empty where that is not known. May hold anything. */
function soldTitle(kind: ProductKind, input: PurchaseInput, { readCache }: SubjectSources): string {
  if (kind === 'config') return '';
  const sold = readCache.cached(products[kind].tariffs, {})?.value ?? [];
  const id = kind === 'option' ? ownedIds.option(input) : input.body?.tariff_config_id;
  return sold.find((each) => each.id === id)?.title ?? '';
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

export function paidBy({ body = {} }: PurchaseInput) {
  if (body.promocode !== undefined) return 'promocode';
  return body.payment_method_id === undefined ? 'balance' : 'payment-method';
}

/** The days are added to those that are left. */
function endOf(expiresAt: number | null, days: number | null, now: number): number | null {
  return days === null ? null : Math.max(expiresAt ?? 0, now / 1000) + days * 86_400;
}

/** Only the switch of its own and this field change it (specification, part 1, Other rows). */
function autoRenewalAfter(
  { as_key, enable_auto_renewal }: Body,
  isRenewal: boolean,
  owned: OwnedProduct | undefined,
): AutoRenewalAfter | null {
  if (as_key === true) return null;
  if (owned?.autoRenewal === true) return 'stays-on';
  if (enable_auto_renewal === true) return 'turned-on';
  if (!isRenewal) return 'not-turned-on';
  return owned === undefined ? null : 'stays-off';
}

function recipientOf({ card_number, phone_number = '', bank_id = '' }: Body) {
  return card_number === undefined
    ? ({ by: 'sbp', phone: phone_number, bank: bank_id } as const)
    : ({ by: 'card', number: card_number } as const);
}

function possibleOffers(
  { body = {} }: PurchaseInput,
  prices: readonly OfferedPrice[],
  owned: OwnedProduct | undefined,
): readonly OfferedPrice[] {
  const product = owned?.sold;
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

/** How auto-renewal goes on after a purchase of so many days; nothing where it is off. */
function renewsBy(
  after: AutoRenewalAfter | null,
  bought: number | null,
  prices: readonly OfferedPrice[],
  owned: OwnedProduct | undefined,
): Pick<PurchaseQuestion, 'renews'> {
  if (after !== 'stays-on' && after !== 'turned-on') return {};
  const days = after === 'stays-on' ? (owned?.days ?? null) : bought;
  return { renews: { days, price: priceFor(days, prices, owned) } };
}

/** What auto-renewal for so many days takes from the balance by these prices; `null` where it is not certain. */
function priceFor(
  days: number | null,
  prices: readonly OfferedPrice[],
  owned: OwnedProduct | undefined,
): Money | null {
  if (days === null) return null;
  const renewal = { body: { days } };
  return priceOf(renewal, possibleOffers(renewal, prices, owned));
}
