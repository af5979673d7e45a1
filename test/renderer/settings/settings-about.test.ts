import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import SettingsAbout from '#renderer/settings/SettingsAbout.vue';
import { mounting } from '#test/renderer/lib/window-fixture.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  [
    'when a check for updates last succeeded',
    Date.UTC(2026, 0, 15, 12),
    /updates last checked .*15/,
  ],
  ['that none has succeeded', null, /updates not checked yet$/],
  ['nothing of updates where the system brings them', undefined, /^(?!.*updates)/],
])('the section of the program shows %s', async (_what, updatesCheckedAt, expected) => {
  vi.stubGlobal('culvert', {
    call: (name: string) =>
      Promise.resolve(
        name === 'app.info' ? ok({ version: '0.1.0', updatesCheckedAt }) : fail('unsent'),
      ),
    listen: () => () => undefined,
  });
  const { global } = await mounting();
  const mounted = mount(SettingsAbout, { global });
  await flushPromises();
  expect(mounted.get('p').text()).toMatch(expected);
});
