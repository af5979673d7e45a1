import { flushPromises } from '@vue/test-utils';
import { expect, test, vi } from 'vitest';
import { h } from 'vue';
import { ok } from '#contract/failure.ts';
import JournalUnreadable from '#renderer/purchases/JournalUnreadable.vue';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

/** The card of an entry that cannot be read, and what it asks of main. */
async function card() {
  const { root, show, answer } = await openWindow();
  const copy = vi.fn(() => ok({ clearsAt: null }));
  const dismiss = vi.fn(() => ok(null));
  answer({ 'secrets.copy': copy, 'purchases.dismiss': dismiss });
  show(() => h(JournalUnreadable, { entry: { id: 'e9', createdAt: null } }));
  await flushPromises();
  const press = async (name: string) => {
    const button = root
      .findAll('button')
      .find((one) => one.text() === name || one.attributes('aria-label') === name);
    if (button === undefined) throw new Error(`No button ${name}`);
    await button.trigger(button.attributes('type') === 'submit' ? 'submit' : 'click');
    await flushPromises();
  };
  return { root, copy, dismiss, press };
}

test('an entry that cannot be read says so, and its record can be copied', async () => {
  const { root, copy, press } = await card();
  expect(root.text()).toContain('An entry that cannot be read');
  expect(root.text()).toContain('Entry e9');
  await press('Copy');
  expect(copy.mock.calls).toEqual([[{ of: 'purchase', id: 'e9', secret: 'answer' }]]);
});

test('it is removed only after its effect was said and confirmed', async () => {
  const { root, dismiss, press } = await card();
  await press('Remove…');
  expect(root.get('form').text()).toContain('This cannot be undone');
  await press('Cancel');
  expect(root.find('form').exists()).toBe(false);
  expect(dismiss).not.toHaveBeenCalled();
  await press('Remove…');
  await press('Remove the entry');
  expect(dismiss.mock.calls).toEqual([[{ id: 'e9' }]]);
});
