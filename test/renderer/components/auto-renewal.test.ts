import { mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { expect, test } from 'vitest';
import AutoRenewal from '#renderer/components/shop/AutoRenewal.vue';
import { createI18n, setLanguage } from '#renderer/i18n.ts';

async function form(days: number) {
  const i18n = createI18n();
  await setLanguage(i18n, 'en');
  const mounted = mount(AutoRenewal, {
    props: { on: true, days, busy: false, failure: null },
    global: { plugins: [createPinia(), i18n] },
  });
  const field = mounted.get<HTMLInputElement>('input');
  return { mounted, field };
}

test('days that are being typed outlive a refresh of what the service has', async () => {
  const { mounted, field } = await form(30);
  await field.setValue('90');
  await mounted.setProps({ days: 60 });
  expect(field.element.value).toBe('90');
});

test('days that nobody changed follow the service', async () => {
  const { mounted, field } = await form(30);
  await mounted.setProps({ days: 60 });
  expect(field.element.value).toBe('60');
});
