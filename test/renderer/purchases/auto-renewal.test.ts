import { mount } from '@vue/test-utils';
import { expect, test } from 'vitest';
import AutoRenewal from '#renderer/purchases/AutoRenewal.vue';
import { createI18n, setLanguage } from '#renderer/lib/i18n.ts';
import { openStores } from '#test/renderer/lib/window-fixture.ts';

const tariffs = [
  { id: 1, days: 30, price: 179 },
  { id: 2, days: 90, price: 483 },
];
const methods = [
  { id: 2, display_name: 'TON', currency: 'TON', min_amount: null, tariffs: [] },
  { id: 1, display_name: 'СБП', currency: 'RUB', min_amount: null, tariffs },
];

async function form(days: number | null, on = true, sold = methods) {
  const pinia = openStores();
  const i18n = createI18n();
  await setLanguage(i18n, 'en');
  const mounted = mount(AutoRenewal, {
    props: { on, days, methods: sold, busy: false, failure: null },
    global: { plugins: [pinia, i18n] },
  });
  const select = mounted.find('select');
  const offered = () => select.findAll('option').map((option) => option.text());
  return { mounted, select, offered };
}

test('auto-renewal offers the periods that have a price, with it', async () => {
  const { mounted, select, offered } = await form(30);
  expect(offered()).toEqual(['30 days · 179\u00A0₽', '90 days · 483\u00A0₽']);
  await select.setValue('90');
  expect(mounted.emitted('set')).toEqual([[{ enabled: true, days: 90 }]]);
});

test('a period that the service stores and does not sell is named without a price', async () => {
  const { select, offered } = await form(45);
  expect(offered()).toContain('45 days');
  expect(select.element.value).toBe('45');
});

test('a period chosen while auto-renewal is off is sent when it is turned on', async () => {
  const { mounted, select } = await form(null, false);
  await select.setValue('90');
  expect(mounted.emitted('set')).toBe(undefined);
  await mounted.get('[role=switch]').trigger('click');
  expect(mounted.emitted('set')).toEqual([[{ enabled: true, days: 90 }]]);
});

test('a period without a price is not offered where auto-renewal is off', async () => {
  const { select, offered } = await form(45, false);
  expect(offered()).toEqual(['30 days · 179\u00A0₽', '90 days · 483\u00A0₽']);
  expect(select.element.value).toBe('30');
});

test('auto-renewal is not turned on while no period has a price', async () => {
  const { mounted, select } = await form(45, false, []);
  expect(select.exists()).toBe(false);
  await mounted.get('[role=switch]').trigger('click');
  expect(mounted.emitted('set')).toBe(undefined);
});

test('a choice that the service refuses gives way to what it has', async () => {
  const { mounted, select } = await form(30);
  await select.setValue('90');
  await mounted.setProps({ busy: true });
  await mounted.setProps({ busy: false });
  expect(select.element.value).toBe('30');
});
