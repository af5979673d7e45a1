import { h } from 'vue';
import { expect, test } from 'vitest';
import type { SubscriptionDetail } from '#contract/records/custom-subscriptions.ts';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import SubscriptionItems from '#renderer/subscriptions/SubscriptionItems.vue';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

async function open() {
  const { root, show, main } = await openWindow();
  const [subscription] = main.account.subscriptions;
  const input = { path: { id: subscription?.id ?? 0 } };
  await main.ask('cache.read', { id: 'customSubscriptions.get', input });
  await main.idle();
  const { value } = await main.ask('cache.read', { id: 'customSubscriptions.get', input });
  const detail = value as SubscriptionDetail;
  show(() => h(SubscriptionItems, { detail }));
  const button = () => root.findAll('button').find((one) => one.text().startsWith('Remove'));
  return { root, subscription, detail, button };
}

test('what no longer works, in the subscription and in its editor, is named beside the button that takes it out', async () => {
  const { root, detail, button } = await open();
  const gone = detail.items.filter(({ is_valid }) => !is_valid);
  expect(gone.length).toBeGreaterThan(1);
  const names = gone.map(
    ({ resolved_title, item_reference_id: id }) => resolved_title ?? `Connection #${String(id)}`,
  );
  const said = `No longer works: ${names.join(', ')}`;
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

test('what no longer works is taken out at once, and Undo puts back what has only expired', async () => {
  const { subscription, detail, button } = await open();
  const references = () => subscription?.items.map(({ item_reference_id: id }) => id);
  const idsOf = (items: SubscriptionDetail['items']) =>
    items.map(({ item_reference_id: id }) => id);
  await expect.poll(() => button()?.text()).toBe('Remove what no longer works');
  await button()?.trigger('click');
  await expect.poll(references).toEqual(idsOf(detail.items.filter(({ is_valid }) => is_valid)));
  const { notice } = useToastStore();
  expect(await (notice?.kind === 'said' && notice.undo?.())).toMatchObject({ ok: true });
  // One of them is gone at the service.
  const isThere = (item: SubscriptionDetail['items'][number]) => item.resolved_title !== null;
  expect(references()).toEqual(idsOf(detail.items.filter(isThere)));
});
