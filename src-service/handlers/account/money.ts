import type { money as endpoints } from '#contract/api/account/money.ts';
import { PurchasedPromocode } from '#contract/records/money.ts';
import { alphanumeric } from '#service/random.ts';
import { nextId, type Store } from '#service/store/store.ts';
import { topUpLink } from '#service/store/purchase.ts';
import { refuse } from '#service/store/refusal.ts';
import type { Account } from '#service/store/state.ts';
import { sbpBanks } from '#service/catalog/banks.ts';
import { methods, priceIn } from '#service/catalog/tariffs.ts';
import { done, listedFields, type HandlersOf } from '#service/handlers/handler.ts';
import { sliceOf } from '#service/handlers/paging.ts';

/** Deducts a withdrawal from the referral balance and records it with a masked account. */
function withdraw(
  store: Store,
  account: Account,
  amount: number,
  method: 'sbp' | 'card',
  to: string,
): { id: number; created_at: number } {
  if (account.referral_balance < amount) {
    throw refuse('BAD_REQUEST', 'the referral balance is too small');
  }
  account.referral_balance -= amount;
  const created_at = store.now();
  const masked = `${'*'.repeat(to.length - 4)}${to.slice(-4)}`;
  account.referral.unshift({
    amount: -amount,
    method,
    account: masked,
    status: 'pending',
    created_at,
  });
  return { id: nextId(store), created_at };
}

export const moneyHandlers: HandlersOf<typeof endpoints> = {
  'referral.list': ({ account }, { query }) => ({
    data: sliceOf(account.referral, query),
  }),

  'referral.sbpBanks': () => ({ data: [...sbpBanks] }),

  'referral.withdrawSbp': ({ store, account }, { body }) => {
    if (!sbpBanks.some(({ id }) => id === body.bank_id))
      throw refuse('BAD_REQUEST', 'no such bank');
    return { data: withdraw(store, account, body.amount, 'sbp', body.phone_number) };
  },

  'referral.withdrawCard': ({ store, account }, { body }) => ({
    data: withdraw(store, account, body.amount, 'card', body.card_number),
  }),

  'balance.calculate': ({ store }, { query: { amount } }) => ({
    data: methods.map((method) => ({
      id: method.id,
      method_key: method.key,
      display_name: method.display_name,
      price: priceIn(method, amount, store.readings.amounts),
      currency: method.currency,
    })),
  }),

  'balance.topup': ({ store, account }, { body }) => ({
    data: topUpLink(store, account, body.amount, body.payment_method_id),
  }),

  'messenger.connection': ({ account }) => ({ data: account.is_messenger_connected }),

  'messenger.connect': ({ store, account }) => {
    const code = store.random.text(12, alphanumeric);
    store.state.bindings.push({ code, account_id: account.id });
    return { data: `${store.baseUrl()}/messenger/bot?start=${code}` };
  },

  'messenger.disconnect': ({ account }) => {
    account.is_messenger_connected = false;
    return done;
  },

  'payments.history': ({ account }, { query }) => ({
    data: sliceOf(account.history, query),
  }),

  'promocodes.list': ({ store, account }, { query }) => ({
    data: sliceOf(
      store.state.promocodes
        .filter((promocode) => promocode.account_id === account.id)
        .toReversed(),
      query,
    ).map((promocode) => listedFields(PurchasedPromocode, promocode)),
  }),
};
