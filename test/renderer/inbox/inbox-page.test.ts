import { expect, test } from 'vitest';
import InboxPage from '#renderer/inbox/InboxPage.vue';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { changesNoticed } from '#test/renderer/scenes/noticed.ts';

test('each entry of Culvert’s own leads to the page of what it is about, and is read then', async () => {
  const { root, show, main, router } = await openWindow(changesNoticed());
  show(InboxPage);
  const option = `/paid-options/${String(main.account.paid_options[0]?.option_id)}`;
  const phone = `/connections/${main.keyOf('Phone')}`;
  const expected = [
    [/^Phone: .*(back|again)/, phone],
    [/^Белый интернет: .*used up/, option],
    [/^Белый интернет: 95 %/, option],
    [/^Phone: .*down/, phone],
    [/^Белый интернет: 80 %/, option],
    [/Galaxy S24/, '/devices'],
  ] as const;
  const own = () => root.findAll('li').filter((entry) => entry.find('[data-own]').exists());
  await expect.poll(() => own().length).toBe(expected.length);
  expect(own().map((entry) => entry.get('a').text())).toEqual(
    expected.map(([text]) => expect.stringMatching(text) as string),
  );
  for (const [n, [, path]] of expected.entries()) {
    expect(own()[n]?.text()).toContain('Unread');
    await own()[n]?.get('a').trigger('click');
    await expect.poll(() => router.currentRoute.value.path).toBe(path);
    await expect.poll(() => own()[n]?.text()).not.toContain('Unread');
  }
});

test('an inbox that is read the first time does not say that it is empty', async () => {
  const { root, show } = await openWindow({ unread: 'unanswered' });
  show(InboxPage);
  await expect.poll(() => root.find('[role=status]').exists()).toBe(true);
  expect(root.text()).not.toContain('No messages yet');
});
