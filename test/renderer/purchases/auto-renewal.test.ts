import { mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { expect, test } from 'vitest';
import AutoRenewal from '#renderer/purchases/AutoRenewal.vue';
import { createI18n, setLanguage } from '#renderer/lib/i18n.ts';
import { useClockStore } from '#renderer/lib/stores/clock.ts';

const now = Date.UTC(2026, 0, 15);

async function form(days: number, { on = true, expiresAt = now / 1000 + 86_400 } = {}) {
  const i18n = createI18n();
  await setLanguage(i18n, 'en');
  const pinia = createPinia();
  useClockStore(pinia).second = now;
  const mounted = mount(AutoRenewal, {
    props: { on, days, busy: false, failure: null, expiresAt },
    global: { plugins: [pinia, i18n] },
  });
  const field = mounted.get<HTMLInputElement>('input');
  return { mounted, field };
}

test('typed days survive a refresh of the data from the service', async () => {
  const { mounted, field } = await form(30);
  await field.setValue('90');
  await mounted.setProps({ days: 60 });
  expect(field.element.value).toBe('90');
});

test('days that the user did not change follow the service', async () => {
  const { mounted, field } = await form(30);
  await mounted.setProps({ days: 60 });
  expect(field.element.value).toBe('60');
});

test('auto-renewal that is off says what follows only while something can follow', async () => {
  const lasting = await form(30, { on: false });
  expect(lasting.mounted.text()).toContain('Off: it ends when its time is over.');
  const expired = await form(30, { on: false, expiresAt: now / 1000 - 86_400 });
  expect(expired.mounted.text()).toContain('Off.');
  expect(expired.mounted.text()).not.toContain('ends');
});
