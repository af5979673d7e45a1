import { mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { expect, test } from 'vitest';
import BundleItems from '#renderer/subscriptions/BundleItems.vue';
import type { BundleItem } from '#renderer/subscriptions/bundle.ts';
import { createI18n, setLanguage } from '#renderer/lib/i18n.ts';

const items = ['a', 'b', 'c'].map((key): BundleItem => ({
  key,
  type: 'user_config',
  title: key,
  about: '',
  valid: true,
  input: null,
}));

async function list() {
  const i18n = createI18n();
  await setLanguage(i18n, 'en');
  const mounted = mount(BundleItems, {
    props: { items },
    global: { plugins: [createPinia(), i18n] },
  });
  const rows = mounted.findAll('li');
  const row = (n: number) => rows[n] ?? mounted.get('li');
  return { mounted, row };
}

test('an item is moved to where it is dropped', async () => {
  const { mounted, row } = await list();
  await row(0).trigger('dragstart');
  await row(2).trigger('dragover');
  await row(2).trigger('drop');
  await row(0).trigger('dragend');
  const changes = mounted.emitted<[BundleItem[]]>('change') ?? [];
  expect(changes.map(([order]) => order.map(({ key }) => key).join(''))).toEqual(['bca']);
});

test('an item whose drag ends outside of the list stays where it is', async () => {
  const { mounted, row } = await list();
  await row(0).trigger('dragstart');
  await row(2).trigger('dragover');
  await row(0).trigger('dragend');
  expect(mounted.emitted('change')).toBeUndefined();
});
