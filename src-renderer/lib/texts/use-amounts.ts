import { toRef } from 'vue';
import type { TopupPrice } from '#contract/records/money.ts';
import type { PaymentMethod } from '#contract/records/shared.ts';
import type { MessageKey } from '#renderer/locales/messages.ts';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';
import { visible } from './connection-text.ts';
import { useI18n } from '#renderer/lib/i18n.ts';

/** Signs of currencies that have one; any other goes by its code, as the service gives it. */
const signs: Readonly<Record<string, string>> = { RUB: '₽' };

/** Methods that go by the name of their currency, in any language. */
const coins: Readonly<Record<string, string>> = { ton: 'TON', usdt: 'USDT' };

/** What a payment by each method is counted in: the history does not say. */
const currencies: Readonly<Record<string, string>> = {
  sbp: 'RUB',
  card: 'RUB',
  balance: 'RUB',
  referral: 'RUB',
  ...coins,
};

const methods = ['sbp', 'card', 'stars', 'balance', 'promocode', 'referral'] as const;

/** Methods that tariffs name in Russian, without the word for them. */
const offeredNames: Readonly<Record<string, string>> = { сбп: 'sbp', карта: 'card' };

const types = ['new_config', 'renewal', 'cloud_server', 'paid_option', 'balance_topup'] as const;

const products: Readonly<Record<string, MessageKey>> = {
  all: 'payment.product.all',
  config: 'payment.product.configs',
  configs: 'payment.product.configs',
  cloud_server: 'source.cloud',
  cloud_servers: 'source.cloud',
  paid_option: 'source.paid',
  paid_options: 'source.paid',
};

const own = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Money in words: amounts as the service gives them, never divided or rounded, and what they were for. */
export function useAmounts() {
  const settings = useSettingsStore();
  const format = toRef(settings, 'format');
  const { t } = useI18n();

  /** "2 340 ₽", "2.18 TON". */
  function inCurrency(amount: number, currency: string): string {
    const sign = own(signs, currency) ?? visible(currency);
    return `${format.value.exact.format(amount)}\u00A0${sign}`;
  }

  /** A word of the service's, in the user's language where it is known. */
  function method(word: string): string {
    const known = methods.find((each) => each === word);
    return known === undefined ? (own(coins, word) ?? visible(word)) : t(`payment.method.${known}`);
  }

  return {
    inCurrency,
    roubles: (amount: number) => inCurrency(amount, 'RUB'),
    /** What so many days cost in 30 of them: to compare, never to pay. */
    monthly: (amount: number, currency: string, days: number): string => {
      const month = (amount / days) * 30;
      return inCurrency(currency === 'RUB' ? Math.round(month) : +month.toPrecision(3), currency);
    },
    /** An amount of the history: a text of the service's, and empty where there is none. */
    paid: (amount: string | null, method: string): string => {
      if (amount === null) return '';
      const currency = own(currencies, method);
      const text = visible(format.value.decimal(amount));
      if (method === 'stars') return t('payment.stars', { n: text }, Number(amount) || 0);
      return currency === undefined ? text : `${text}\u00A0${own(signs, currency) ?? currency}`;
    },
    /** "−10 %", "+5%". */
    percent: (percent: number) => format.value.percent.format(percent),
    method,
    /** The label of a payment method: our name for a known one, else the service's. */
    offeredMethod: ({
      id,
      display_name: name,
      method_key: key = own(offeredNames, name.toLowerCase()) ?? name.toLowerCase(),
    }: Pick<PaymentMethod, 'id' | 'display_name'> & Partial<Pick<TopupPrice, 'method_key'>>) =>
      (methods.some((each) => each === key) ? method(key) : visible(name)) ||
      t('unreadable.number', { id }),
    type: (type: string | null): string => {
      const known = type === null ? 'other' : types.find((each) => each === type);
      return known === undefined ? visible(type ?? '') : t(`payment.type.${known}`);
    },
    product: (word: string): string => {
      const key = own(products, word);
      return key === undefined ? visible(word) : t(key);
    },
  };
}
