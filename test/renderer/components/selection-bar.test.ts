import { flushPromises, mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { afterEach, expect, test, vi } from 'vitest';
import { ok } from '#contract/failure.ts';
import SelectionBar from '#renderer/components/connections/SelectionBar.vue';
import { createI18n, setLanguage } from '#renderer/i18n.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('how many files of a folder are written is shown until it is saved', async () => {
  let report: (payload: unknown) => void = () => undefined;
  const answer = Promise.withResolvers<unknown>();
  vi.stubGlobal('culvert', {
    call: () => answer.promise,
    listen: (event: string, listener: (payload: unknown) => void) => {
      if (event === 'connections.saving') report = listener;
      return () => undefined;
    },
  });
  const i18n = createI18n();
  await setLanguage(i18n, 'en');
  const bar = mount(SelectionBar, {
    props: { keys: new Set(['config:1', 'config:2']), meant: null },
    global: { plugins: [createPinia(), i18n] },
  });
  const status = () => bar.get('[role=status]').text();
  report({ written: 100, total: 2000 });
  await flushPromises();
  expect(status()).toBe('2 selected');
  const folder = bar.findAll('button').find((button) => button.text() === 'Save as a folder');
  await folder?.trigger('click');
  report({ written: 1100, total: 2000 });
  await flushPromises();
  expect(status()).toBe('Saving: 1,100 of 2,000');
  answer.resolve(ok({ name: 'connections', count: 2000 }));
  await flushPromises();
  expect(status()).toBe('2 selected');
  bar.unmount();
});
