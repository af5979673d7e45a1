import { flushPromises, mount } from '@vue/test-utils';
import { expect, test, vi } from 'vitest';
import { h, shallowRef } from 'vue';
import type { AvailableItems } from '#contract/records/custom-subscriptions.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import BundleEditor from '#renderer/subscriptions/BundleEditor.vue';
import BundleItemText from '#renderer/subscriptions/BundleItemText.vue';
import BundlePicker from '#renderer/subscriptions/BundlePicker.vue';
import { maxItems } from '#renderer/list/requested-items.ts';
import { bundleOf, type BundleItem } from '#renderer/subscriptions/bundle.ts';
import { useListedItems } from '#renderer/subscriptions/use-listed-items.ts';
import { createSections } from '#renderer/app/router.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { mounting, openWindow } from '#test/renderer/lib/window-fixture.ts';
import { patient } from '#test/patient.ts';

const item = (n: number): BundleItem => ({
  key: `user_config:${String(n)}`,
  type: 'user_config',
  title: String(n),
  about: '',
  valid: true,
  input: null,
});

/** The editor of a bundle that is empty. */
async function editor() {
  const { root, pinia, show } = await openWindow();
  const items = shallowRef<readonly BundleItem[]>([]);
  const onChange = (changed: BundleItem[]) => (items.value = changed);
  await useConnectionsStore(pinia).readOnce();
  show({ render: () => h(BundleEditor, { items: items.value, failure: null, onChange }) });
  return { root, items };
}

/** What can be put into a bundle that has these items, and what was put in since. */
async function picker(items: readonly BundleItem[] = []) {
  const { main, root, pinia, show } = await openWindow();
  const added: string[][] = [];
  const onAdd = (some: readonly BundleItem[]) => added.push(some.map(({ title }) => title));
  await useConnectionsStore(pinia).readOnce();
  show({ render: () => h(BundlePicker, { items, onAdd }) });
  const input = await vi.waitFor(() => root.get('input'), patient);
  const search = (text: string) => input.setValue(text);
  const enter = () => input.trigger('keydown', { key: 'Enter' });
  return { main, pinia, shown: root, added, search, enter };
}

test('what is asked for is added once it is read, though it was bought after the last reading', async () => {
  const { main, root, router, answer, show } = await openWindow();
  const added: string[] = [];
  const onAdd = (some: readonly BundleItem[]) => added.push(...some.map(({ key }) => key));
  const asked = { id: 'customSubscriptions.availableItems', input: {} };
  const readAll = async () => {
    const read = await main.ask('cache.read', asked);
    return { ...read, value: (read.value as AvailableItems | undefined) ?? expect.fail() };
  };
  const read = await vi.waitFor(readAll, patient);
  const configs = read.value.configs.filter(({ source }) => source === 'user_config');
  const { id = 0 } = configs[0] ?? {};
  const known = { ...read.value, configs: configs.slice(1) };
  answer({
    'cache.read': ({ id }) => ({
      ok: true,
      value: { ...read, value: id === asked.id ? known : undefined },
    }),
  });
  await router.push(`/subscriptions/new?add=config:${String(id)}`);
  show({ render: () => h(BundlePicker, { items: [], onAdd }) });
  await expect.poll(() => root.text()).toContain('Cannot be in a subscription: 1');
  main.send('cache.changed', read);
  await expect.poll(() => added).toEqual([`user_config:${String(id)}`]);
  expect(root.text()).not.toContain('Cannot be in a subscription');
});

test('a connection of an option that is named by its index has its protocol and its state', async () => {
  const { main, pinia, use } = await openWindow();
  await useConnectionsStore(pinia).readOnce();
  const [{ option_id: option, configs } = expect.fail()] = main.account.paid_options;
  const [{ id, index } = expect.fail()] = configs;
  const facts = { item_type: 'paid_option_index', item_reference_id: option, item_index: index };
  const { used } = await use(() => useListedItems());
  const [item] = bundleOf([{ id: 1, ...facts, resolved_title: 'One', is_valid: true }]);
  const row = () => used(item ? [item] : [])[0]?.row?.key;
  await expect.poll(row).toBe(`paid:${String(option)}:${String(id)}`);
});

test('what has no room is not put in later, when there is some', async () => {
  const { main, root, router, show } = await openWindow();
  const added: string[] = [];
  const onAdd = (some: readonly BundleItem[]) => added.push(...some.map(({ key }) => key));
  const items = Array.from({ length: maxItems - 1 }, (_, n) => item(-n));
  const [first, second] = main.account.configs;
  await router.push(
    `/subscriptions/new?add=config:${String(first?.id)},config:${String(second?.id)}`,
  );
  show({ render: () => h(BundlePicker, { items, onAdd }) });
  await expect.poll(() => root.text()).toContain('Cannot be in a subscription: 1');
  const asked = { id: 'customSubscriptions.availableItems', input: {} };
  main.send('cache.changed', await main.ask('cache.read', asked));
  await flushPromises();
  expect(added).toHaveLength(1);
  expect(root.text()).toContain('Cannot be in a subscription: 1');
});

test('each connection that no subscription can hold is counted', async () => {
  const { root, router, show } = await openWindow();
  await router.push('/subscriptions/new?add=proxy:1:1,proxy:1:2');
  show({ render: () => h(BundlePicker, { items: [] }) });
  await expect.poll(() => root.text()).toContain('Cannot be in a subscription: 2');
});

test('Enter adds the first hit and keeps the search, which typing replaces', async () => {
  const { shown, added, search, enter } = await picker();
  await enter();
  expect(added).toEqual([]);
  await search('netfilx');
  await enter();
  expect(added).toEqual([['Netflix 🍿']]);
  const { value, selectionStart, selectionEnd } = shown.get('input').element;
  expect([value, selectionStart, selectionEnd]).toEqual(['netfilx', 0, 7]);
});

test('Enter adds what has the word in its title before what is found by its country', async () => {
  const { shown, added, search, enter } = await picker();
  await search('net');
  expect(shown.findAll('li').length).toBeGreaterThan(2);
  await enter();
  expect(added).toEqual([['Netflix 🍿']]);
});

test('all that are found are added at once, or as many as there is room for', async () => {
  const { shown, added, search } = await picker(
    Array.from({ length: maxItems - 12 }, (_, n) => item(-n)),
  );
  const all = () => shown.findAll('button').find((each) => /^Add (all|the)/.test(each.text()));
  expect(all()?.text()).toBe('Add the first 12');
  await all()?.trigger('click');
  expect(added.pop()).toEqual(
    shown
      .findAll('li bdi')
      .slice(0, 12)
      .map((title) => title.text()),
  );
  await search('net');
  const titles = shown.findAll('li bdi').map((title) => title.text());
  expect(all()?.text()).toBe(`Add all found (${String(titles.length)})`);
  await all()?.trigger('click');
  expect(added).toEqual([titles]);
});

test('what works stands first, each by its title', async () => {
  const { shown } = await picker();
  const titles = shown.findAll('li bdi').map((title) => title.text());
  const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const falls = titles.filter((title, n) => n > 0 && compare(titles[n - 1] ?? '', title) > 0);
  expect(titles.length).toBeGreaterThan(10);
  // Where those begin that do not work.
  expect(falls).toEqual(['Expired long ago']);
  expect(titles.slice(-2)).toEqual(['Expired long ago', 'Expired this week']);
});

test('what is added keeps its place with a tick, and a second press takes it out', async () => {
  const { root, items } = await editor();
  const row = () => root.get('[data-bundle-editor] ul li:nth-child(2)');
  const title = (await vi.waitFor(row, patient)).get('bdi').text();
  const state = () => [row().get('bdi').text(), row().get('button').attributes('aria-pressed')];
  await row().get('button').trigger('click');
  expect([...state(), items.value.length]).toEqual([title, 'true', 1]);
  await row().get('button').trigger('click');
  expect([...state(), items.value.length]).toEqual([title, 'false', 0]);
});

test('the focus stays in the editor when all that are found are added', async () => {
  const { root } = await editor();
  const all = () => root.findAll('button').find((each) => each.text().startsWith('Add all'));
  const button = await vi.waitFor(() => all() ?? expect.fail(), patient);
  button.element.focus();
  await button.trigger('click');
  expect(all()?.attributes('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(root.get('input').element);
});

test('items are named as in the list, and found by their country in either language', async () => {
  const { main, pinia, shown, search } = await picker();
  const untitled = main.account.configs.find(({ title }) => title === null);
  await search('');
  const titles = shown.findAll('li bdi').map((title) => title.text());
  expect(titles).not.toContain(`#${String(untitled?.id)}`);
  expect(shown.find('li .drawn').exists()).toBe(true);
  const { host } = useConnectionsStore(pinia).rowOf(`config:${String(untitled?.id)}`) ?? {};
  expect(shown.text()).toContain(host);
  await search('германия');
  expect(shown.findAll('li').length).toBeGreaterThan(0);
});

test('an expired configuration leads to its renewal', async () => {
  const { pinia, i18n } = await mounting();
  const row = { key: 'config:7', country: 'NL', expiresAt: 1 } as ConnectionRow;
  const shown = mount(BundleItemText, {
    props: { item: { ...item(7), row, valid: false } },
    global: { plugins: [pinia, i18n, createSections()] },
  });
  const link = shown.get('a');
  expect(link.attributes('href')).toBe('#/connections/config:7');
  expect(shown.text()).toContain('expired · Renew');
  await link.trigger('click');
  expect(useConnectionsStore(pinia).renewing).toBe('config:7');
});
