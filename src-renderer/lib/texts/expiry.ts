import { expiringMs } from '#contract/rules/connection-state.ts';

type ExpiryTone = 'none' | 'later' | 'soon' | 'past';

/** How near a moment in Unix seconds is, seen from `now` in Unix milliseconds. */
export function expiryTone(expiresAt: number | null, now: number): ExpiryTone {
  if (expiresAt === null) return 'none';
  const left = expiresAt * 1000 - now;
  if (left < 0) return 'past';
  return left <= expiringMs ? 'soon' : 'later';
}
