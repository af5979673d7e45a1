import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ok } from '#contract/failure.ts';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import { useClockStore } from '#renderer/lib/stores/clock.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';
import { useStatsStore } from '#renderer/lib/stores/stats.ts';
import { openStores, setMainState } from '#test/renderer/lib/window-fixture.ts';
import { serverStats } from '#test/contract/server-stats.ts';

let pinia: ReturnType<typeof openStores>;
beforeEach(() => {
  pinia = openStores();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** IPC whose calls answer when the test says; the session is not read. */
function manualIpc() {
  const open: { name: string; answer: (value: unknown) => void }[] = [];
  Object.assign(window, {
    culvert: {
      call: (name: string) =>
        new Promise((resolve) => {
          if (name === 'session.get' || name === 'sync.get') return;
          open.push({
            name,
            answer: (value) => {
              resolve(ok(value));
            },
          });
        }),
      listen: () => () => undefined,
    },
  });
  return {
    async answer(value: unknown): Promise<void> {
      open.shift()?.answer(value);
      await flushPromises();
    },
  };
}

describe('a copy', () => {
  const one = { of: 'connection', key: 'config:1' } as const;

  test('counts down from its whole time, however old the last tick of the clock is', async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const ipc = manualIpc();
    const clock = useClockStore();
    const toast = useToastStore();
    clock.start();
    vi.setSystemTime(1_000_990);
    void toast.copy(one, { title: 'One', said: 'URL copied' });
    const clearsAt = Date.now() + 60_000;
    await ipc.answer({ clearsAt });
    expect(toast.notice).toMatchObject({ kind: 'copied', clearsAt });
    expect(clearsAt - clock.second).toBe(60_000);
  });

  test('that a later one replaced is not shown', async () => {
    const ipc = manualIpc();
    const toast = useToastStore();
    void toast.copy(one, { title: 'One', said: '' });
    void toast.copy({ of: 'connection', key: 'config:2' }, { title: 'Two', said: '' });
    await ipc.answer({ clearsAt: null });
    expect(toast.notice).toBeNull();
    await ipc.answer({ clearsAt: null });
    expect(toast.notice).toMatchObject({ title: 'Two' });
  });
});

test('times follow the system to another time zone while the window is open', () => {
  vi.stubEnv('TZ', 'Europe/Moscow');
  const clock = useClockStore();
  const settings = useSettingsStore();
  clock.tick();
  const noon = Date.UTC(2026, 0, 1, 12);
  expect(settings.format.time(noon)).toBe('15:00');
  vi.stubEnv('TZ', 'Asia/Tokyo');
  clock.tick();
  expect(settings.format.time(noon)).toBe('21:00');
});

test('the answer to the last of two changes of a setting is shown', async () => {
  const ipc = manualIpc();
  const settings = useSettingsStore();
  const before = settings.state;
  await ipc.answer(before);
  void settings.set({ language: 'ru' });
  void settings.set({ language: 'en' });
  await ipc.answer({ ...before, language: 'ru', resolvedLanguage: 'ru' });
  expect(settings.language).toBe('en');
  await ipc.answer({ ...before, language: 'en', resolvedLanguage: 'en' });
  expect(settings.state.language).toBe('en');
});

test('statistics that were requested for another account are dropped', async () => {
  vi.useFakeTimers();
  const ipc = manualIpc();
  const stats = useStatsStore();
  stats.watchFocus('server:1');
  await vi.advanceTimersByTimeAsync(1_000);
  const account = { id: 'other', service: 'https://b.example', name: '' };
  setMainState(pinia, 'session.changed', { ...useSessionStore().state, account });
  await ipc.answer([serverStats('server:1', 0)]);
  expect(stats.known.size).toBe(0);
});
