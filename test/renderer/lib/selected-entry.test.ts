import { flushPromises } from '@vue/test-utils';
import { expect, test } from 'vitest';
import { computed, shallowRef } from 'vue';
import { useSelectedEntry } from '#renderer/lib/use-selected-entry.ts';
import { purchaseEntry } from '#test/renderer/purchases/purchase-entry.ts';
import { openWindow } from './window-fixture.ts';

test('what was bought after the list was read is held open until the list has it', async () => {
  const page = await openWindow();
  page.router.addRoute({ path: '/cloud-servers/:id', component: { render: () => null } });
  await page.router.push('/cloud-servers/7');
  const keys = shallowRef(['1']);
  const fetchedAt = shallowRef<number | null>(1000);
  const { used } = await page.use(() =>
    useSelectedEntry(
      computed(() => keys.value.map((key) => ({ key }))),
      '/cloud-servers',
      { fetchedAt },
    ),
  );
  expect(used.isComing.value).toBe(false);
  const bought = purchaseEntry({ page: '/cloud-servers/7', changedAt: 2000 });
  page.main.send('purchases.changed', { entries: [bought], unreadable: [], persistent: true });
  await flushPromises();
  expect(used.isComing.value).toBe(true);
  keys.value = ['1', '7'];
  expect([used.isComing.value, used.selected.value?.key]).toEqual([false, '7']);
  keys.value = ['1'];
  fetchedAt.value = 3000;
  expect(used.isComing.value).toBe(false);
});
