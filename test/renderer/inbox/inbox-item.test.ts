import { mount, RouterLinkStub } from '@vue/test-utils';
import { expect, test } from 'vitest';
import InboxItem from '#renderer/inbox/InboxItem.vue';
import { mounting } from '#test/renderer/lib/window-fixture.ts';

test('an element that is no message is shown as unreadable', async () => {
  const { global } = await mounting();
  const words = 'A message that could not be read';
  const item = { id: '1', content: '<html>Blocked</html>', receivedAt: 0, read: false };
  const text = (unreadable: boolean) =>
    mount(InboxItem, {
      props: { item: unreadable ? { ...item, unreadable } : item },
      global: { ...global, stubs: { RouterLink: RouterLinkStub } },
    }).text();
  expect(text(true)).toContain(words);
  expect(text(true)).toContain('<html>Blocked</html>');
  expect(text(false)).not.toContain(words);
});

test('an event of Culvert’s own has its own look and leads to its subject', async () => {
  const { global } = await mounting();
  const path = '/paid-options/3';
  const event = { kind: 'traffic', title: 'White', path, percent: 95 } as const;
  const item = mount(InboxItem, {
    props: { item: { id: '1', content: '', receivedAt: 0, read: false, event } },
    global: { ...global, stubs: { RouterLink: RouterLinkStub } },
  });
  expect(item.text()).toContain('From Culvert');
  const link = item.getComponent(RouterLinkStub);
  expect([link.text(), link.props('to')]).toEqual(['White: 95 % of the traffic used', path]);
  await link.trigger('click');
  expect(item.emitted('read')).toHaveLength(1);
});
