import { expect, test, vi } from 'vitest';
import { ref } from 'vue';
import { useConnectionList } from '#renderer/connections/use-connection-list.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { useSyncStore } from '#renderer/lib/stores/sync.ts';
import { openWindow, setMainState } from '#test/renderer/lib/window-fixture.ts';
import { patient } from '#test/patient.ts';

test.each([
  ['the first row is opened once all lists were read, and then what is open stays', false],
  ['what came first stays open beside a user who has done anything meanwhile', true],
])('%s', async (_title, isActive) => {
  const { main, pinia, use } = await openWindow();
  const connections = useConnectionsStore(pinia);
  await connections.readOnce();
  const sync = useSyncStore(pinia);
  await vi.waitFor(() => {
    expect(sync.state).toMatchObject({
      refreshing: false,
      refreshedAt: expect.any(Number) as number,
    });
  }, patient);
  const { state } = sync;
  setMainState(pinia, 'sync.changed', { ...state, refreshedAt: null, refreshing: true });
  const { used } = await use(() => useConnectionList(ref(true)));
  const { list } = used;
  await expect.poll(() => connections.current?.key === list.shown.value[0]?.key).toBe(true);
  const configs = list.shown.value.filter(({ source }) => source === 'config');
  const [second = expect.fail(), first = expect.fail()] = configs.slice(-2);
  const comesFirst = async (key: string): Promise<void> => {
    await main.ask('connections.setFavourites', { keys: [key], favourite: true });
    await expect.poll(() => list.next.value[0]?.key).toBe(key);
  };
  const opened = connections.current?.key;
  await comesFirst(first.key);
  expect([connections.current?.key, list.shown.value[0]?.key]).toEqual([opened, opened]);
  if (isActive) dispatchEvent(new Event('pointermove'));
  setMainState(pinia, 'sync.changed', { ...state, refreshedAt: Date.now() });
  await expect.poll(() => list.shown.value[0]?.key).toBe(first.key);
  const stays = isActive ? opened : first.key;
  expect(connections.current?.key).toBe(stays);
  await comesFirst(second.key);
  expect(connections.current?.key).toBe(stays);
});

test('what is selected stays so in another search, filter or order, and on another page', async () => {
  const { pinia, use } = await openWindow();
  const connections = useConnectionsStore(pinia);
  await connections.readOnce();
  const { used, close } = await use(() => useConnectionList(ref(true)));
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
  await close();
  connections.selection = new Set([key, 'config:gone']);
  const again = await use(() => useConnectionList(ref(true)));
  expect([...again.used.selection.selected.value]).toEqual([key]);
});
