import { flushPromises, mount } from '@vue/test-utils';
import { expect, test } from 'vitest';
import type { PurchaseEntry } from '#contract/ipc/purchase-journal.ts';
import JournalCard from '#renderer/purchases/JournalCard.vue';
import { useClockStore } from '#renderer/lib/stores/clock.ts';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import { answeredByMain, mounting } from '#test/renderer/lib/window-fixture.ts';
import { purchaseEntry } from './purchase-entry.ts';

const now = Date.UTC(2026, 0, 15);
const expiresAt = now / 1000 + 30.5 * 86_400;
const entry = purchaseEntry({
  endpoint: 'configs.renew',
  input: { path: { config_id: 1 }, body: {} },
  state: 'done',
  createdAt: Date.UTC(2025, 4, 3, 12),
  result: { by: 'answer', days: 30, expiresAt },
});

async function card(
  dated: boolean,
  changes: Partial<PurchaseEntry> = {},
  language: 'en' | 'ru' = 'en',
) {
  await answeredByMain();
  const { pinia, global } = await mounting(language);
  useClockStore(pinia).second = now;
  const props = { entry: { ...entry, ...changes }, dated };
  const shown = mount(JournalCard, { props, global });
  await flushPromises();
  return shown;
}

test('A purchase that was just made says when it expires and how much time is left', async () => {
  const shown = await card(false);
  expect(shown.text()).toContain('30 days · Expires Feb 14, 2026 · 30 days left');
  expect(shown.text()).not.toContain('Valid until');
  expect(shown.text()).not.toContain('2025');
});

test('A record of a purchase says within its card when it was made, and what it gave until when', async () => {
  const shown = await card(true);
  expect(shown.text()).toContain('2025');
  expect(shown.text()).toMatch(/until .*2026/i);
  expect(shown.text()).not.toContain('days left');
});

test('A purchase shows what was charged, and beside it the price that was said where that is another', async () => {
  const price = { amount: 299, currency: 'RUB' };
  const other = await card(false, { price, charged: 2990 });
  expect(other.text()).toMatch(/2,990\s₽ from the balance/);
  expect(other.text()).toMatch(/Charged 2,990\s₽, not 299\s₽/);
  const same = await card(false, { price, charged: 299 });
  expect(same.text()).toMatch(/299\s₽ from the balance/);
  expect(same.text()).not.toContain('Charged');
});

test.each([
  ['en', 'paidOptions.create', 'done', undefined, 'Purchase of “Netflix” · 30 days'],
  ['en', 'paidOptions.create', 'done', true, 'Renewal of “Netflix” · 30 days'],
  ['en', 'configs.renew', 'done', undefined, 'Renewal of “Netflix” · 30 days'],
  ['ru', 'cloudServers.renew', 'done', true, 'Продление «Netflix» · 30 дней'],
  ['ru', 'configs.renew', 'not-seen', true, 'Продление «Netflix» · 30 дней'],
] as const)('A purchase names its thing and its duration: %s, %s, %s, %s', async (...of) => {
  const [language, endpoint, state, renews, title] = of;
  const changes = { endpoint, state, subject: 'Netflix', days: 30, ...(renews && { renews }) };
  const shown = await card(false, changes, language);
  expect(shown.get('[role=group]').attributes('aria-label')).toBe(title);
});

test('A renewal that the service did not carry out says so', async () => {
  const result = { by: 'answer', renewed: false } as const;
  const shown = await card(false, { subject: 'Netflix', days: 30, renews: true, result });
  expect(shown.text()).toContain('Renewal of “Netflix”');
  expect(shown.text()).toContain('The service answered, but it did not renew it.');
  expect(shown.text()).not.toContain('Done.');
});

test('a key that was copied is to be saved next, also in a card that comes back', async () => {
  const { pinia, global } = await mounting();
  const secrets = [{ name: 'api-key', hidden: 12 }] as const;
  const holds = { endpoint: 'apiKeys.create', holdsApiKey: true, unsaved: true, secrets } as const;
  const key = purchaseEntry(holds);
  const main = () =>
    mount(JournalCard, { props: { entry: key }, global })
      .get('.bg-primary')
      .text();
  expect(main()).toBe('Show and copy the key…');
  const copied = () => Promise.resolve({ ok: true, value: { clearsAt: null } } as const);
  const secret = { of: 'purchase', id: key.id, secret: 'api-key' } as const;
  await useToastStore(pinia).copyBy(copied, secret, { said: 'API key copied' });
  expect(main()).toBe('I have saved it');
});

test('A link that may be paid, as the balance has grown, offers to close it before to open it', async () => {
  const topUp = {
    endpoint: 'balance.topup',
    state: 'waiting',
    input: { body: { amount: 500 } },
    balance: { before: 1000, last: 1500 },
    link: { host: 'pay.example.com', opened: true, opens: true },
  } as const;
  const shown = await card(false, topUp);
  expect(shown.text()).toMatch(/The balance has grown by 500\s₽ since\. Paid\?/);
  expect(shown.text()).not.toContain('Pay ');
  expect(shown.get('.bg-primary').text()).toBe('Paid: close');
  const unpaid = await card(false, { ...topUp, balance: { before: 1000, last: 1499 } });
  expect(unpaid.get('.bg-primary').text()).toMatch(/^Pay 500/);
});
