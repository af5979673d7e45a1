// @vitest-environment node
import { describe, expect, test } from 'vitest';
import type { ServerStats } from '#contract/ipc/stats.ts';
import { afterReading, isBack } from '#contract/reboot.ts';
import { serverStats } from '#test/contract/server-stats.ts';

const begun = { startedAt: 1_000_000, wentDown: false };

const reading = (
  afterMs: number,
  status: string,
  failure?: ServerStats['failure'],
): ServerStats => ({
  ...serverStats('cloud:1', begun.startedAt + afterMs),
  status,
  ...(failure && { failure }),
});

describe('a reboot', () => {
  test('is not over by a reading from before it began to be silent', () => {
    const early = reading(2000, 'up');
    expect(isBack(afterReading(begun, early), early)).toBe(false);
  });

  test('is over once the server was down and is up again', () => {
    const down = afterReading(begun, reading(8000, 'down'));
    expect(down.wentDown).toBe(true);
    const up = reading(40_000, 'up');
    expect(isBack(begun, up)).toBe(false);
    expect(isBack(down, up)).toBe(true);
  });

  test('went silent as soon as it was found so after it was accepted, and not before', () => {
    expect(afterReading(begun, reading(-1, 'down')).wentDown).toBe(false);
    expect(afterReading(begun, reading(1000, 'down')).wentDown).toBe(true);
  });

  test('is over by any fresh reading after the shortest silence, but not by a failed one', () => {
    const up = reading(63_000, 'up');
    expect(isBack(begun, up)).toBe(true);
    const old = reading(63_000, 'up', { kind: 'timeout' });
    expect(isBack(begun, old)).toBe(false);
  });
});
