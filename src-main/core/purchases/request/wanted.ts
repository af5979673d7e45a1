import type { PurchaseEndpoint } from '#contract/api/index.ts';
import type { Asked } from './asked.ts';
import { lastDigits } from './asked.ts';

/** What must appear for a purchase to have happened. Plain data: it is sealed with the intent. */
export interface Wanted {
  /** The history's words for it (specification, part 1, Payment history entry). */
  readonly types: readonly string[];
  /** `null`: the service chooses. */
  readonly days: number | null;
  /** What so many days cost, by any method in its own currency; `null` where that is not known. */
  readonly amounts: readonly number[] | null;
  readonly asKey: boolean;
  readonly byPromocode: boolean;
  /** A payment method was named: then it is a link, and nothing is taken from the balance. */
  readonly byMethod: boolean;
  /** The thing that it adds or extends. */
  readonly target: Target;
}

export type Target =
  | { readonly kind: 'none' }
  | { readonly kind: 'new'; readonly facts: Readonly<Record<string, string | number>> }
  | { readonly kind: 'extended'; readonly key: string };

/** One price, of any product, by any method. */
export interface Price {
  readonly tariff: number;
  readonly days: number;
  readonly amount: number;
}

/**
 * What a row with this input must leave behind.
 *
 * @param prices everything that the product is sold for; of a top-up, what its amount costs
 */
export function wantedOf(row: PurchaseEndpoint, asked: Asked, prices: readonly Price[]): Wanted {
  const body = asked.body ?? {};
  const byPromocode = body.promocode !== undefined;
  const days = byPromocode
    ? null
    : (prices.find(({ tariff }) => tariff === body.tariff_id)?.days ?? body.days ?? null);
  const fitting = prices.filter((price) => row === 'balance.topup' || price.days === days);
  return {
    types: paymentTypes(row),
    days: row === 'balance.topup' ? null : days,
    amounts: fitting.length > 0 ? fitting.map(({ amount }) => amount) : null,
    asKey: body.as_key === true,
    byPromocode,
    byMethod: body.payment_method_id !== undefined,
    target: targetOf(row, asked, days),
  };
}

/**
 * The likeliest first. A cloud server's renewal may be written either way: the specification does not
 * say.
 */
function paymentTypes(row: PurchaseEndpoint): string[] {
  switch (row) {
    case 'configs.create':
      return ['new_config'];
    case 'configs.renew':
      return ['renewal'];
    case 'cloudServers.create':
      return ['cloud_server'];
    case 'cloudServers.renew':
      return ['renewal', 'cloud_server'];
    case 'paidOptions.create':
      return ['paid_option'];
    case 'balance.topup':
      return ['balance_topup'];
    default:
      return [];
  }
}

function targetOf(row: PurchaseEndpoint, asked: Asked, days: number | null): Target {
  const body = asked.body ?? {};
  if (body.as_key === true) {
    const product = row === 'configs.create' ? 'configs' : 'paid_options';
    return { kind: 'new', facts: { product, ...(days !== null && { days }) } };
  }
  switch (row) {
    case 'configs.create':
      return { kind: 'new', facts: given(body, ['location_id', 'protocol', 'server_id']) };
    case 'cloudServers.create':
      return { kind: 'new', facts: given(body, ['location_id', 'tariff_config_id', 'hostname']) };
    case 'configs.renew':
      return { kind: 'extended', key: String(asked.path?.config_id) };
    case 'cloudServers.renew':
      return { kind: 'extended', key: String(body.server_id) };
    case 'paidOptions.create':
      return { kind: 'extended', key: String(body.paid_option_id) };
    case 'referral.withdrawSbp':
      return { kind: 'new', facts: { amount: body.amount ?? 0, method: 'sbp', digits: '' } };
    case 'referral.withdrawCard': {
      const facts = { amount: body.amount ?? 0, method: 'card', digits: lastDigits(asked) };
      return { kind: 'new', facts };
    }
    case 'apiKeys.create':
      return { kind: 'new', facts: given(body, ['name']) };
    default:
      return { kind: 'none' };
  }
}

function given(
  body: NonNullable<Asked['body']>,
  fields: readonly (
    'location_id' | 'protocol' | 'server_id' | 'tariff_config_id' | 'hostname' | 'name'
  )[],
): Record<string, string | number> {
  return Object.fromEntries(
    fields.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]])),
  );
}
