import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import { ok } from '#contract/failure.ts';
import JournalUnreadable from '#renderer/purchases/JournalUnreadable.vue';
import { mounting } from '#test/renderer/lib/window-fixture.ts';

/** The card of an entry that cannot be read, and what it asks of main. */
async function card() {
  const calls: { readonly name: string; readonly input: unknown }[] = [];
  vi.stubGlobal('culvert', {
    call: (name: string, input: unknown) => {
      if (!/^(?:purchases|secrets)\./.test(name)) return new Promise(() => undefined);
      calls.push({ name, input });
      return Promise.resolve(ok({ clearsAt: null }));
    },
    listen: () => () => undefined,
  });
  const { global } = await mounting();
  const mounted = mount(JournalUnreadable, {
    props: { entry: { id: 'e9', createdAt: null } },
    global,
  });
  const press = async (name: string) => {
    const button = mounted
      .findAll('button')
      .find((one) => one.text() === name || one.attributes('aria-label') === name);
    if (button === undefined) throw new Error(`No button ${name}`);
    await button.trigger(button.attributes('type') === 'submit' ? 'submit' : 'click');
    await flushPromises();
  };
  return { mounted, calls, press };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('an entry that cannot be read says so, and its record can be copied', async () => {
  const { mounted, calls, press } = await card();
  expect(mounted.text()).toContain('An entry that cannot be read');
  expect(mounted.text()).toContain('Entry e9');
  await press('Copy');
  const input = { of: 'purchase', id: 'e9', secret: 'answer' };
  expect(calls).toEqual([{ name: 'secrets.copy', input }]);
});

test('it is removed only after its effect was said and confirmed', async () => {
  const { mounted, calls, press } = await card();
  await press('Remove…');
  expect(mounted.get('form').text()).toContain('This cannot be undone');
  await press('Cancel');
  expect(mounted.find('form').exists()).toBe(false);
  expect(calls).toEqual([]);
  await press('Remove…');
  await press('Remove the entry');
  expect(calls).toEqual([{ name: 'purchases.dismiss', input: { id: 'e9' } }]);
});
