import { flushPromises } from '@vue/test-utils';
import { expect, test, vi } from 'vitest';
import { h, ref } from 'vue';
import { maxBatchItems } from '#contract/ipc/batches.ts';
import { ok } from '#contract/failure.ts';
import SelectionBar from '#renderer/connections/SelectionBar.vue';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

/** The bar for two connections, with main's answers by command. */
async function openBar(answers: Readonly<Record<string, () => unknown>> = {}) {
  const { main, root, pinia, answer, show } = await openWindow();
  const inputs: unknown[] = [];
  answer({
    ...answers,
    'connections.saveMany': (input) => {
      inputs.push(input);
      return answers['connections.saveMany']?.();
    },
  });
  const selected = ref(new Set(keys));
  const isOpen = ref(true);
  show(() => (isOpen.value ? h(SelectionBar, { keys: selected.value, meant: null }) : null));
  await flushPromises();
  return {
    bar: root,
    pinia,
    inputs,
    selected,
    report: async (payload: { running: boolean; written: number; total: number }) => {
      main.send('connections.saving', payload);
      await flushPromises();
    },
    press: async (text: string, which = -1) => {
      const named = root
        .findAll('button')
        .filter((button) => (button.attributes('aria-label') ?? button.text()) === text);
      await named.at(which)?.trigger('click');
      await flushPromises();
    },
    openAgain: async () => {
      isOpen.value = false;
      await flushPromises();
      isOpen.value = true;
      await flushPromises();
    },
  };
}

const keys = ['config:1', 'config:2'];
const noCommands = ok({ configurations: 0, lines: [], different: 0 });
const twoCommands = ok({
  configurations: 2,
  lines: ['PostUp = a', 'PreDown = b'],
  different: 30,
});
const saved = ok({ name: 'connections', count: 2, total: 2 });

test('the bar shows how many files of a folder are written until it is saved, also where it is opened again meanwhile', async () => {
  const { bar, report, openAgain } = await openBar();
  const status = () => bar.get('[role=status]').text();
  const buttons = () => bar.findAll('button').map((button) => button.text());
  const listen = vi.spyOn(window.culvert, 'listen');
  await report({ running: true, written: 1100, total: 2000 });
  await openAgain();
  // It subscribes to nothing again.
  expect(listen).not.toHaveBeenCalled();
  expect(status()).toBe('Saving: 1,100 of 2,000');
  expect(buttons()).toContain('Stop saving');
  await report({ running: false, written: 2000, total: 2000 });
  expect(status()).toBe('2 selected');
  expect(buttons()).not.toContain('Stop saving');
});

test('stopping the saving of a folder says how many are saved', async () => {
  const answer = Promise.withResolvers<unknown>();
  const stop = vi.fn(() => ok(true));
  const { pinia, report, press } = await openBar({
    'connections.commandsOfMany': () => noCommands,
    'connections.saveMany': () => answer.promise,
    'connections.stopSaving': stop,
  });
  await press('Save folder…');
  await report({ running: true, written: 0, total: 2000 });
  await press('Stop saving');
  expect(stop).toHaveBeenCalledOnce();
  answer.resolve(ok({ name: 'connections', count: 300, total: 2000 }));
  await flushPromises();
  expect(useToastStore(pinia).notice).toEqual({
    kind: 'said',
    text: 'Stopped: 300 of 2,000 saved as connections',
  });
});

test('a folder with commands is saved after they were shown, without them', async () => {
  const { bar, inputs, press } = await openBar({
    'connections.commandsOfMany': () => twoCommands,
    'connections.saveMany': () => saved,
  });
  await press('Save folder…');
  const panel = bar.get('[role=group]');
  expect(panel.text()).toContain('Connections with unsafe lines, which are left out: 2');
  expect(panel.findAll('li').map((line) => line.text())).toEqual([
    'PostUp = a',
    'PreDown = b',
    'and 28 more',
  ]);
  expect(document.activeElement).toBe(panel.element);
  expect(inputs).toEqual([]);
  await press('Save folder…', 0);
  expect(inputs).toEqual([{ keys, as: 'folder' }]);
  expect(bar.find('[role=group]').exists()).toBe(false);
});

test('a folder with commands is not saved when the user refuses or selects others', async () => {
  const { bar, inputs, selected, press } = await openBar({
    'connections.commandsOfMany': () => twoCommands,
  });
  const group = () => bar.find('[role=group]');
  await press('Save folder…');
  await press('Cancel');
  expect(group().exists()).toBe(false);
  expect(document.activeElement?.textContent).toContain('Save folder…');
  await press('Save folder…');
  await group().trigger('keydown', { key: 'Escape' });
  expect(group().exists()).toBe(false);
  await press('Save folder…');
  selected.value = new Set(keys);
  await flushPromises();
  expect(group().exists()).toBe(true);
  selected.value = new Set(['config:3']);
  await flushPromises();
  expect(group().exists()).toBe(false);
  expect(inputs).toEqual([]);
});

test('what takes fewer than are selected cannot be chosen, says how many it takes, and offers to leave so many', async () => {
  const { bar, pinia, selected } = await openBar();
  const entries = async (count: number) => {
    selected.value = new Set(Array.from({ length: count }, (_, n) => `config:${String(n)}`));
    await flushPromises();
    const opener = bar.get('[aria-label="What else to do with the selected"]');
    await opener.trigger('keydown', { key: 'Enter' });
    await flushPromises();
    const items = [...document.querySelectorAll('[role=menuitem]')];
    const off = items.filter((item) => item.hasAttribute('data-disabled'));
    await opener.trigger('keydown', { key: 'Enter' });
    const texts = off.map((item) => item.textContent);
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
    );
    await flushPromises();
    return texts;
  };
  expect(await entries(50)).toEqual([]);
  expect(await entries(maxBatchItems)).toEqual([
    'Add to “Семья”… (50 at most)',
    'Add to “Work”… (50 at most)',
    'Add to a new subscription… (50 at most)',
  ]);
  const off = await entries(maxBatchItems + 1);
  expect([...off.slice(0, 4), off.at(-1)]).toEqual([
    'Rename… (500 at most)',
    'Renew… (500 at most)',
    'Turn on auto-renewal… (500 at most)',
    'Turn off auto-renewal… (500 at most)',
    'Delete… (500 at most)',
  ]);
  const connections = useConnectionsStore(pinia);
  await connections.readOnce();
  const keys = connections.listed.map(({ key }) => key);
  connections.selection = new Set([...keys.toReversed(), 'gone']);
  await bar.get('[aria-haspopup=menu]:last-child').trigger('keydown', { key: 'Enter' });
  await flushPromises();
  const first = document.querySelector<HTMLElement>('[role=menuitem]');
  expect(first?.textContent).toBe('Select the first 500');
  first?.click();
  await flushPromises();
  expect([...connections.selection]).toEqual([...keys, 'gone']);
});
