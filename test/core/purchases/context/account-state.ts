import type { Store } from '#service/store/store.ts';
import type { Account } from '#service/store/state.ts';

/** What one request changed at the service. */
export interface Effect {
  /** Payments that it wrote down. */
  readonly payments: readonly number[];
  /** Ids of what it created or extended: configurations, servers, options, keys of either kind. */
  readonly resources: readonly number[];
  /** Roubles that it took, of either balance. */
  readonly taken: number;
  /** Subscription keys that it replaced. */
  readonly replaced: number;
}

/** Whether anything was changed at all. */
export function hadEffect({ payments, resources, taken, replaced }: Effect): boolean {
  return payments.length > 0 || resources.length > 0 || taken !== 0 || replaced > 0;
}

/** The parts of an account that a request may change. */
interface AccountState {
  readonly payments: ReadonlySet<number>;
  readonly resources: ReadonlyMap<number, number>;
  readonly money: number;
  readonly keys: readonly (string | null)[];
}

export function captureState({ state }: Store, account: Account): AccountState {
  return {
    payments: new Set(account.history.map(({ id }) => id)),
    resources: new Map([
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
export function changes(before: AccountState, now: AccountState): Effect {
  return {
    payments: [...now.payments].filter((id) => !before.payments.has(id)),
    resources: [...now.resources].flatMap(([id, at]) =>
      before.resources.get(id) === at ? [] : [id],
    ),
    taken: before.money - now.money,
    replaced: now.keys.filter((key, at) => key !== before.keys[at]).length,
  };
}
