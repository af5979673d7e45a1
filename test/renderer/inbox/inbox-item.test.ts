import { mount, RouterLinkStub } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { expect, test } from 'vitest';
import InboxItem from '#renderer/inbox/InboxItem.vue';
import { createI18n, setLanguage } from '#renderer/lib/i18n.ts';

test.each([
  ['en', 'A message that could not be read'],
  ['ru', 'Сообщение не удалось прочитать'],
] as const)('an element that is no message is shown as unreadable: %s', async (language, words) => {
  const i18n = createI18n();
  await setLanguage(i18n, language);
  const item = { id: '1', content: '<html>Blocked</html>', receivedAt: 0, read: false };
  const text = (unreadable: boolean) =>
    mount(InboxItem, {
      props: { item: unreadable ? { ...item, unreadable } : item },
      global: { plugins: [createPinia(), i18n], stubs: { RouterLink: RouterLinkStub } },
    }).text();
  expect(text(true)).toContain(words);
  expect(text(true)).toContain('<html>Blocked</html>');
  expect(text(false)).not.toContain(words);
});

test.each([
  ['en', 'From Culvert', 'White: 95 % of the traffic used'],
  ['ru', 'От Culvert', 'White: израсходовано 95 % трафика'],
] as const)(
  'an event of Culvert’s own has its own look and leads to its subject: %s',
  async (language, origin, words) => {
    const i18n = createI18n();
    await setLanguage(i18n, language);
    const event = {
      kind: 'traffic',
      title: 'White',
      path: '/paid-options/3',
      percent: 95,
    } as const;
    const item = mount(InboxItem, {
      props: { item: { id: '1', content: '', receivedAt: 0, read: false, event } },
      global: { plugins: [createPinia(), i18n], stubs: { RouterLink: RouterLinkStub } },
    });
    expect(item.text()).toContain(origin);
    const link = item.getComponent(RouterLinkStub);
    expect([link.text(), link.props('to')]).toEqual([words, '/paid-options/3']);
    await link.trigger('click');
    expect(item.emitted('read')).toHaveLength(1);
  },
);
