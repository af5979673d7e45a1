import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ref } from 'vue';
import { z } from 'zod';
import { useUnsaved } from '#renderer/lib/use-unsaved.ts';
import { openWindow } from './window-fixture.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A form of configuration 7 that is typed in, half a second before it is looked at. */
async function typed(meanwhile: (page: Awaited<ReturnType<typeof openWindow>>) => void) {
  const page = await openWindow();
  onTestFinished(page.close);
  const text = ref('');
  const draft = {
    name: () => 'config:7 xray',
    data: () => text.value,
    schema: z.string(),
    restore: () => undefined,
  };
  await page.use(() => useUnsaved({ changed: () => text.value !== '', draft }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  text.value = '{ "secret": 1 }';
  await flushPromises();
  meanwhile(page);
  await vi.advanceTimersByTimeAsync(500);
  return page.main.callsOf('drafts.write');
}

test('typed text is saved as a draft when the typing pauses', async () => {
  expect(await typed(() => undefined)).toEqual([
    { name: 'config:7 xray', text: '"{ \\"secret\\": 1 }"' },
  ]);
});

test('typed text becomes no draft of another account that is opened meanwhile', async () => {
  const drafts = await typed((page) => {
    page.switchTo('a2');
  });
  expect(drafts).toEqual([]);
});
