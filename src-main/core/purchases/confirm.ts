import { api, type PurchaseEndpoint } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { PurchaseInput } from '#contract/ipc/purchase-journal.ts';
import { products } from '#contract/products.ts';
import type { Money } from '#contract/values.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { Consent } from './consent/consent.ts';
import {
  endpointQuestion,
  isOffered,
  paidBy,
  type SubjectSources,
} from './consent/endpoint-question.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import type { Clock } from '#core/kernel/ports.ts';
import type { Entry } from './entry.ts';
import type { OfferedPrice } from './products/prices.ts';

interface ConfirmOptions extends SubjectSources {
  readonly readCache: Pick<ReadCache, 'cached' | 'fetch' | 'fetchNow'>;
  readonly ask: Consent['ask'];
  readonly isStopped: () => boolean;
  readonly clock: Pick<Clock, 'now'>;
}

interface Confirmed {
  /** The price that was said; `null` for none or an unknown one. */
  readonly price: Money | null;
  readonly subject: Entry['subject'];
  readonly renews?: true;
  readonly days: Entry['days'];
  readonly prices: readonly OfferedPrice[];
}

/** Asks with the price as it is now; fails unasked where the form shows another. */
type Confirm = (
  entry: Entry,
  input: PurchaseInput,
  readPrices: () => Promise<Result<readonly OfferedPrice[]>>,
) => Promise<Result<Confirmed>>;

/** Ends what is sold otherwise than shown, asks about the rest, and reads the price once more. */
export function createConfirm({ ask, isStopped, ...sources }: ConfirmOptions): Confirm {
  return async ({ endpoint, attempts, price: shown }, input, readPrices) => {
    const [prices, balance] = await Promise.all([readPrices(), readBalance(endpoint, sources)]);
    if (!prices.ok) return prices;
    if (isStopped()) return signedOut;
    const { question, ...offer } = offerOf(endpoint, input, sources, prices.value, balance);
    if (shown !== null && !isOffered(endpoint, input, sources, prices.value)) {
      return fail('unsent', { reason: 'not-offered', endpoint });
    }
    const isOther = shown !== null && offer.price !== null && !isSame(shown, offer.price);
    if (isOther && attempts === 0) return priceChanged(endpoint, shown, offer.price);
    if (question === null) return ok(offer);
    if (isShort(input, offer.price, balance))
      return fail('unsent', { reason: 'insufficient', endpoint });
    const answer = await ask(question);
    // Signed out while the question was open: the answer is for an account that is gone.
    if (isStopped()) return signedOut;
    if (!answer.ok) return answer;
    const pricesNow = await readPrices();
    if (!pricesNow.ok) return pricesNow;
    const now = offerOf(endpoint, input, sources, pricesNow.value);
    return isSame(offer.price, now.price) && offer.days === now.days
      ? ok({ ...offer, prices: now.prices })
      : priceChanged(endpoint, offer.price, now.price);
  };
}

/**
 * The balance, roubles, and what the account has of the product: `null`, or as last read, where unreadable.
 */
async function readBalance(
  endpoint: PurchaseEndpoint,
  { readCache }: Pick<ConfirmOptions, 'readCache'>,
): Promise<number | null> {
  const { consent }: Endpoint = api[endpoint];
  if (consent?.kind !== 'purchase') return null;
  const { list } = products[consent.product];
  const [profile] = await Promise.all([
    readCache.fetchNow('profile.get', {}, 'user'),
    list === null ? null : readCache.fetch(list, {}, 'user'),
  ]);
  return profile.ok ? profile.value.balance : null;
}

/** Whether the balance is known to be less than what it is to pay: the service would give a link. */
export function isShort(
  input: PurchaseInput,
  price: Money | null,
  balance: number | null,
): boolean {
  return paidBy(input) === 'balance' && balance !== null && balance < (price?.amount ?? 0);
}

/** Ends what is not sold as the user agreed to it for the batch. */
export function createBatchConfirm({ isStopped, ...sources }: ConfirmOptions): Confirm {
  return async ({ endpoint, price: shown, days }, input, readPrices) => {
    const prices = await readPrices();
    if (!prices.ok) return prices;
    if (isStopped()) return signedOut;
    const { question: _asked, ...offer } = offerOf(endpoint, input, sources, prices.value);
    const isAgreed = isSame(shown, offer.price) && days === offer.days;
    if (shown === null || offer.price === null || !isAgreed) {
      return priceChanged(endpoint, shown, offer.price);
    }
    return ok(offer);
  };
}

/** What a purchase is offered for, and the question about it; `null` where it needs none. */
function offerOf(
  endpoint: PurchaseEndpoint,
  input: PurchaseInput,
  sources: Omit<ConfirmOptions, 'ask' | 'isStopped'>,
  prices: readonly OfferedPrice[],
  balance: number | null = null,
): Confirmed & { readonly question: ConsentQuestion | null } {
  const read = { now: sources.clock.now(), balance };
  const question = endpointQuestion(endpoint, input, sources, prices, read);
  const unknown = { question, prices, price: null, subject: '', days: null };
  switch (question?.kind) {
    case 'purchase': {
      const { price, subject, days, action } = question;
      const renews = action === 'renew' && ({ renews: true } as const);
      return { question, prices, price, subject, days, ...renews };
    }
    case 'key-reset':
      return { ...unknown, subject: question.subject };
    case undefined: {
      // A top-up is not asked about: it takes nothing.
      const method = prices.find((price) => price.method === input.body?.payment_method_id);
      const price = method ? { amount: method.amount, currency: method.currency } : null;
      return { ...unknown, price };
    }
    default:
      return unknown;
  }
}

function isSame(one: Money | null, other: Money | null): boolean {
  return one?.amount === other?.amount && one?.currency === other?.currency;
}

const signedOut = fail('unsent', { reason: 'signed-out' });

function priceChanged(
  endpoint: PurchaseEndpoint,
  shown: Money | null,
  now: Money | null,
): Result<never> {
  const prices = shown !== null && now !== null && { prices: { shown, now } };
  return fail('unsent', { reason: 'price-changed', endpoint, ...prices });
}
