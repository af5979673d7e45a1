import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { effectScope } from 'vue';
import { fail, ok, type Result } from '#contract/failure.ts';
import { openStores } from '#test/renderer/lib/window-fixture.ts';
import { useRevealedSecret } from '#renderer/secret/use-revealed-secret.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A secret that is shown for half a minute from now. */
async function reveal() {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  openStores();
  const scope = effectScope();
  const answer = (): Result<{ secret: string; until: number }> =>
    ok({ secret: 'key', until: Date.now() + 30_000 });
  const read = vi.fn(() => Promise.resolve(answer()));
  const shown = scope.run(() => useRevealedSecret(read)) ?? expect.fail();
  onTestFinished(() => scope.stop());
  await shown.show();
  return { ...shown, read };
}

test('a shown secret is forgotten in time, also where the clock was set back meanwhile', async () => {
  const { secret, left } = await reveal();
  expect(secret.value).toBe('key');
  vi.setSystemTime(Date.UTC(2025, 0, 1));
  await vi.advanceTimersByTimeAsync(29_000);
  expect([secret.value, left.value]).toEqual(['key', 1000]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(secret.value).toBeNull();
});

test('a shown secret is forgotten after a sleep, in which only the clock went on', async () => {
  const { secret } = await reveal();
  vi.setSystemTime(Date.UTC(2026, 0, 1, 1));
  await vi.advanceTimersByTimeAsync(250);
  expect(secret.value).toBeNull();
});

test('a shown secret is not what is shown where another could not be read', async () => {
  const { secret, error, read, show } = await reveal();
  read.mockResolvedValue(fail('offline'));
  await show();
  expect([secret.value, error.value]).toEqual([null, { kind: 'offline' }]);
});
