import { expect, test } from 'vitest';
import { h } from 'vue';
import { connectionKey } from '#contract/rules/connection-key.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import ConnectionItem from '#renderer/servers/ConnectionItem.vue';
import { cutEverything } from '#test/renderer/scenes/checks.ts';
import { checkKeys } from '#test/renderer/scenes/why.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

test('what a server or a paid option holds is said to fail where the list says so', async () => {
  const { root, show, main, pinia } = await openWindow();
  cutEverything(main);
  const [option] = main.account.paid_options;
  const server = main.account.cloud_servers.find(({ configs }) => configs.length > 0);
  const keys = [
    connectionKey({
      source: 'paid',
      optionId: option?.option_id ?? 0,
      configId: option?.configs.find(({ protocol }) => protocol === 'vless')?.id ?? 0,
    }),
    connectionKey({
      source: 'cloud',
      serverId: server?.id ?? 0,
      configId: server?.configs.find(({ protocol }) => protocol === 'vless')?.id ?? 0,
    }),
  ];
  await useConnectionsStore(pinia).readOnce();
  for (const key of keys)
    show(() => h(ConnectionItem, { connectionKey: key, title: key, protocol: 'vless', place: '' }));
  await root.vm.$nextTick();
  const items = () => root.findAll('li').map((item) => item.text());
  expect(items()).not.toContainEqual(expect.stringContaining('Connection cut'));
  await checkKeys(main, keys);
  await expect
    .poll(items)
    .toEqual([
      expect.stringContaining('Connection cut'),
      expect.stringContaining('Connection cut'),
    ]);
});
