import { mount } from '@vue/test-utils';
import { expect, test } from 'vitest';
import type { UnreadableElement } from '#contract/unreadable.ts';
import UnreadableItems from '#renderer/components/reads/UnreadableItems.vue';
import { createI18n, setLanguage } from '#renderer/i18n.ts';

const element = (more: Partial<UnreadableElement>): UnreadableElement => ({
  list: '',
  of: null,
  index: 0,
  id: null,
  title: null,
  ...more,
});

async function shown(items: readonly UnreadableElement[], language: 'en' | 'ru' = 'en') {
  const i18n = createI18n();
  await setLanguage(i18n, language);
  const page = mount(UnreadableItems, { props: { items }, global: { plugins: [i18n] } });
  return page.findAll('[data-unreadable]').map((row) => row.text());
}

test('What could not be read is named by its title, its number or its place', async () => {
  const items = [
    element({ id: 5, title: 'Phone' }),
    element({ id: 7, index: 1 }),
    element({ index: 2 }),
  ];
  expect(await shown(items)).toEqual([
    'PhoneThis item could not be read',
    'Number 7This item could not be read',
    'Item 3This item could not be read',
  ]);
  expect((await shown(items, 'ru'))[1]).toBe('Номер 7Этот элемент не удалось прочитать');
});

test('Nothing is shown where everything could be read', async () => {
  expect(await shown([])).toEqual([]);
});
