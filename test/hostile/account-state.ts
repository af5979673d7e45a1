import type { RunningService } from '#service/service.ts';

/** What a page that was taken over must not change: money, keys, and what will spend money. */
export function guardedState({ control }: Pick<RunningService, 'control'>) {
  const account = control.account();
  const { configs, cloud_servers, paid_options } = account;
  return {
    balance: account.balance,
    referral: account.referral_balance,
    withdrawals: account.referral.length,
    configs: configs.length,
    servers: cloud_servers.length,
    expiries: [...configs, ...cloud_servers, ...paid_options].map(({ expires_at }) => expires_at),
    renewing: [...configs, ...cloud_servers, ...paid_options].map(
      ({ auto_renewal }) => auto_renewal,
    ),
    subscriptionKey: account.subscription_key,
    promocodes: control.state.promocodes.length,
  };
}

/** The names of the API keys of the account: one may be deleted, none may be added. */
export function apiKeyNames({ control }: Pick<RunningService, 'control'>): string[] {
  return control.account().keys.map(({ name }) => name);
}
