import type { Store } from '#service/store/store.ts';
import type { Account } from '#service/store/state.ts';

/** What one request changed at the service. */
export interface Effect {
  /** Payments that it wrote down. */
  readonly payments: readonly number[];
  /** Ids of what it created or extended: configurations, servers, options, keys of either kind. */
  readonly things: readonly number[];
  /** Roubles that it took, of either balance. */
  readonly taken: number;
  /** Subscription keys that it replaced. */
  readonly replaced: number;
}

/** Whether anything was changed at all. */
export function hadEffect({ payments, things, taken, replaced }: Effect): boolean {
  return payments.length > 0 || things.length > 0 || taken !== 0 || replaced > 0;
}

/** What of an account a request may change. */
export interface Photograph {
  readonly payments: ReadonlySet<number>;
  readonly things: ReadonlyMap<number, number>;
  readonly money: number;
  readonly keys: readonly (string | null)[];
}

export function photograph({ state }: Store, account: Account): Photograph {
  return {
    payments: new Set(account.history.map(({ id }) => id)),
    things: new Map([
      ...account.configs.map(({ id, expires_at }) => [id, expires_at] as const),
      ...account.cloud_servers.map(({ id, expires_at }) => [id, expires_at] as const),
      ...account.paid_options.map(({ option_id, expires_at }) => [option_id, expires_at] as const),
      ...state.promocodes.map(({ id }) => [id, 0] as const),
      ...account.keys.map(({ id }) => [id, 0] as const),
    ]),
    money: account.balance + account.referral_balance,
    keys: [
      account.subscription_key,
      ...account.subscriptions.map(({ subscription_key }) => subscription_key),
    ],
  };
}

/** What is in the later of two pictures and not in the earlier one. */
export function changes(before: Photograph, now: Photograph): Effect {
  return {
    payments: [...now.payments].filter((id) => !before.payments.has(id)),
    things: [...now.things].flatMap(([id, at]) => (before.things.get(id) === at ? [] : [id])),
    taken: before.money - now.money,
    replaced: now.keys.filter((key, at) => key !== before.keys[at]).length,
  };
}
