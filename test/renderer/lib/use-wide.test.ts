import { expect, onTestFinished, test, vi } from 'vitest';
import { nextTick, shallowRef } from 'vue';
import { useUnsaved } from '#renderer/lib/use-unsaved.ts';
import { useWide } from '#renderer/lib/use-wide.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

/** A window whose width changes as a test says. */
function stubWidth() {
  const query = Object.assign(new EventTarget(), { matches: true, media: '' });
  vi.stubGlobal('matchMedia', () => query);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return async (wide: boolean): Promise<void> => {
    query.matches = wide;
    query.dispatchEvent(Object.assign(new Event('change'), { matches: wide }));
    await nextTick();
  };
}

test('the layout follows the width of the window, but not while something typed would be lost', async () => {
  const resize = stubWidth();
  const { use, close } = await openWindow();
  onTestFinished(close);
  const typed = shallowRef('');
  const { used: wide } = await use(() => {
    useUnsaved({ changed: () => typed.value !== '' });
    return useWide();
  });
  expect(wide.value).toBe(true);
  typed.value = 'Half a na';
  await resize(false);
  expect(wide.value).toBe(true);
  typed.value = '';
  await nextTick();
  expect(wide.value).toBe(false);
  await resize(true);
  expect(wide.value).toBe(true);
});
