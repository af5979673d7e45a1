import { expect, test } from 'vitest';
import { h } from 'vue';
import RowPlace from '#renderer/list/RowPlace.vue';
import { connectionRow } from '#test/contract/connection-row.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

test('a title that is made of place and protocol has the address beside it, as has what a search found by that alone', async () => {
  const { root, show } = await openWindow();
  for (const [title, search] of [['Phone', 'ams'], [''], ['Phone', 'example']] as const)
    show(() => h('p', h(RowPlace, { row: connectionRow({ title }), search: search ?? '' })));
  await root.vm.$nextTick();
  expect(root.findAll('p').map((line) => line.text())).toEqual([
    'VLESS · Amsterdam',
    'nl.example.net:443',
    'VLESS · Amsterdam · nl.example.net:443',
  ]);
  expect(root.findAll('mark').map((mark) => mark.text())).toEqual(['Ams', 'example']);
});
