import type { PurchaseEntry } from '#contract/ipc/purchase-journal.ts';
import { newApiKey, purchaseEntry } from '#test/renderer/scenes/entry.ts';
import type { Scene } from '#test/renderer/scenes/scene.ts';
import { shopReads as library } from './read-cache.ts';

const now = Math.floor(Date.now() / 1000);

const payment = {
  id: 7,
  type: 'new_config',
  method: 'balance',
  amount: '199',
  days: 30,
  paid: true,
  createdAt: now - 50,
};
const expiresAt = now + 30 * 86_400;

/** Every state that an entry can be in. */
const unfinished: readonly PurchaseEntry[] = [
  purchaseEntry({ id: '1', state: 'finding-out', candidates: [payment] }),
  purchaseEntry({ id: '2', state: 'not-seen', balance: { before: 1240, last: 1240 } }),
  purchaseEntry({ id: '3', state: 'unclear', candidates: [payment, { ...payment, id: 8 }] }),
  purchaseEntry({
    id: '4',
    endpoint: 'balance.topup',
    productKind: null,
    input: { body: { amount: 500, payment_method_id: 1 } },
    state: 'waiting',
    secrets: [{ name: 'payment-link', hidden: 60 }],
    link: { host: 'pay.example.com', confirmed: false, opens: true },
  }),
  purchaseEntry({
    id: '5',
    input: { body: { as_key: true, tariff_id: 12 } },
    result: { by: 'answer', days: 90 },
    secrets: [{ name: 'activation-key', hidden: 19 }],
    unsaved: true,
  }),
  purchaseEntry({
    id: '6',
    endpoint: 'cloudServers.renew',
    productKind: 'cloud-server',
    page: '/cloud-servers/1',
    input: { body: { server_id: 1, days: 30 } },
    result: { by: 'answer', resource: 1, renewed: false, expiresAt },
  }),
  purchaseEntry({
    id: '7',
    ...newApiKey,
    input: { body: { name: 'Laptop' } },
    state: 'orphan',
    balance: null,
    orphans: [{ id: 4, name: 'Laptop', keyPrefix: 'svc_k3q9w2x7' }],
  }),
];
const over: readonly PurchaseEntry[] = [
  purchaseEntry({
    id: '8',
    page: '/connections/config:44',
    result: { by: 'answer', resource: 44, expiresAt },
  }),
  purchaseEntry({
    id: '9',
    endpoint: 'paidOptions.create',
    productKind: 'paid-option',
    page: '/paid-options/1',
    result: { by: 'match', resource: 1, expiresAt },
    failure: { kind: 'outcome-unknown' },
  }),
  purchaseEntry({ id: '10', state: 'link-lost', candidates: [{ ...payment, paid: false }] }),
  purchaseEntry({
    id: '11',
    state: 'stopped',
    secrets: [{ name: 'payment-link', hidden: 60 }],
    link: { host: 'pay.example.com', confirmed: true, opens: true },
  }),
  purchaseEntry({
    id: '12',
    state: 'refused',
    failure: { kind: 'rejected', message: 'No such tariff' },
  }),
];
/** The journal with an entry in every state. */
export const journal = { entries: [...unfinished, ...over], unreadable: [], persistent: true };
/** Entries that hold what is shown once, one of them more than one thing. */
const secretive: readonly PurchaseEntry[] = [
  purchaseEntry({
    id: '13',
    endpoint: 'xray.createKeys',
    productKind: null,
    spends: false,
    input: {},
    result: { by: 'answer' },
    balance: null,
    secrets: [
      { name: 'private-key', hidden: 44 },
      { name: 'public-key', hidden: 44 },
    ],
    unsaved: true,
  }),
  purchaseEntry({
    id: '14',
    state: 'unclear',
    failure: { kind: 'outcome-unknown' },
    candidates: [payment],
    secrets: [{ name: 'answer', hidden: 210 }],
    unsaved: true,
  }),
  purchaseEntry({
    id: '15',
    ...newApiKey,
    input: {
      body: { name: 'A name of sixty-four characters that somebody thought was a good one' },
    },
    state: 'unclear',
    balance: null,
    orphans: [
      {
        id: 4,
        name: 'A name of sixty-four characters that somebody thought was a good one',
        keyPrefix: 'svc_k3q9w2x7',
      },
      {
        id: 5,
        name: 'A name of sixty-four characters that somebody thought was a good one',
        keyPrefix: 'svc_p0o9i8u7',
      },
    ],
  }),
];

/** The journal of purchases in its states. */
export const purchaseScenes: readonly Scene[] = [
  { name: 'purchases', path: '/purchases', fake: { library, journal } },
  {
    name: 'purchases-rest',
    path: '/purchases',
    fake: { library, journal },
    act: async (page) => {
      await page.locator('[data-entry=orphan]').scrollIntoViewIfNeeded();
      await page.locator('[data-entry=orphan]').evaluate((card) => {
        card.scrollIntoView();
      });
    },
  },
  {
    name: 'purchases-again',
    path: '/purchases',
    fake: {
      library,
      journal: { entries: unfinished.slice(1, 3), unreadable: [], persistent: true },
    },
    act: async (page) => {
      await page.locator('[data-entry=not-seen]').getByRole('button').first().click();
    },
  },
  {
    name: 'purchases-secrets',
    path: '/purchases',
    fake: { library, journal: { entries: secretive, unreadable: [], persistent: false } },
  },
  {
    name: 'purchases-unreadable',
    path: '/purchases',
    fake: {
      library,
      journal: {
        entries: secretive.slice(0, 1),
        unreadable: [
          { id: '0f7c2f1a-5d1b-4b0e-9b0a-7f2f3c1d2e4b', createdAt: Date.now() - 86_400_000 },
          { id: 'c4a1', createdAt: null },
        ],
        persistent: true,
      },
    },
    act: async (page) => {
      const [, second] = await page.locator('[data-entry=unreadable]').all();
      await second?.getByRole('button').last().click();
    },
  },
  { name: 'purchases-empty', path: '/purchases' },
  { name: 'purchases-loading', path: '/purchases', fake: { silent: ['purchases.list'] } },
  {
    name: 'purchases-failed',
    path: '/purchases',
    fake: { failures: { 'purchases.list': { kind: 'vault', reason: 'damaged' } } },
  },
  { name: 'purchases-notice', fake: { library, journal } },
];
