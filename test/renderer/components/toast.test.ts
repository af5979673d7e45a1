import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, test, vi } from 'vitest';
import { nextTick } from 'vue';
import AppToast from '#renderer/components/app/AppToast.vue';
import { createI18n, setLanguage } from '#renderer/i18n.ts';
import { useClipboardStore } from '#renderer/stores/clipboard.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a toast leaves by itself after an earlier one was dismissed by the mouse', async () => {
  const pinia = createPinia();
  setActivePinia(pinia);
  const i18n = createI18n();
  await setLanguage(i18n, 'en');
  vi.useFakeTimers();
  const mounted = mount(AppToast, { global: { plugins: [pinia, i18n] } });
  const clipboard = useClipboardStore();

  clipboard.say('One');
  await nextTick();
  const toast = mounted.get('[data-toast]');
  await toast.trigger('pointerenter');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(clipboard.notice).toMatchObject({ text: 'One' });
  // The element goes with the click: no pointerleave is sent.
  await toast.get('button').trigger('click');
  expect(clipboard.notice).toBeNull();

  clipboard.say('Two');
  await nextTick();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(clipboard.notice).toBeNull();
  mounted.unmount();
});
