import type { PurchaseEntry } from '#contract/ipc/purchase-journal.ts';
import { useAmounts } from '#renderer/composables/texts/use-amounts.ts';
import { useFormat } from '#renderer/composables/texts/use-format.ts';
import { useI18n } from '#renderer/i18n.ts';

/**
 * The tone of an entry: `wait` progresses by itself, `look` needs the user, `rest` needs nothing.
 */
export function toneOf({
  state,
  unsaved,
  result,
  price,
  charged,
}: PurchaseEntry): 'wait' | 'look' | 'rest' {
  switch (state) {
    case 'preparing':
    case 'sending':
    case 'finding-out':
      return 'wait';
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

function isOvercharged(price: PurchaseEntry['price'], charged: number | null): boolean {
  return price !== null && charged !== null && charged > price.amount;
}

/** The title and the state of an entry, in words. */
export function useJournalWords() {
  const { t } = useI18n();
  const { dateTime, number } = useFormat();
  const { inCurrency, roubles } = useAmounts();

  function done({ linkUse, unsaved, result, failure }: PurchaseEntry): string {
    if (unsaved) return t('journal.state.save');
    if (result?.renewed === false) return t('journal.state.notRenewed');
    if (result?.by !== 'match' || linkUse === 'messenger') return t('journal.state.done');
    // Without a failure its link arrived: what was found is that it was paid.
    return t(failure === null ? 'journal.state.settled' : 'journal.state.found');
  }

  function state(entry: PurchaseEntry): string {
    if (entry.state === 'done') return done(entry);
    const messenger = entry.linkUse === 'messenger';
    if (entry.state === 'waiting' && !messenger && entry.link?.confirmed === true)
      return t('journal.state.opened');
    return t(`journal.state.${entry.state}`);
  }

  /**
   * The result, as far as the service or the lists show it.
   *
   * @param dated with the date until which it is, as a record says it
   */
  function facts({ result }: PurchaseEntry, dated: boolean): string[] {
    if (result === null) return [];
    return [
      result.days === undefined
        ? ''
        : t('journal.forDays', { n: number(result.days) }, result.days),
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

  /** What sending it once more may do, if the first one turns up after all. */
  function againEffect({ spends }: PurchaseEntry): string {
    return t(spends ? 'journal.againEffect' : 'journal.againTwice');
  }

  return {
    againEffect,
    title: ({ endpoint }: PurchaseEntry): string => t(`journal.endpoint.${endpoint}`),
    state,
    facts,
    charge,
  };
}
