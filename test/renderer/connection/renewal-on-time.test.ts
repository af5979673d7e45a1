import { expect, onTestFinished, test, vi } from 'vitest';
import { h } from 'vue';
import ConnectionView from '#renderer/connection/ConnectionView.vue';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

test('a renewal is offered once the service has said what time it is, and not before', async () => {
  const { main, root, show, close, pinia } = await openWindow({
    service: (control) => {
      for (const config of control.account().configs) config.expires_at = Date.now() / 1000 - 3600;
    },
  });
  onTestFinished(close);
  const connections = useConnectionsStore(pinia);
  await connections.readOnce();
  const row = connections.find({}).find(({ source }) => source === 'config');
  if (row === undefined) throw new Error('the demo account has no configuration');
  connections.setCurrent(row);
  show({ render: () => h(ConnectionView, { selected: connections.current ?? row }) });
  await (await vi.waitFor(() => root.get('[data-why-open]'), 10_000)).trigger('click');
  await vi.waitFor(() => root.get('[data-why-action]'), 10_000);
  const sync = await main.ask('sync.get', {});
  main.send('sync.changed', { ...sync, time: { offset: 0, known: false } });
  await vi.waitFor(() => {
    expect(root.find('[data-why]').exists()).toBe(true);
    expect(root.find('[data-why-action]').exists()).toBe(false);
  });
  main.send('sync.changed', sync);
  await vi.waitFor(() => root.get('[data-why-action]'));
});
