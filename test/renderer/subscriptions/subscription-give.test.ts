import { h } from 'vue';
import { expect, test, vi } from 'vitest';
import AppToast from '#renderer/app/AppToast.vue';
import SubscriptionGive from '#renderer/subscriptions/SubscriptionGive.vue';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { isKeyOfOneDevice } from '#contract/rules/device-key.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { patient } from '#test/patient.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

const isOwnKey = ({ source, protocol }: ConnectionRow) =>
  source === 'config' && isKeyOfOneDevice(protocol);

test('the URL of a subscription is copied and opened in each installed client, and the window does not hold it', async () => {
  const { show, main } = await openWindow({
    machine(machine) {
      const template = 'https://sub.example.com/s/{key}';
      machine.subscriptionUrls = { service: 'https://api.example.com', template };
      machine.shell.clients.set('happ', 'Happ').set('karing', 'Karing');
    },
  });
  const [{ id, title, subscription_key: key } = expect.fail()] = main.account.subscriptions;
  // As its page does.
  await main.ask('cache.read', { id: 'customSubscriptions.get', input: { path: { id } } });
  await main.idle();
  show({ render: () => [h(SubscriptionGive, { id, title, items: [] }), h(AppToast)] });
  const buttons = (begins: string) =>
    [...document.body.querySelectorAll('button')].filter((button) =>
      button.textContent.trim().startsWith(begins),
    );
  const press = (name: string) =>
    vi.waitFor(() => {
      const [button = expect.fail(name)] = buttons(name);
      button.click();
    }, patient);
  const said = (words: string) => expect.poll(() => document.body.textContent).toContain(words);

  await press('Give to a device');
  await press('Copy the link');
  await said('Link of the subscription copied');
  expect(main.machine.clipboard.text).toBe(`https://sub.example.com/s/${encodeURIComponent(key)}`);
  await press('Open in Happ');
  await said('Handed to Happ');
  expect(buttons('Open in').map(({ textContent }) => textContent.trim())).toEqual([
    'Open in Karing',
    'Open in Happ',
  ]);
  expect(main.callsOf('secrets.open')).toEqual([{ of: 'subscription', id, client: 'happ' }]);
  main.machine.shell.clients.delete('karing');
  await press('Open in Karing');
  await said('No program on this computer opens karing:// links.');
  expect(document.body.innerHTML).not.toContain(key);
});

test('a link that is for one app is opened there first, another app gets its connections, and a key in it is for one device', async () => {
  const { show, main, root, pinia } = await openWindow();
  const connections = useConnectionsStore(pinia);
  await connections.readOnce();
  const { key } = [...connections.all()].find(isOwnKey) ?? expect.fail();
  const [{ id, title } = expect.fail()] = main.account.subscriptions;
  const ofKey = { item_type: 'user_config', item_reference_id: Number(key.slice(7)) };
  const items = [{ id: 1, ...ofKey, resolved_title: null, is_valid: true }];
  show({ render: () => h(SubscriptionGive, { id, title, items }) });
  await vi.waitFor(() => root.get('button').trigger('click'), patient);
  const offered = () =>
    [...document.querySelectorAll('[role=dialog] button')].map(
      (button) => button.getAttribute('aria-label') ?? button.textContent.trim(),
    );
  const expected = ['Open in Happ', 'Copy the link', 'Copy its connections', 'Close'];
  await expect.poll(offered, patient).toEqual(expected);
  const text = document.querySelector('[role=dialog]')?.textContent;
  expect(text).toContain('Only Happ takes this code');
  expect(text).toMatch(/Whether Happ takes (WireGuard|AmneziaWG).* is not known: 1 of 1\./);
  expect(text).toMatch(/On one device at a time: .+\./);
  document.querySelectorAll<HTMLElement>('[role=dialog] button')[2]?.click();
  await expect
    .poll(() => main.callsOf('secrets.copy'))
    .toEqual([{ of: 'connections', keys: [key] }]);
});
