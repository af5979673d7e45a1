import type { PurchaseEndpoint } from '#contract/api/index.ts';
import type { PurchaseInput } from '#contract/ipc/purchase-journal.ts';
import { matchPurchase } from '#core/purchases/match-payments.ts';
import type { SeenPayment, Resource, Snapshot } from '#core/purchases/snapshot.ts';
import { descriptors } from '#core/purchases/products/descriptors.ts';

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
export const old: Resource = { key: '7', expiresAt: sentAt + 5 * day, facts: {} };
export const before: Snapshot = { time: sentAt - 1, balance: 6000, payments: [], resources: [old] };

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
export const made: Resource = {
  key: '8',
  expiresAt: later + 30 * day,
  facts: { location_id: 1, protocol: 'vless', server_id: 4 },
};

/** What matching says when afterwards there are these payments and resources. */
export function matched(
  seen: {
    payments?: readonly SeenPayment[];
    resources?: readonly Resource[];
    balance?: number;
  } = {},
  endpoint: PurchaseEndpoint = 'configs.create',
  input: PurchaseInput = { body: config },
  late = false,
): readonly unknown[] {
  const { payments = [payment], resources = [old, made], balance = 5801 } = seen;
  const now = { time: later, balance, payments, resources };
  const result = matchPurchase(before, descriptors[endpoint].expectedEffect(input, prices), now, {
    span,
    late,
  });
  switch (result.kind) {
    case 'done':
      return ['done', result.result.payment, result.result.resource, result.code];
    case 'unclear':
      return ['unclear', ...result.candidates.map(({ id }) => id)];
    case 'link-lost':
      return ['link-lost', result.payment.id];
    default:
      return [result.kind];
  }
}

export const done = ['done', 2, 8, undefined];
