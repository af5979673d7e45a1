import type { PurchaseEndpoint } from '#contract/api/index.ts';
import type { Asked } from './asked.ts';
import {
  readAccountKey,
  readApiKeys,
  readBoughtKeys,
  readConfigs,
  readMessenger,
  readOptions,
  readReferral,
  readServers,
  readSubscriptionKey,
  type ListReader,
} from '#core/purchases/reconciliation/lists.ts';
import {
  judgeApiKey,
  judgeReplacement,
  judgeWithdrawal,
} from '#core/purchases/reconciliation/match-others.ts';
import { judgePurchase } from '#core/purchases/reconciliation/match-payments.ts';
import type { Occasion, Verdict } from '#core/purchases/reconciliation/verdict.ts';
import type { View } from '#core/purchases/reconciliation/view.ts';
import type { Wanted } from './wanted.ts';

/** What the journal must know of one row. */
export interface Kind {
  /** Of a lane only one is under way at a time, so that two of our own are never confused. */
  readonly lane: 'money' | 'referral' | 'keys' | 'harmless';
  /** What it is for: of one product nothing new is begun while something is open. */
  readonly product: string;
  /** What has to be read to find out what became of it. */
  readonly look: {
    readonly payments: boolean;
    readonly balance: 'balance' | 'referral_balance' | null;
    readonly list: ListReader | null;
  };
  /** `null` where a lost answer leaves nothing behind: it may simply be asked for again. */
  readonly judge: ((before: View, wanted: Wanted, now: View, occasion: Occasion) => Verdict) | null;
  /** Whether traces are looked for after the deadline too. */
  readonly lateWatch: boolean;
}

function money(product: string, list: ListReader | null): Kind {
  const look = { payments: true, balance: 'balance', list } as const;
  return { lane: 'money', product, look, judge: judgePurchase, lateWatch: true };
}

const withdrawal: Kind = {
  lane: 'referral',
  product: 'referral',
  look: { payments: false, balance: 'referral_balance', list: readReferral },
  judge: judgeWithdrawal,
  lateWatch: true,
};

function replacement(product: string, list: ListReader): Kind {
  const look = { payments: false, balance: null, list };
  return { lane: 'keys', product, look, judge: judgeReplacement, lateWatch: false };
}

function harmless(product: string, list: ListReader | null): Kind {
  const look = { payments: false, balance: null, list };
  return { lane: 'harmless', product, look, judge: null, lateWatch: false };
}

/** The kind of a row with this input. */
export function kindOf(row: PurchaseEndpoint, { path, body }: Asked): Kind {
  const asKey = body?.as_key === true;
  switch (row) {
    case 'configs.create':
      return money('configs', asKey ? readBoughtKeys : readConfigs);
    case 'configs.renew':
      return money(`config ${String(path?.config_id)}`, readConfigs);
    case 'cloudServers.create':
      return money('cloud servers', readServers);
    case 'cloudServers.renew':
      return money(`cloud server ${String(body?.server_id)}`, readServers);
    case 'paidOptions.create':
      return money(
        `paid option ${String(body?.paid_option_id)}`,
        asKey ? readBoughtKeys : readOptions,
      );
    case 'balance.topup':
      return money('balance', null);
    case 'referral.withdrawSbp':
    case 'referral.withdrawCard':
      return withdrawal;
    case 'apiKeys.create': {
      const look = { payments: false, balance: null, list: readApiKeys };
      return { lane: 'keys', product: 'api keys', look, judge: judgeApiKey, lateWatch: true };
    }
    case 'profile.resetSubscriptionLink':
      return replacement('account key', readAccountKey);
    case 'customSubscriptions.resetKey':
      return replacement(`subscription ${String(path?.id)}`, readSubscriptionKey(path?.id ?? 0));
    case 'messenger.connect':
      return harmless('messenger', readMessenger);
    case 'xray.createKeys':
      return harmless('key pair', null);
  }
}
