import { flushPromises } from '@vue/test-utils';
import { expect, test, vi } from 'vitest';
import { defineComponent, h, shallowRef } from 'vue';
import type { PaidOption } from '#contract/records/paid-options.ts';
import OptionView from '#renderer/servers/OptionView.vue';
import PurchaseOutcome from '#renderer/purchases/PurchaseOutcome.vue';
import RenewForm from '#renderer/purchases/RenewForm.vue';
import { useEndpointQuery } from '#renderer/lib/queries/use-endpoint-query.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { purchaseEntry } from './purchase-entry.ts';
import { patient } from '#test/patient.ts';

const day = 86_400;

/** The renewal of a configuration that expires at noon of a day, which is the same in most zones. */
async function open(daysLeft: number) {
  const { main, root, show } = await openWindow();
  const [config = expect.fail()] = main.account.configs;
  config.expires_at = Math.floor(Date.now() / 1000) + daysLeft * day;
  const { id, expires_at: expiresAt } = config;
  const Renewal = defineComponent(() => {
    const tariffs = useEndpointQuery('configs.tariffs', {});
    const of = { renewed: { kind: 'config', id }, purchase: null, expiresAt } as const;
    return () => h(RenewForm, { ...of, tariffs, methods: tariffs.data.value ?? [] });
  });
  show(Renewal);
  const button = await vi.waitFor(() => root.get('button[type=submit]'), patient);
  const date = (seconds: number) =>
    new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(seconds * 1000);
  return { root, button, config, expiresAt, date };
}

test('a renewal says until when it lasts before and after, and then leaves nothing to press', async () => {
  const { root, button, config, expiresAt, date } = await open(20);
  const until = date(expiresAt + 30 * day);
  expect(button.text()).toContain(`Renew to ${until} · `);
  await button.trigger('submit');
  await expect.poll(() => root.text()).toContain('Renewed until');
  expect(date(config.expires_at)).toBe(until);
  expect(root.text()).toContain(`Renewed until ${until}`);
  expect(root.findAll('button, a')).toEqual([]);
});

test('an outcome says the balance once that was read since, and never the one from before', async () => {
  const { main, root, show } = await openWindow();
  await main.ask('cache.read', { id: 'profile.get', input: {} });
  const entry = shallowRef(purchaseEntry({ balance: { before: 2340, last: null } }));
  show({ render: () => h(PurchaseOutcome, { entry: entry.value }) });
  await flushPromises();
  expect(root.text()).toBe('');
  entry.value = purchaseEntry({ balance: { before: 2340, last: 2161 } });
  await flushPromises();
  expect(root.text()).toBe('Balance: 2,161\u00A0₽');
});

test('the days of what has expired are counted from now', async () => {
  const { button, date } = await open(-40);
  expect(button.text()).toContain(`Renew to ${date(Date.now() / 1000 + 30 * day)} · `);
});

test('the form that a link has opened can be opened again once it is closed', async () => {
  const { main, root, router, show } = await openWindow();
  const { value } = await main.ask('cache.read', { id: 'paidOptions.list', input: {} });
  const [paid = expect.fail()] = value as PaidOption[];
  const option = { ...paid, expires_at: Math.floor(Date.now() / 1000) - 9 * day };
  await router.push(`/paid-options/${String(option.option_id)}?renew`);
  show({ render: () => h(OptionView, { option, closable: false }) });
  const form = await vi.waitFor(() => root.get('form'), patient);
  await form.trigger('keydown', { key: 'Escape' });
  expect(root.find('form').exists()).toBe(false);
  await root.get('button[data-renew]').trigger('click');
  await flushPromises();
  expect(root.find('form').exists()).toBe(true);
});
