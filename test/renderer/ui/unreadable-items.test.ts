import { mount } from '@vue/test-utils';
import { expect, test } from 'vitest';
import { h } from 'vue';
import type { UnreadableElement } from '#contract/unreadable.ts';
import EntryList from '#renderer/ui/EntryList.vue';
import { inPlace } from '#renderer/ui/in-place.ts';
import UnreadableItems from '#renderer/ui/UnreadableItems.vue';
import { mounting } from '#test/renderer/lib/window-fixture.ts';

const element = (more: Partial<UnreadableElement>): UnreadableElement => ({
  list: '',
  of: null,
  index: 0,
  id: null,
  title: null,
  ...more,
});

async function shown(items: readonly UnreadableElement[], language: 'en' | 'ru' = 'en') {
  const { global } = await mounting(language);
  const page = mount(UnreadableItems, { props: { items }, global });
  return page.findAll('[data-unreadable]').map((row) => row.text());
}

test('an unreadable item is named by its title, its number or its place', async () => {
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

test('an unreadable item is shown where the service sent it', () => {
  const unreadable = [element({ index: 3 }), element({ index: 1 })];
  const placed = inPlace(['a', 'b', 'c'], unreadable, (item) => item);
  expect(placed.map((each) => ('item' in each ? each.item : each.unreadable.index))).toEqual([
    'a',
    1,
    'b',
    3,
    'c',
  ]);
  const others = [element({ index: 7 }), element({ list: 'devices', index: 0 })];
  const behind = inPlace(['a'], others, (item) => item);
  expect(behind).toMatchObject([{ item: 'a' }, { unreadable: element({ index: 7 }) }]);
  expect(behind).toHaveLength(2);
});

test('Each has a key of its own, also where an element is called as one that is unreadable', () => {
  const placed = inPlace([0, 1], [element({ index: 0 }), element({ index: 2 })], (item) => item);
  expect(new Set(placed.map(({ key }) => key)).size).toBe(4);
});

test('A list of entries has it among its rows', async () => {
  const { global } = await mounting();
  const entries = ['one', 'two'].map((key) => ({ key, to: `/${key}` }));
  const unreadable = [element({ id: 7, index: 1 })];
  const page = mount(EntryList<{ key: string; to: string }>, {
    props: { label: 'Things', entries, selected: null, follow: false, unreadable },
    slots: { default: ({ entry }: { entry: { key: string } }) => h('span', entry.key) },
    global,
  });
  const said = page.findAll('ul > li').map((row) => row.text());
  expect(said).toEqual(['one', 'Number 7This item could not be read', 'two']);
});
