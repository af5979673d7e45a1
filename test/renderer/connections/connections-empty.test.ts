import { flushPromises } from '@vue/test-utils';
import { expect, test, vi } from 'vitest';
import ConnectionsEmpty from '#renderer/connections/ConnectionsEmpty.vue';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { useSyncStore } from '#renderer/lib/stores/sync.ts';
import { openWindow, setMainState } from '#test/renderer/lib/window-fixture.ts';
import { patient } from '#test/patient.ts';

test('a search denies nothing while the first connections are still arriving', async () => {
  const { root, pinia, show } = await openWindow();
  const connections = useConnectionsStore(pinia);
  const sync = useSyncStore(pinia);
  await connections.readOnce();
  await vi.waitFor(() => {
    expect([sync.state.refreshing, sync.state.refreshedAt]).toEqual([false, expect.any(Number)]);
  }, patient);
  const { state } = sync;
  connections.change({ search: 'zzzz' });
  setMainState(pinia, 'sync.changed', { ...state, refreshedAt: null, refreshing: true });
  show(ConnectionsEmpty);
  await flushPromises();
  expect(root.text()).not.toContain('Nothing matches');
  setMainState(pinia, 'sync.changed', state);
  await flushPromises();
  expect(root.text()).toContain('Nothing matches');
});
