import { mount } from '@vue/test-utils';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { nextTick } from 'vue';
import AppToast from '#renderer/app/AppToast.vue';
import { useClockStore } from '#renderer/lib/stores/clock.ts';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import { mounting, setMainState } from '#test/renderer/lib/window-fixture.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** The toast of a window, under a clock of its own. */
async function openToast() {
  const { pinia, global } = await mounting();
  vi.useFakeTimers();
  const mounted = mount(AppToast, { global, attachTo: document.body });
  onTestFinished(() => {
    mounted.unmount();
  });
  return { mounted, pinia, toast: useToastStore(pinia) };
}

test('what can be undone stays for half a minute, and while the focus is in it', async () => {
  const { mounted, toast } = await openToast();
  toast.say('Renamed', () => Promise.resolve({ ok: true, value: null }));
  await nextTick();
  const undo = mounted.get<HTMLElement>('[data-toast] button');
  await vi.advanceTimersByTimeAsync(25_000);
  undo.element.focus();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(toast.notice).toMatchObject({ text: 'Renamed' });
  undo.element.blur();
  await vi.advanceTimersByTimeAsync(40_000);
  expect(toast.notice).toBeNull();
});

test('a toast goes with the language of its words', async () => {
  const { toast, pinia } = await openToast();
  toast.say('Renamed');
  const { state } = useSettingsStore(pinia);
  setMainState(pinia, 'settings.changed', { ...state, resolvedLanguage: 'ru' });
  await nextTick();
  expect(toast.notice).toBeNull();
});

test.each([
  ['fails', 'It does not work from here.'],
  ['expired', 'It has expired.'],
] as const)('a copy of what %s says so', async (fails, said) => {
  const { mounted, toast } = await openToast();
  const answer = { ok: true, value: { clearsAt: null, fails } } as const;
  const words = { title: 'Phone', said: 'URL copied' };
  await toast.copyBy(() => Promise.resolve(answer), { of: 'connection', key: 'config:1' }, words);
  await nextTick();
  expect(mounted.get('[data-toast]').text()).toContain(said);
  expect(mounted.get('[aria-live]').text()).toContain(said);
});

test('a toast that the pointer holds does not outlast what it says of the clipboard', async () => {
  const { mounted, pinia, toast } = await openToast();
  useClockStore(pinia).start();
  const answer = { ok: true, value: { clearsAt: Date.now() + 30_000 } } as const;
  const secret = { of: 'connection', key: 'config:1' } as const;
  await toast.copyBy(() => Promise.resolve(answer), secret, { said: 'URL copied' });
  await nextTick();
  await mounted.get('[data-toast]').trigger('pointerenter');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(mounted.get('[data-toast]').text()).toContain('Cleared from the clipboard in');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(toast.notice).toBeNull();
});

test('why nothing was done is said as such, not as something done', async () => {
  const { mounted, toast } = await openToast();
  toast.refuse('Select 500 or fewer to rename.');
  await nextTick();
  expect(mounted.get('[data-toast] [role=alert]').text()).toBe('Select 500 or fewer to rename.');
});

test('a toast that lost the focus with its element leaves no later one behind', async () => {
  const { mounted, toast } = await openToast();
  toast.say('One');
  await nextTick();
  const dismiss = mounted.get<HTMLElement>('[data-toast] button');
  dismiss.element.focus();
  await dismiss.trigger('click');
  toast.say('Two');
  await nextTick();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(toast.notice).toBeNull();
});

test('a failure is there when the window is shown again', async () => {
  const { toast } = await openToast();
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  toast.fail({ kind: 'unsent' });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(toast.notice).toMatchObject({ kind: 'failed' });
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(toast.notice).toBeNull();
});

test('a toast leaves by itself after an earlier one was dismissed by the mouse', async () => {
  const { mounted, toast } = await openToast();

  toast.say('One');
  await nextTick();
  const element = mounted.get('[data-toast]');
  await element.trigger('pointerenter');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(toast.notice).toMatchObject({ text: 'One' });
  // The element goes with the click: no pointerleave is sent.
  await element.get('button').trigger('click');
  expect(toast.notice).toBeNull();

  toast.say('Two');
  await nextTick();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(toast.notice).toBeNull();
});
