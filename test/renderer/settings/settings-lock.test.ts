import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import { Settings } from '#contract/ipc/settings.ts';
import SettingsLock from '#renderer/settings/SettingsLock.vue';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';
import { mounting } from '#test/renderer/lib/window-fixture.ts';

/** The section of locking, and what the window called. */
async function section(lockMinutes: 0 | 5) {
  const calls: [name: string, input: unknown][] = [];
  const chosen = Settings.parse({ lockMinutes });
  let settings = { ...chosen, resolvedLanguage: 'en' as const };
  const info = {
    version: '0',
    platform: 'darwin',
    computerName: '',
    runtime: 'test',
    startsWithSystem: true,
  };
  vi.stubGlobal('culvert', {
    call(name: string, input: object) {
      calls.push([name, input]);
      if (name === 'app.info') return Promise.resolve(ok(info));
      if (!name.startsWith('settings.')) return Promise.resolve(fail('unsent'));
      // Main asks, and the user refuses.
      if ('lockMinutes' in input && input.lockMinutes === 0)
        return Promise.resolve(fail('declined'));
      settings = { ...settings, ...input };
      return Promise.resolve(ok(settings));
    },
    listen: () => () => undefined,
  });
  const { global } = await mounting();
  await useSettingsStore().read();
  const mounted = mount(SettingsLock, { global });
  await flushPromises();
  return { mounted, calls };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the time of locking stays chosen where main’s question about switching it off is refused', async () => {
  const { mounted, calls } = await section(5);
  const chosen = () => mounted.get('select').element.value;
  expect(chosen()).toBe('5');
  await mounted.get('select').setValue('0');
  await flushPromises();
  expect(calls.at(-1)).toEqual(['settings.set', { lockMinutes: 0 }]);
  expect(chosen()).toBe('5');
});
