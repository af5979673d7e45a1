import { expect, vi } from 'vitest';
import { h, ref, type Component } from 'vue';
import ConnectionView from '#renderer/connection/ConnectionView.vue';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { patient } from '#test/patient.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import type { Setup } from '#test/renderer/window/main-process.ts';

/** The page of the first connection that is found so, with other parts of the window beside it. */
export async function openView(search: string, setup?: Setup, ...beside: readonly Component[]) {
  const window = await openWindow(setup);
  const { main, root, show, pinia } = window;
  const connections = useConnectionsStore(pinia);
  await connections.readOnce();
  const find = (text: string) => {
    const [found] = connections.find({ search: text });
    if (found === undefined) throw new Error(`Nothing is called ${text}.`);
    return found;
  };
  const selected = ref(find(search));
  show({
    render: () => [
      h(ConnectionView, { selected: selected.value }),
      ...beside.map((each) => h(each)),
    ],
  });
  await vi.waitFor(() => root.get('[data-secret] button'), patient);
  const button = (name: string) =>
    vi.waitFor(() => {
      const named = root.findAll('button').find((each) => each.text() === name);
      if (named === undefined) throw new Error(`There is no button ${name}: ${root.text()}`);
      return named;
    }, patient);
  return {
    ...window,
    connections,
    /** Another connection takes its place. */
    select: async (text: string) => {
      selected.value = find(text);
      await expect.poll(() => root.get('h2').text()).toContain(selected.value.title);
      await expect.poll(() => root.find('[data-details]').exists()).toBe(true);
    },
    /** Opens what else helps. */
    openWhy: () => {
      connections.explained = selected.value.key;
    },
    button,
    press: async (name: string) => (await button(name)).trigger('click'),
    /** Waits until the page says this. */
    says: (words: string | RegExp) => expect.poll(() => root.text()).toMatch(words),
    copied: (key: string | undefined) =>
      expect.poll(() => main.callsOf('secrets.copy')).toMatchObject([{ key }]),
  };
}
