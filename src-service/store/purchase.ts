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
import { carryOut, createPromocode } from './orders.ts';
import { refuse } from './refusal.ts';
import type { HistoryRecord, Order, PendingPayment, PromocodeRecord } from './records/payments.ts';
import type { Account } from './state.ts';

/** The part of a purchase's body that says how it is paid. */
interface PaymentChoice {
  readonly payment_method_id?: number | undefined;
  readonly tariff_id?: number | undefined;
  /** A number of days instead of a tariff (renewal of a cloud server). */
  readonly days?: number | undefined;
  readonly promocode?: string | undefined;
}

interface Purchase<T> {
  readonly product: Product;
  readonly choice: PaymentChoice;
  /** As the history writes it. */
  readonly type: 'new_config' | 'renewal' | 'cloud_server' | 'paid_option';
  readonly order: Order;
  /** Does what was ordered, for as many days as were paid. */
  carryOut(days: number): T;
}

type Outcome<T> =
  { readonly kind: 'done'; readonly value: T } | { readonly kind: 'link'; readonly link: string };

/** Personal discount (negative) or markup of a product, in percent. */
export function personalPercent(account: Account, product: Product): number {
  const names = ['all', product.type, product.type.slice(0, -1)];
  return account.pricing_rules
    .filter((rule) => names.includes(rule.type))
    .reduce((sum, rule) => sum + rule.percent, 0);
}

/**
 * Buys. The specification leaves open what decides between a link and the resource; here: a
 * promocode pays for its days; naming a payment method asks for a link; naming none takes the
 * balance where it covers the price, and gives a link for the first method where it does not.
 */
export function purchase<T>(store: Store, account: Account, bought: Purchase<T>): Outcome<T> {
  const { product, choice } = bought;
  if (choice.promocode !== undefined) {
    const promocode = activePromocode(store, choice.promocode, product);
    const days = promocode.activation_days;
    const value = bought.carryOut(days);
    promocode.is_active = false;
    record(store, account, bought, { days, amount: null, method: 'promocode', is_paid: true });
    return { kind: 'done', value };
  }
  const tariff = chooseTariff(store, account, product, choice);
  if (choice.payment_method_id !== undefined || account.balance < tariff.roubles) {
    return { kind: 'link', link: askForPayment(store, account, bought, tariff) };
  }
  const { days, roubles } = tariff;
  const value = bought.carryOut(days);
  account.balance = Math.round((account.balance - roubles) * 100) / 100;
  record(store, account, bought, {
    days,
    amount: String(roubles),
    method: 'balance',
    is_paid: true,
  });
  return { kind: 'done', value };
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
  const order = { kind: 'key', product_type: bought.product.type } as const;
  const outcome = purchase(store, account, {
    ...bought,
    order,
    carryOut: (days) => createPromocode(store, account, order, days),
  });
  return outcome.kind === 'link'
    ? { link: outcome.link }
    : { promocode: outcome.value.code, days: outcome.value.activation_days };
}

/** A link that tops the balance up by `amount` roubles. */
export function topUpLink(
  store: Store,
  account: Account,
  amount: number,
  methodId: number,
): string {
  const method = findMethod(methodId);
  if (method === undefined) throw refuse('BAD_REQUEST', 'no such payment method');
  const price = String(priceIn(method, amount, store.readings.amounts));
  const entry = addHistory(store, account, {
    amount: price,
    type: 'balance_topup',
    method: method.key,
    days: 0,
    is_paid: false,
    as_key: false,
  });
  return pendingLink(
    store,
    account,
    entry,
    0,
    'Пополнение баланса',
    `${price} ${method.currency}`,
    {
      kind: 'top-up',
      amount,
    },
  );
}

/** Pays a link. Paying it again changes nothing. */
export function pay(store: Store, payment: PendingPayment): void {
  if (payment.paid) return;
  const account = store.state.accounts.find(({ id }) => id === payment.account_id);
  if (account === undefined) return;
  carryOut(store, account, payment.order, payment.days);
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

function record(
  store: Store,
  account: Account,
  bought: Pick<Purchase<unknown>, 'type' | 'order'>,
  paid: Pick<HistoryRecord, 'days' | 'amount' | 'method' | 'is_paid'>,
): HistoryRecord {
  const as_key = bought.order.kind === 'key';
  return addHistory(store, account, { ...paid, type: bought.type, as_key });
}

function chooseTariff(
  { readings }: Store,
  account: Account,
  product: Product,
  choice: PaymentChoice,
): TariffRecord {
  const method = chooseMethod(choice.payment_method_id);
  const offered = tariffsOf(product, personalPercent(account, product), readings.amounts);
  const selected = offered.find((tariff) =>
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

function askForPayment(
  store: Store,
  account: Account,
  bought: Purchase<unknown>,
  tariff: TariffRecord,
): string {
  const amount = String(tariff.price);
  const { days, method } = tariff;
  const paid = { days, amount, method: method.key, is_paid: false };
  const entry = record(store, account, bought, paid);
  const label = `${bought.product.title} · ${String(days)} дней`;
  return pendingLink(
    store,
    account,
    entry,
    days,
    label,
    `${amount} ${method.currency}`,
    bought.order,
  );
}

function pendingLink(
  store: Store,
  account: Account,
  entry: HistoryRecord,
  days: number,
  label: string,
  price: string,
  order: Order,
): string {
  const token = store.random.text(32, alphanumeric);
  store.state.payments.push({
    token,
    account_id: account.id,
    history_id: entry.id,
    paid: false,
    days,
    label,
    price,
    order,
  });
  return `${store.baseUrl()}/pay/${token}`;
}
