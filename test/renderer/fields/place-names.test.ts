import { ok } from '#contract/failure.ts';
import { flushPromises } from '@vue/test-utils';
import { h } from 'vue';
import { expect, test } from 'vitest';
import JournalSubject from '#renderer/purchases/JournalSubject.vue';
import PlaceChoice from '#renderer/fields/PlaceChoice.vue';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { purchaseEntry } from '#test/renderer/purchases/purchase-entry.ts';

const place = (id: number, code: string, title: string) => ({
  id,
  code,
  title,
  description: '',
  caption: '',
  is_active: true,
  ping_ip: null,
});
/** As the service named them in Russian, which the window no longer is. */
const places = [place(1, 'SE', 'Швеция'), place(2, 'DE', 'Склад у Рейна')];

async function open() {
  const page = await openWindow();
  page.answer({
    'cache.read': ({ id, input }: { id: string; input: unknown }) =>
      ok({
        ...{ id, input, value: id === 'locations.list' ? places : [], fetchedAt: 1 },
        ...{ stale: false, failure: null, unreadable: [] },
      }),
  });
  return page;
}

test('a past purchase names the country of its place in the language of the window', async () => {
  const page = await open();
  for (const location_id of [1, 2]) {
    const entry = purchaseEntry({ input: { body: { location_id, protocol: 'vless' } } });
    page.show({ render: () => h(JournalSubject, { entry }) });
  }
  await flushPromises();
  await expect
    .poll(() => page.root.findAll('p').map((line) => line.text()))
    .toEqual(['Sweden · VLESS', 'Склад у Рейна · VLESS']);
});

test('the shop names countries in the language of the window, and finds them by either name', async () => {
  const page = await open();
  const many = Array.from({ length: 12 }, (_, at) => place(at + 3, 'NL', 'Нидерланды'));
  page.show({
    render: () =>
      h(PlaceChoice, {
        places: [...places, ...many],
        unreadable: 0,
        closed: () => '',
        modelValue: null,
      }),
  });
  await flushPromises();
  const shown = () => page.root.findAll('[data-place-title]').map((title) => title.text());
  expect(shown().slice(0, 3)).toEqual(['Sweden', 'Склад у Рейна', 'Netherlands']);
  for (const typed of ['sweden', 'швец']) {
    await page.root.get('input:not([type=radio])').setValue(typed);
    expect(shown()).toEqual(['Sweden']);
  }
});
