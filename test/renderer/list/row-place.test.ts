import { expect, test } from 'vitest';
import { h } from 'vue';
import RowPlace from '#renderer/list/RowPlace.vue';
import { connectionRow } from '#test/contract/connection-row.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

test('a connection without a title is told by its address, place and protocol', async () => {
  const { root, show } = await openWindow();
  for (const title of ['Phone', ''])
    show(() => h('p', h(RowPlace, { row: connectionRow({ title }) })));
  await root.vm.$nextTick();
  expect(root.findAll('p').map((line) => line.text())).toEqual([
    'VLESS · Amsterdam',
    'VLESS · Amsterdam · nl.example.net:443',
  ]);
});
