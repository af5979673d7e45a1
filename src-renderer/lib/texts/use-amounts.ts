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

const methods: Readonly<Record<string, MessageKey>> = {
  sbp: 'payment.method.sbp',
  card: 'payment.method.card',
  stars: 'payment.method.stars',
  balance: 'payment.method.balance',
  promocode: 'payment.method.promocode',
  referral: 'payment.method.referral',
};

/** Methods that tariffs name in Russian, without the word for them. */
const offeredNames: Readonly<Record<string, string>> = { сбп: 'sbp', карта: 'card' };

const types: Readonly<Record<string, MessageKey>> = {
  new_config: 'payment.type.new_config',
  renewal: 'payment.type.renewal',
  cloud_server: 'payment.type.cloud_server',
  paid_option: 'payment.type.paid_option',
  balance_topup: 'payment.type.balance_topup',
};

const products: Readonly<Record<string, MessageKey>> = {
  all: 'payment.product.all',
  config: 'payment.product.configs',
  configs: 'payment.product.configs',
  cloud_server: 'payment.product.cloud_servers',
  cloud_servers: 'payment.product.cloud_servers',
  paid_option: 'payment.product.paid_options',
  paid_options: 'payment.product.paid_options',
};

const own = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Money in words: amounts as the service gives them, never divided or rounded, and what they were for. */
export function useAmounts() {
  const settings = useSettingsStore();
  const format = toRef(settings, 'format');
  const { t } = useI18n();

  /** "2 340 ₽", "2.18 TON", with the sign of a minus. */
  function inCurrency(amount: number, currency: string): string {
    const number = format.value.exact.format(amount).replace(/^-/, '−');
    return `${number}\u00A0${own(signs, currency) ?? visible(currency)}`;
  }

  /** A word of the service's, in the user's language where it is known. */
  const named = (words: Readonly<Record<string, MessageKey>>) => (word: string) => {
    const key = own(words, word);
    return key === undefined ? visible(word) : t(key);
  };

  const method = (word: string) => own(coins, word) ?? named(methods)(word);

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
      (Object.hasOwn(methods, key) ? method(key) : visible(name)) || t('unreadable.number', { id }),
    type: (type: string | null) => (type === null ? t('payment.type.other') : named(types)(type)),
    product: named(products),
  };
}
