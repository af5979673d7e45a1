import { h } from 'vue';
import { expect, test } from 'vitest';
import type { SubscriptionDetail } from '#contract/records/custom-subscriptions.ts';
import SubscriptionItems from '#renderer/subscriptions/SubscriptionItems.vue';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

test('what no longer works is named beside the button that takes it out, in the subscription and in its editor', async () => {
  const { root, show, main } = await openWindow();
  const [subscription] = main.account.subscriptions;
  const input = { path: { id: subscription?.id ?? 0 } };
  await main.ask('cache.read', { id: 'customSubscriptions.get', input });
  await main.idle();
  const { value } = await main.ask('cache.read', { id: 'customSubscriptions.get', input });
  const detail = value as SubscriptionDetail;
  const gone = detail.items.filter(({ is_valid }) => !is_valid);
  expect(gone.length).toBeGreaterThan(1);
  const names = gone.map(
    ({ resolved_title, item_reference_id: id }) => resolved_title ?? `Connection #${String(id)}`,
  );
  const said = `No longer works: ${names.join(', ')}`;
  show(() => h(SubscriptionItems, { detail }));
  const button = () => root.findAll('button').find((one) => one.text().startsWith('Remove'));
  const beside = () => button()?.element.parentElement?.textContent;
  await expect.poll(beside).toContain(said);
  expect(root.findAll('li')).toHaveLength(detail.items.length);
  await root
    .findAll('button')
    .find((one) => one.text() === 'Edit')
    ?.trigger('click');
  await expect.poll(() => root.find('[data-bundle-editor]').exists()).toBe(true);
  expect(beside()).toContain(said);
});
