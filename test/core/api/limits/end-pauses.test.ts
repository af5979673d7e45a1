import { expect, it } from 'vitest';
import { api } from '#contract/api/index.ts';
import { overviewLimit } from '#contract/endpoint.ts';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import { manualClock, settled } from '#test/core/fakes.ts';

it('a pause that the service asks for lasts an hour at most, and ends when the user tries again', async () => {
  const clock = manualClock();
  const waits: (number | null)[] = [];
  const onWait = (until: number | null) => waits.push(until);
  const limiter = new RateLimiter({ clock, overview: overviewLimit, onWait });
  const refused = await limiter.acquire(api['profile.get'], 'user');
  refused.done({ status: 429, headers: { 'retry-after': '86400' } });
  let granted = false;
  void limiter.acquire(api['profile.get'], 'user').then(() => {
    granted = true;
  });
  await clock.advance(120_000);
  expect(granted).toBe(false);
  expect(waits.at(-1)).toBeLessThanOrEqual(clock.now() + 3_600_000);
  limiter.endPauses();
  await settled();
  expect(granted).toBe(true);
});
