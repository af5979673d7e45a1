import type { PurchaseEndpoint } from '#contract/api/index.ts';
import { underWay, type PurchaseEntry } from '#contract/ipc/purchase-journal.ts';
import type { Money } from '#contract/values.ts';
import { visible } from '#renderer/lib/texts/connection-text.ts';
import { useAmounts } from '#renderer/lib/texts/use-amounts.ts';
import { useFormat } from '#renderer/lib/texts/use-format.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import type { MessageKey } from '#renderer/locales/messages.ts';

const namedTitles: Partial<Record<PurchaseEndpoint, MessageKey>> = {
  'configs.renew': 'journal.named.renew',
  'cloudServers.create': 'journal.named.rent',
  'cloudServers.renew': 'journal.named.renew',
  'paidOptions.create': 'journal.named.buy',
  'apiKeys.create': 'journal.named.apiKey',
  'customSubscriptions.resetKey': 'journal.named.resetKey',
};

/** `wait` progresses by itself, `look` needs the user, `rest` needs nothing. */
export function toneOf({
  state,
  unsaved,
  result,
  price,
  charged,
}: PurchaseEntry): 'wait' | 'look' | 'rest' {
  if (underWay.has(state)) return 'wait';
  switch (state) {
    case 'not-seen':
    case 'unclear':
    case 'orphan':
    case 'link-lost':
    case 'lost':
    case 'refused':
      return 'look';
    default:
      return unsaved || result?.renewed === false || isOvercharged(price, charged)
        ? 'look'
        : 'rest';
  }
}

/** The states that an entry ends in other than `done`. */
const closedStates = ['stopped', 'link-lost', 'removed', 'lost', 'refused'] as const;

const isClosed = (state: string): state is (typeof closedStates)[number] =>
  (closedStates as readonly string[]).includes(state);

function isOvercharged(price: PurchaseEntry['price'], charged: number | null): boolean {
  return price !== null && charged !== null && charged > price.amount;
}

/**
 * Roubles that the balance has grown by since the link of a top-up was made, if they are what it pays and no
 * payment says so: only the user knows whether it was paid.
 */
export function grownBy({ endpoint, link, input, balance }: PurchaseEntry): number | null {
  if (endpoint !== 'balance.topup' || link === null || balance === null) return null;
  const grown = (balance.last ?? balance.before) - balance.before;
  return grown >= (input.body?.amount ?? Infinity) ? grown : null;
}

function useJournalTitle() {
  const { t } = useI18n();
  const { inDays } = useFormat();

  /** "Renewal of “Netflix”": what was requested, and of what. */
  function action({ endpoint, input, subject, renews }: PurchaseEntry): string {
    if (input.body?.as_key === true) return t('journal.named.key');
    const name = visible(subject === '' ? (input.body?.name ?? '') : subject);
    const named = renews ? 'journal.named.renew' : namedTitles[endpoint];
    return name === '' || named === undefined
      ? t(`journal.endpoint.${endpoint}`)
      : t(named, { name });
  }

  /** "Renewal of “Netflix” · 30 days". */
  function title(entry: PurchaseEntry): string {
    const { days } = entry;
    const long = days === null ? [] : [inDays(days)];
    return [action(entry), ...long].join(' · ');
  }

  return title;
}

/** The title and the state of an entry, in words. */
export function useJournalWords() {
  const { t } = useI18n();
  const title = useJournalTitle();
  const { dateTime, inDays } = useFormat();
  const { inCurrency, roubles } = useAmounts();

  function done(entry: PurchaseEntry, dated: boolean): string {
    const { linkUse, unsaved, result, failure, endpoint, input } = entry;
    if (unsaved) return t('journal.state.save');
    if (result?.renewed === false) return t('journal.state.notRenewed');
    if (endpoint === 'cloudServers.create' && input.body?.as_key !== true && !dated) {
      return t('journal.state.serverPaid');
    }
    if (result?.by !== 'match' || linkUse === 'messenger') return t('journal.state.done');
    // Without a failure its link arrived: what was found is that it was paid.
    return t(failure === null ? 'journal.state.settled' : 'journal.state.found');
  }

  function state(entry: PurchaseEntry, dated: boolean): string {
    if (entry.state === 'done') return done(entry, dated);
    const grown = grownBy(entry);
    if (grown !== null) return t('journal.state.grown', { amount: roubles(grown) });
    if (entry.state !== 'waiting' || entry.linkUse === 'messenger') {
      return t(`journal.state.${entry.state}`);
    }
    const price = priceOf(entry);
    return t(`journal.state.${entry.link?.opened === true ? 'opened' : 'pay'}`, { price });
  }

  const priceOf = (entry: PurchaseEntry): string =>
    entry.price === null ? cost(entry) : inCurrency(entry.price.amount, entry.price.currency);

  /** The result as far as it is known; `dated`: with the date until which it is. */
  function facts({ result, days }: PurchaseEntry, dated: boolean): string[] {
    if (result === null) return [];
    return [
      result.days === undefined || result.days === days ? '' : inDays(result.days),
      result.expiresAt === undefined || !dated
        ? ''
        : t('journal.until', { date: dateTime(result.expiresAt * 1000) }),
    ].filter((fact) => fact !== '');
  }

  /** That another amount was charged than was said; empty where none was. */
  function charge({ price, charged }: PurchaseEntry): string {
    if (price === null || charged === null || charged === price.amount) return '';
    const amounts = { said: inCurrency(price.amount, price.currency), charged: roubles(charged) };
    return t(
      isOvercharged(price, charged) ? 'journal.chargedMore' : 'journal.chargedLess',
      amounts,
    );
  }

  /** What was paid, or is to be; empty where nothing is or that is not known. */
  function cost({ input, price, charged }: PurchaseEntry): string {
    const { amount, promocode } = input.body ?? {};
    if (promocode === null) return t('journal.byPromocode');
    if (amount !== undefined) return roubles(amount);
    const paid: Money | null = charged === null ? price : { amount: charged, currency: 'RUB' };
    return paid === null ? '' : inCurrency(paid.amount, paid.currency);
  }

  return {
    /** What sending it once more may do, if the first one turns up after all. */
    againEffect: ({ spends }: PurchaseEntry): string =>
      t(spends ? 'journal.againEffect' : 'journal.againTwice'),
    title,
    /** What its open link pays; empty where none is to be paid. */
    toPay: (entry: PurchaseEntry): string =>
      entry.state === 'waiting' &&
      entry.linkUse === 'payment' &&
      entry.link?.opens === true &&
      grownBy(entry) === null
        ? priceOf(entry)
        : '',
    cost,
    /** How it ended, in a word or two; empty where it was done. */
    outcome: ({ state, result, failure }: PurchaseEntry): string => {
      if (result?.renewed === false) return t('journal.outcome.notRenewed');
      if (state === 'done' && result?.by === 'match' && failure !== null) {
        return t('journal.outcome.found');
      }
      return isClosed(state) ? t(`journal.outcome.${state}`) : '';
    },
    state,
    facts,
    charge,
  };
}
