import { alphanumeric } from '#service/random.ts';
import {
  findMethod,
  methods,
  priceIn,
  tariffsOf,
  type Method,
  type Product,
  type TariffRecord,
} from '#service/catalog/tariffs.ts';
import { nextId, type Store } from './store.ts';
import { createPromocode } from './orders.ts';
import { refuse } from './refusal.ts';
import type { PendingPayment, PromocodeRecord } from './records/payments.ts';
import type { Account } from './state.ts';

type HistoryRecord = Account['history'][number];

/** The part of a purchase's body that says how it is paid. */
interface PaymentChoice {
  readonly payment_method_id?: number | undefined;
  readonly tariff_id?: number | undefined;
  /** A number of days instead of a tariff (renewal of a cloud server). */
  readonly days?: number | undefined;
  readonly promocode?: string | undefined;
}

interface Purchase<Data> {
  readonly product: Product;
  readonly choice: PaymentChoice;
  /** As the history writes it. */
  readonly type: 'new_config' | 'renewal' | 'cloud_server' | 'paid_option';
  readonly as_key?: boolean;
  /** Does what was ordered, for as many days as were paid, and answers with it. */
  readonly carryOut: (days: number) => Data;
}

/** Every tariff of a product at this account's prices. */
export function tariffsFor({ readings }: Store, account: Account, product: Product) {
  return tariffsOf(product, personalPercent(account, product), readings.amounts);
}

/** Personal discount (negative) or markup of a product, in percent. */
export function personalPercent(account: Account, product: Product): number {
  const names = ['all', product.type, product.type.slice(0, -1)];
  return account.pricing_rules
    .filter((rule) => names.includes(rule.type))
    .reduce((sum, rule) => sum + rule.percent, 0);
}

/**
 * Buys. What the specification leaves open: a promocode pays for its days; naming a payment method asks for a
 * link; naming none takes the balance where it suffices, else gives a link for the first method.
 */
export function purchase<Data>(
  store: Store,
  account: Account,
  bought: Purchase<Data>,
): Data | { readonly link: string } {
  const { product, choice, type, as_key = false, carryOut } = bought;
  const paid = { type, as_key, is_paid: true };
  if (choice.promocode !== undefined) {
    const promocode = activePromocode(store, choice.promocode, product);
    const days = promocode.activation_days;
    const data = carryOut(days);
    promocode.is_active = false;
    addHistory(store, account, { ...paid, days, amount: null, method: 'promocode' });
    return data;
  }
  const { days, roubles, price, method } = chooseTariff(store, account, product, choice);
  if (choice.payment_method_id !== undefined || account.balance < roubles) {
    const amount = String(price);
    const entry = { ...paid, is_paid: false, days, amount, method: method.key };
    return pendingLink(store, account, entry, {
      label: `${product.title} · ${String(days)} дней`,
      price: `${amount} ${method.currency}`,
      carryOut: () => carryOut(days),
    });
  }
  const data = carryOut(days);
  account.balance = Math.round((account.balance - roubles) * 100) / 100;
  addHistory(store, account, { ...paid, days, amount: String(roubles), method: 'balance' });
  return data;
}

/** Buys an activation key of a product (`as_key`): the key and its days, or a link to pay for it. */
export function purchaseKey(
  store: Store,
  account: Account,
  bought: Pick<Purchase<unknown>, 'product' | 'choice' | 'type'>,
): { promocode: string; days: number } | { link: string } {
  if (bought.choice.promocode !== undefined) {
    throw refuse('BAD_REQUEST', 'a key cannot be bought with a key');
  }
  return purchase(store, account, {
    ...bought,
    as_key: true,
    carryOut: (days) => ({
      promocode: createPromocode(store, account, bought.product.type, days).code,
      days,
    }),
  });
}

/** A link that tops the balance up by `amount` roubles. */
export function topUpLink(store: Store, account: Account, amount: number, methodId: number) {
  const method = chooseMethod(methodId);
  const price = String(priceIn(method, amount, store.readings.amounts));
  const entry = { type: 'balance_topup', amount: price, method: method.key, days: 0 };
  return pendingLink(
    store,
    account,
    { ...entry, is_paid: false, as_key: false },
    {
      label: 'Пополнение баланса',
      price: `${price} ${method.currency}`,
      carryOut: () => (account.balance += amount),
    },
  );
}

/** Pays a link. Paying it again changes nothing. */
export function pay(store: Store, payment: PendingPayment): void {
  if (payment.paid) return;
  const account = store.state.accounts.find(({ id }) => id === payment.account_id);
  if (account === undefined) return;
  payment.carryOut();
  payment.paid = true;
  const entry = account.history.find(({ id }) => id === payment.history_id);
  if (entry !== undefined) entry.is_paid = true;
}

/** Writes a payment down; the newest is first. */
export function addHistory(
  store: Store,
  account: Account,
  entry: Omit<HistoryRecord, 'id' | 'created_at'>,
): HistoryRecord {
  const added: HistoryRecord = { id: nextId(store), created_at: store.now(), ...entry };
  account.history.unshift(added);
  return added;
}

function chooseTariff(
  store: Store,
  account: Account,
  product: Product,
  choice: PaymentChoice,
): TariffRecord {
  const method = chooseMethod(choice.payment_method_id);
  const selected = tariffsFor(store, account, product).find((tariff) =>
    choice.tariff_id !== undefined
      ? tariff.id === choice.tariff_id &&
        (choice.payment_method_id === undefined || tariff.method.id === method.id)
      : tariff.method.id === method.id &&
        (choice.days === undefined || tariff.days === choice.days),
  );
  if (selected === undefined) throw refuse('BAD_REQUEST', 'no such tariff');
  return selected;
}

function chooseMethod(id: number | undefined): Method {
  const method = id === undefined ? methods[0] : findMethod(id);
  if (method === undefined) throw refuse('BAD_REQUEST', 'no such payment method');
  return method;
}

function activePromocode(store: Store, code: string, product: Product): PromocodeRecord {
  const promocode = store.state.promocodes.find((candidate) => candidate.code === code);
  if (promocode === undefined || !promocode.is_active || promocode.product_type !== product.type) {
    throw refuse('BAD_REQUEST', 'the promocode cannot be used here');
  }
  return promocode;
}

/** The link of a payment that is written down, and carried out once it is paid. */
function pendingLink(
  store: Store,
  account: Account,
  entry: Parameters<typeof addHistory>[2],
  payment: Pick<PendingPayment, 'label' | 'price' | 'carryOut'>,
): { link: string } {
  const { id } = addHistory(store, account, entry);
  const token = store.random.text(32, alphanumeric);
  const ids = { token, account_id: account.id, history_id: id };
  store.state.payments.push({ ...ids, paid: false, ...payment });
  return { link: `${store.baseUrl()}/pay/${token}` };
}
