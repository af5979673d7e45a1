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
import { nextId, type House } from './house.ts';
import { carryOut, createPromocode } from './orders.ts';
import { refuse } from './refusal.ts';
import type { HistoryRecord, Order, PendingPayment, PromocodeRecord } from './records/payments.ts';
import type { Account } from './state.ts';

/** The part of a purchase's body that says how it is paid. */
export interface PaymentChoice {
  readonly payment_method_id?: number | undefined;
  readonly tariff_id?: number | undefined;
  /** A number of days instead of a tariff (renewal of a cloud server). */
  readonly days?: number | undefined;
  readonly promocode?: string | undefined;
}

export interface Purchase<T> {
  readonly product: Product;
  readonly choice: PaymentChoice;
  /** As the history writes it. */
  readonly type: 'new_config' | 'renewal' | 'cloud_server' | 'paid_option';
  readonly order: Order;
  /** Does what was ordered, for as many days as were paid. */
  carryOut(days: number): T;
}

export type Outcome<T> =
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
export function purchase<T>(house: House, account: Account, bought: Purchase<T>): Outcome<T> {
  const { product, choice } = bought;
  if (choice.promocode !== undefined) {
    const promocode = activePromocode(house, choice.promocode, product);
    const days = promocode.activation_days;
    const value = bought.carryOut(days);
    promocode.is_active = false;
    record(house, account, bought, { days, amount: null, method: 'promocode', is_paid: true });
    return { kind: 'done', value };
  }
  const tariff = chooseTariff(account, product, choice);
  if (choice.payment_method_id !== undefined || account.balance < tariff.roubles) {
    return { kind: 'link', link: askForPayment(house, account, bought, tariff) };
  }
  const { days, roubles } = tariff;
  const value = bought.carryOut(days);
  account.balance -= roubles;
  record(house, account, bought, {
    days,
    amount: String(roubles),
    method: 'balance',
    is_paid: true,
  });
  return { kind: 'done', value };
}

/** Buys an activation key of a product (`as_key`): the key and its days, or a link to pay for it. */
export function purchaseKey(
  house: House,
  account: Account,
  bought: Pick<Purchase<unknown>, 'product' | 'choice' | 'type'>,
): { promocode: string; days: number } | { link: string } {
  if (bought.choice.promocode !== undefined) {
    throw refuse('BAD_REQUEST', 'a key cannot be bought with a key');
  }
  const order = { kind: 'key', product_type: bought.product.type } as const;
  const outcome = purchase(house, account, {
    ...bought,
    order,
    carryOut: (days) => createPromocode(house, account, order, days),
  });
  return outcome.kind === 'link'
    ? { link: outcome.link }
    : { promocode: outcome.value.code, days: outcome.value.activation_days };
}

/** A link that tops the balance up by `amount` roubles. */
export function topUpLink(
  house: House,
  account: Account,
  amount: number,
  methodId: number,
): string {
  const method = findMethod(methodId);
  if (method === undefined) throw refuse('BAD_REQUEST', 'no such payment method');
  const price = String(priceIn(method, amount));
  const entry = addHistory(house, account, {
    amount: price,
    type: 'balance_topup',
    method: method.key,
    days: 0,
    is_paid: false,
    as_key: false,
  });
  return pendingLink(
    house,
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
export function pay(house: House, payment: PendingPayment): void {
  if (payment.paid) return;
  const account = house.state.accounts.find(({ id }) => id === payment.account_id);
  if (account === undefined) return;
  carryOut(house, account, payment.order, payment.days);
  payment.paid = true;
  const entry = account.history.find(({ id }) => id === payment.history_id);
  if (entry !== undefined) entry.is_paid = true;
}

/** Writes a payment down; the newest is first. */
export function addHistory(
  house: House,
  account: Account,
  entry: Omit<HistoryRecord, 'id' | 'created_at'>,
): HistoryRecord {
  const added: HistoryRecord = { id: nextId(house), created_at: house.now(), ...entry };
  account.history.unshift(added);
  return added;
}

function record(
  house: House,
  account: Account,
  bought: Pick<Purchase<unknown>, 'type' | 'order'>,
  paid: Pick<HistoryRecord, 'days' | 'amount' | 'method' | 'is_paid'>,
): HistoryRecord {
  const as_key = bought.order.kind === 'key';
  return addHistory(house, account, { ...paid, type: bought.type, as_key });
}

function chooseTariff(account: Account, product: Product, choice: PaymentChoice): TariffRecord {
  const method = chooseMethod(choice.payment_method_id);
  const offered = tariffsOf(product, personalPercent(account, product));
  const wanted = offered.find((tariff) =>
    choice.tariff_id !== undefined
      ? tariff.id === choice.tariff_id &&
        (choice.payment_method_id === undefined || tariff.method.id === method.id)
      : tariff.method.id === method.id &&
        (choice.days === undefined || tariff.days === choice.days),
  );
  if (wanted === undefined) throw refuse('BAD_REQUEST', 'no such tariff');
  return wanted;
}

function chooseMethod(id: number | undefined): Method {
  const method = id === undefined ? methods[0] : findMethod(id);
  if (method === undefined) throw refuse('BAD_REQUEST', 'no such payment method');
  return method;
}

function activePromocode(house: House, code: string, product: Product): PromocodeRecord {
  const promocode = house.state.promocodes.find((candidate) => candidate.code === code);
  if (promocode === undefined || !promocode.is_active || promocode.product_type !== product.type) {
    throw refuse('BAD_REQUEST', 'the promocode cannot be used here');
  }
  return promocode;
}

function askForPayment(
  house: House,
  account: Account,
  bought: Purchase<unknown>,
  tariff: TariffRecord,
): string {
  const amount = String(tariff.price);
  const { days, method } = tariff;
  const paid = { days, amount, method: method.key, is_paid: false };
  const entry = record(house, account, bought, paid);
  const label = `${bought.product.title} · ${String(days)} дней`;
  return pendingLink(
    house,
    account,
    entry,
    days,
    label,
    `${amount} ${method.currency}`,
    bought.order,
  );
}

function pendingLink(
  house: House,
  account: Account,
  entry: HistoryRecord,
  days: number,
  label: string,
  price: string,
  order: Order,
): string {
  const token = house.random.text(32, alphanumeric);
  house.state.payments.push({
    token,
    account_id: account.id,
    history_id: entry.id,
    paid: false,
    days,
    label,
    price,
    order,
  });
  return `${house.baseUrl()}/pay/${token}`;
}
