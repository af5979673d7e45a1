import { expect, test, vi } from 'vitest';
import { h } from 'vue';
import ConnectionQr from '#renderer/connection/ConnectionQr.vue';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { patient } from '#test/patient.ts';

test('the code of a WireGuard connection is first for WireGuard, not for another app that scans it', async () => {
  const { main, pinia, show } = await openWindow();
  const connections = useConnectionsStore(pinia);
  await connections.readOnce();
  const row = connections.rowOf(main.keyOf('Router'));
  if (row === undefined) throw new Error('no such connection');
  show(() => h(ConnectionQr, { row, named: null }));
  const chosen = () =>
    document.querySelector<HTMLInputElement>('[role=dialog] [type=radio]:checked');
  await vi.waitFor(() => {
    expect(chosen()?.closest('label')?.textContent.trim()).toBe('WireGuard');
  }, patient);
});
