import { flushPromises } from '@vue/test-utils';
import { expect, test } from 'vitest';
import { ok } from '#contract/failure.ts';
import { useShownConnection } from '#renderer/connections/use-shown-connection.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

test.each([
  ['is shown when it was found', false],
  ['is not shown once its page is gone, where another account may be', true],
])('a connection that the list does not have %s', async (_what, leaves) => {
  const page = await openWindow();
  const detail = await page.main.ask('connections.get', { key: page.main.keyOf('Phone') });
  const found = Promise.withResolvers<unknown>();
  page.answer({ 'connections.get': () => found.promise });
  page.router.addRoute({ path: '/connections/:key', component: { render: () => null } });
  const { close } = await page.use(() =>
    useShownConnection({ isAlone: () => false, focus: () => undefined }),
  );
  await page.router.push('/connections/config:0');
  await flushPromises();
  if (leaves) await close();
  found.resolve(ok(detail));
  await flushPromises();
  expect(useConnectionsStore(page.pinia).current?.key).toBe(leaves ? undefined : detail.key);
});
