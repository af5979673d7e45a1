import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import { ok } from '#contract/failure.ts';
import { useJsonText } from '#renderer/ui/use-json-text.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A text that is being edited, and how it is checked. */
async function edit(text: string) {
  vi.useFakeTimers();
  let edited: ReturnType<typeof useJsonText> | undefined;
  const mounted = mount({
    setup: () => {
      edited = useJsonText(() => Promise.resolve(ok({ text })));
      return () => edited?.fault.value?.line;
    },
  });
  await flushPromises();
  await vi.advanceTimersByTimeAsync(1_000);
  return { mounted, ...(edited ?? expect.fail()) };
}

test('a short text says at once where it stops being JSON', async () => {
  const { typed, fault, mounted } = await edit('{}');
  typed.value = '{';
  await flushPromises();
  expect(fault.value).toEqual({ line: 1, column: 2 });
  mounted.unmount();
});

test('a long text is checked when the typing rests, and before it is saved', async () => {
  const long = JSON.stringify('x'.repeat(1_000_000));
  const { typed, fault, check, mounted } = await edit(long);
  const parsed = vi.spyOn(JSON, 'parse');
  for (const letter of 'abc') {
    typed.value = `${letter}${typed.value ?? ''}`;
    await flushPromises();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect([parsed.mock.calls.length, fault.value]).toEqual([0, null]);
  await vi.advanceTimersByTimeAsync(300);
  expect(fault.value).toEqual({ line: 1, column: 1 });
  typed.value = `${long},`;
  expect(check()).toBe(false);
  typed.value = long;
  expect(check()).toBe(true);
  parsed.mockRestore();
  mounted.unmount();
});
