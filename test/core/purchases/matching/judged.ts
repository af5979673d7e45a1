import type { PurchaseEndpoint } from '#contract/api/index.ts';
import type { Asked } from '#core/purchases/request/asked.ts';
import { judgePurchase } from '#core/purchases/reconciliation/match-payments.ts';
import type { SeenPayment, Thing, View } from '#core/purchases/reconciliation/view.ts';
import { wantedOf } from '#core/purchases/request/wanted.ts';

/** Seconds, as the service counts. */
export const day = 86_400;
export const sentAt = 1_800_000_000;
export const span = { from: sentAt - 10, until: sentAt + 90 };
export const later = sentAt + 100;

export const prices = [
  { tariff: 1, days: 30, amount: 199 },
  { tariff: 2, days: 30, amount: 2.1 },
  { tariff: 3, days: 90, amount: 549 },
];
export const old: Thing = { key: '7', expiresAt: sentAt + 5 * day, facts: {} };
export const before: View = { time: sentAt - 1, balance: 6000, payments: [], things: [old] };

export const config = { location_id: 1, protocol: 'vless', tariff_id: 1 } as const;
export const payment: SeenPayment = {
  id: 2,
  type: 'new_config',
  method: 'balance',
  amount: '199',
  days: 30,
  paid: true,
  asKey: false,
  createdAt: sentAt + 5,
};
export const made: Thing = {
  key: '8',
  expiresAt: later + 30 * day,
  facts: { location_id: 1, protocol: 'vless', server_id: 4 },
};

/** What is said of a row when afterwards there are these payments and things besides the old ones. */
export function judged(
  seen: { payments?: readonly SeenPayment[]; things?: readonly Thing[]; balance?: number } = {},
  row: PurchaseEndpoint = 'configs.create',
  asked: Asked = { body: config },
  late = false,
): readonly unknown[] {
  const { payments = [payment], things = [old, made], balance = 5801 } = seen;
  const now = { time: later, balance, payments, things };
  const verdict = judgePurchase(before, wantedOf(row, asked, prices), now, { span, late });
  switch (verdict.kind) {
    case 'done':
      return ['done', verdict.result.payment, verdict.result.resource, verdict.code];
    case 'unclear':
      return ['unclear', ...verdict.candidates.map(({ id }) => id)];
    case 'link-lost':
      return ['link-lost', verdict.payment.id];
    default:
      return [verdict.kind];
  }
}

export const done = ['done', 2, 8, undefined];
