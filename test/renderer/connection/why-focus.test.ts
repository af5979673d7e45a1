import { flushPromises } from '@vue/test-utils';
import { expect, test, vi } from 'vitest';
import { h } from 'vue';
import ConnectionView from '#renderer/connection/ConnectionView.vue';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

/** The page of a connection beside a field. */
async function open() {
  const { main, root, show, pinia } = await openWindow();
  const connections = useConnectionsStore(pinia);
  await connections.readOnce();
  const all = connections.find({ search: '' });
  const row = all.find(({ source }) => source === 'config') ?? expect.fail();
  connections.setCurrent(row);
  show({
    render: () => [
      h('input', { type: 'search' }),
      h(ConnectionView, { selected: connections.current ?? row }),
    ],
  });
  await vi.waitFor(() => root.get('[data-secret] button'), 10_000);
  const field = root.get<HTMLInputElement>('input[type=search]').element;
  /** The row changes as it does when anything of it is read again. */
  const change = async (favourite: boolean): Promise<void> => {
    await main.ask('connections.setFavourites', { keys: [row.key], favourite });
    await vi.waitFor(() => expect(connections.current?.favourite).toBe(favourite), 10_000);
    await flushPromises();
  };
  const ask = (): void => {
    connections.explain(row.key);
  };
  return { root, field, change, ask, isFavourite: row.favourite };
}

const isInAnswer = (): boolean =>
  document.activeElement?.closest('[data-why], [data-next-action], [data-renew]') !== null;

test('asking why takes the keyboard to the answer, each time it is asked', async () => {
  const { field, ask } = await open();
  for (const _time of ['first', 'second']) {
    field.focus();
    ask();
    await vi.waitFor(() => expect(isInAnswer()).toBe(true));
  }
});

test('a later change of the connection leaves the keyboard where it is', async () => {
  const { field, change, ask, isFavourite } = await open();
  ask();
  await vi.waitFor(() => expect(isInAnswer()).toBe(true));
  field.focus();
  await change(!isFavourite);
  expect(document.activeElement).toBe(field);
});

test('a later change of the connection leaves its revealed secret in view', async () => {
  const { root, change, isFavourite } = await open();
  await root.get('[data-reveal]').trigger('keydown', { key: 'Enter' });
  const secret = await vi.waitFor(() => root.get('[data-secret] pre').text(), 10_000);
  await change(!isFavourite);
  expect(root.get('[data-secret] pre').text()).toBe(secret);
});
