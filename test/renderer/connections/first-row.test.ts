import { expect, test } from 'vitest';
import { ref } from 'vue';
import { useConnectionList } from '#renderer/connections/use-connection-list.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { useSyncStore } from '#renderer/lib/stores/sync.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

test.each([
  [
    'the first row is opened once every list was read, also under a pointer that rests there',
    false,
  ],
  ['what the user opened meanwhile stays open', true],
])('%s, and nothing takes its place', async (_title, isActive) => {
  const { main, pinia, use } = await openWindow({ unanswered: ['cloudServers.list'] });
  const connections = useConnectionsStore(pinia);
  await connections.readOnce();
  await expect.poll(() => useSyncStore(pinia).arriving).toBe(true);
  await expect.poll(() => connections.count).toBeGreaterThan(5);
  const { used } = await use(() => useConnectionList(ref(true)));
  const { list } = used;
  expect(connections.current).toBe(null);
  const configs = list.shown.value.filter(({ source }) => source === 'config');
  const [first = expect.fail(), second = expect.fail()] = configs.slice(-2);
  const comesFirst = async (key: string, title: string): Promise<void> => {
    await main.ask('connections.setFavourites', { keys: [key], favourite: true });
    await main.ask('connections.setTitle', { key, title });
    await expect.poll(() => connections.listed[0]?.key).toBe(key);
  };
  await comesFirst(first.key, '!!');
  if (isActive) connections.setCurrent(second);
  if (isActive) dispatchEvent(new Event('pointermove'));
  else used.holdEvents.pointerenter();
  await main.release();
  await expect.poll(() => list.shown.value[0]?.key).toBe(first.key);
  const opened = isActive ? second.key : first.key;
  expect(connections.current?.key).toBe(opened);
  await comesFirst(configs[0]?.key ?? '', '!');
  expect([connections.current?.key, list.shown.value[0]?.key]).toEqual([opened, first.key]);
});

test('what is selected stays so in another search, filter or order', async () => {
  const { pinia, use } = await openWindow();
  const connections = useConnectionsStore(pinia);
  await connections.readOnce();
  const { used } = await use(() => useConnectionList(ref(true)));
  const { list, selection } = used;
  const { key = '' } = list.shown.value[0] ?? {};
  selection.toggle(key);
  connections.change({ search: 'no such connection' });
  await expect.poll(() => list.shown.value).toEqual([]);
  connections.clearFilters();
  connections.change({ search: '' });
  connections.order = { by: 'place', descending: true };
  await expect.poll(() => list.shown.value[0]).toBeDefined();
  expect([...selection.selected.value]).toEqual([key]);
});

test('the connection that was selected is so again after unlocking', async () => {
  const { main, pinia, use } = await openWindow();
  const connections = useConnectionsStore(pinia);
  await connections.readOnce();
  connections.setCurrent(connections.rowOf(main.keyOf('Router')) ?? expect.fail());
  await main.ask('session.lock', {});
  await expect.poll(() => connections.current).toBe(null);
  await main.ask('session.unlock', {});
  await use(() => useConnectionList(ref(true)));
  await expect.poll(() => connections.current?.title).toBe('Router');
});
