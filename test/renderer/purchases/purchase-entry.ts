import type { PurchaseEntry } from '#contract/ipc/purchase-journal.ts';

/** An entry of the journal of purchases: a configuration that was bought a minute ago, but for `changes`. */
export function purchaseEntry(changes: Partial<PurchaseEntry> = {}): PurchaseEntry {
  return {
    id: 'e1',
    ticket: 'ticket-1',
    endpoint: 'configs.create',
    input: { body: { location_id: 1, protocol: 'vless', tariff_id: 11 } },
    lastDigits: '',
    subject: '',
    days: null,
    productKind: 'config',
    spends: true,
    holdsApiKey: false,
    linkUse: 'payment',
    page: null,
    state: 'done',
    attempts: 1,
    createdAt: Date.now() - 60_000,
    changedAt: Date.now(),
    result: null,
    price: null,
    charged: null,
    failure: null,
    candidates: [],
    balance: { before: 1240, last: 1041 },
    secrets: [],
    unsaved: false,
    link: null,
    orphans: [],
    needsInput: false,
    ...changes,
  };
}
