import { flushPromises, mount, type VueWrapper } from '@vue/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import { ok } from '#contract/failure.ts';
import SelectionBar from '#renderer/connections/SelectionBar.vue';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { mounting } from '#test/renderer/lib/window-fixture.ts';

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** The bar for two connections in a window that has started, with main's answers by command. */
async function openBar(answers: Readonly<Record<string, unknown>>) {
  const calls: [name: string, input: unknown][] = [];
  const subscribed: string[] = [];
  let report: (payload: unknown) => void = () => undefined;
  vi.stubGlobal('culvert', {
    call(name: string, input: unknown) {
      if (/\.(get|list|rows)$/.test(name)) return new Promise(() => undefined);
      calls.push([name, input]);
      return Promise.resolve(answers[name]);
    },
    listen: (event: string, listener: (payload: unknown) => void) => {
      subscribed.push(event);
      if (event === 'connections.saving') report = listener;
      return () => undefined;
    },
  });
  const { global } = await mounting();
  // Menus open in it.
  const main = document.createElement('main');
  document.body.append(main);
  const open = () =>
    mount(SelectionBar, {
      attachTo: main,
      props: { keys: new Set(['config:1', 'config:2']), meant: null },
      global,
    });
  const bar = open();
  useConnectionsStore().start();
  return { bar, calls, subscribed, open, report: (payload: unknown) => report(payload) };
}

async function press(bar: VueWrapper, text: string, which: 'first' | 'last' = 'last') {
  const named = bar
    .findAll('button')
    .filter((button) => (button.attributes('aria-label') ?? button.text()) === text);
  await named.at(which === 'last' ? -1 : 0)?.trigger('click');
  await flushPromises();
}

const noCommands = ok({ configurations: 0, lines: [], different: 0 });
const twoCommands = ok({
  configurations: 2,
  lines: ['PostUp = a', 'PreDown = b'],
  different: 30,
});
const saved = ok({ name: 'connections', count: 2, total: 2 });
const keys = ['config:1', 'config:2'];

test('the bar shows how many files of a folder are written until it is saved', async () => {
  const { bar, report } = await openBar({});
  const status = () => bar.get('[role=status]').text();
  const buttons = () => bar.findAll('button').map((button) => button.text());
  // Also where it was begun before the bar was opened.
  report({ running: true, written: 1100, total: 2000 });
  await flushPromises();
  expect(status()).toBe('Saving: 1,100 of 2,000');
  expect(buttons()).toContain('Stop saving');
  report({ running: false, written: 2000, total: 2000 });
  await flushPromises();
  expect(status()).toBe('2 selected');
  expect(buttons()).not.toContain('Stop saving');
  bar.unmount();
});

test('a bar that is opened while a folder is saved shows how far it is', async () => {
  const { bar, report, open } = await openBar({});
  report({ running: true, written: 1100, total: 2000 });
  bar.unmount();
  const another = open();
  expect(another.get('[role=status]').text()).toBe('Saving: 1,100 of 2,000');
  another.unmount();
});

test('a bar that is opened again subscribes to nothing again', async () => {
  const { bar, subscribed, open } = await openBar({});
  bar.unmount();
  const before = subscribed.length;
  open().unmount();
  expect(subscribed.slice(before)).toEqual([]);
});

test('stopping the saving of a folder says how many are saved', async () => {
  const answer = Promise.withResolvers<unknown>();
  const { bar, calls, report } = await openBar({
    'connections.commandsOfMany': noCommands,
    'connections.saveMany': answer.promise,
    'connections.stopSaving': ok(true),
  });
  await press(bar, 'Save folder…');
  report({ running: true, written: 0, total: 2000 });
  await flushPromises();
  await press(bar, 'Stop saving');
  expect(calls.at(-1)).toEqual(['connections.stopSaving', {}]);
  answer.resolve(ok({ name: 'connections', count: 300, total: 2000 }));
  await flushPromises();
  expect(useToastStore().notice).toEqual({
    kind: 'said',
    text: 'Stopped: 300 of 2,000 saved as connections',
  });
  bar.unmount();
});

test('a folder with commands is saved after they were shown, without them', async () => {
  const { bar, calls } = await openBar({
    'connections.commandsOfMany': twoCommands,
    'connections.saveMany': saved,
  });
  await press(bar, 'Save folder…');
  const panel = bar.get('[role=group]');
  expect(panel.text()).toContain(
    'Lines of 2 configurations that a VPN app should not carry out are left out.',
  );
  expect(panel.findAll('li').map((line) => line.text())).toEqual([
    'PostUp = a',
    'PreDown = b',
    'and 28 more',
  ]);
  expect(document.activeElement).toBe(panel.element);
  expect(calls).toEqual([['connections.commandsOfMany', { keys }]]);
  await press(bar, 'Save folder…', 'first');
  expect(calls.slice(1)).toEqual([['connections.saveMany', { keys, as: 'folder' }]]);
  expect(bar.find('[role=group]').exists()).toBe(false);
  bar.unmount();
});

test('a folder with commands is not saved when the user refuses or selects others', async () => {
  const { bar, calls } = await openBar({ 'connections.commandsOfMany': twoCommands });
  const group = () => bar.find('[role=group]');
  await press(bar, 'Save folder…');
  await press(bar, 'Cancel');
  expect(group().exists()).toBe(false);
  expect(document.activeElement?.textContent).toContain('Save folder…');
  await press(bar, 'Save folder…');
  await group().trigger('keydown', { key: 'Escape' });
  expect(group().exists()).toBe(false);
  await press(bar, 'Save folder…');
  await bar.setProps({ keys: new Set(['config:3']) });
  expect(group().exists()).toBe(false);
  expect(calls.filter(([name]) => name === 'connections.saveMany')).toEqual([]);
  bar.unmount();
});
