import { flushPromises } from '@vue/test-utils';
import { defineComponent, h } from 'vue';
import { expect, onTestFinished, test } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import ConnectionTitle from '#renderer/connection/ConnectionTitle.vue';
import AppToast from '#renderer/app/AppToast.vue';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

async function open() {
  const page = await openWindow();
  page.show(AppToast);
  await flushPromises();
  const toast = useToastStore(page.pinia);
  const press = async (target: EventTarget = document.body) => {
    const event = new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true });
    target.dispatchEvent(event);
    await flushPromises();
  };
  const button = () =>
    page.root.findAll('[data-toast] button').find((each) => each.text() === 'Undo');
  return { page, toast, press, button };
}

test('a change is undone by a click, once, and this is reported', async () => {
  const { page, toast, button } = await open();
  let undone = 0;
  toast.say('Renamed: Home', () => Promise.resolve(ok((undone += 1))));
  await flushPromises();
  await button()?.trigger('click');
  await flushPromises();
  expect([undone, page.root.get('[data-toast]').text()]).toEqual([1, 'Undone']);
  expect(button()).toBeUndefined();
});

test('Ctrl+Z undoes it, and in a field undoes only what was typed there', async () => {
  const { toast, press } = await open();
  let undone = 0;
  toast.say('Blocked: iPhone', () => Promise.resolve(ok((undone += 1))));
  await flushPromises();
  const field = document.body.appendChild(document.createElement('input'));
  onTestFinished(() => field.remove());
  await press(field);
  expect(undone).toBe(0);
  await press();
  await press();
  expect(undone).toBe(1);
});

test('an undo that fails says what failed', async () => {
  const { toast, press } = await open();
  toast.say('Renamed: Home', () => Promise.resolve(fail('offline')));
  await flushPromises();
  await press();
  expect(toast.notice).toMatchObject({ kind: 'failed', about: 'Not undone' });
});

test('nothing of the account before can be undone in the next', async () => {
  const { page, toast, press } = await open();
  let undone = 0;
  toast.say('Renamed: Home', () => Promise.resolve(ok((undone += 1))));
  page.switchTo('other');
  await press();
  expect([undone, toast.notice]).toEqual([0, null]);
});

test('a copy of the account before leads to none of its connections in the next', async () => {
  const { page, toast } = await open();
  const copied = ok({ clearsAt: null, onDevices: ['phone' as const] });
  const words = { key: 'config:5', title: 'Home', said: 'Copied' };
  const secret = { of: 'connection', key: 'config:5' } as const;
  await toast.copyBy(() => Promise.resolve(copied), secret, words);
  page.switchTo('other');
  expect(toast.notice).toMatchObject({ kind: 'copied', title: 'Home', onDevices: [] });
});

test('a rename is undone for its own connection', async () => {
  const { page, press } = await open();
  const home = await page.main.ask('connections.get', { key: page.main.keyOf('Phone') });
  const sent: unknown[] = [];
  page.answer({
    'connections.setTitle': (input: { readonly title: string }) => {
      sent.push(input);
      return ok({ ...home, title: input.title });
    },
  });
  const props = { row: home, opener: () => undefined };
  page.show(defineComponent(() => () => h(ConnectionTitle, props)));
  await flushPromises();
  useConnectionsStore(page.pinia).renaming = home.key;
  await flushPromises();
  await page.root.get('input').setValue('A better name');
  await page.root.get('form').trigger('submit');
  await flushPromises();
  await press();
  expect(sent).toEqual([
    { key: home.key, title: 'A better name' },
    { key: home.key, title: home.title },
  ]);
});
