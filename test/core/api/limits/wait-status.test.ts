import { describe, expect, it } from 'vitest';
import { createWaitStatus } from '#core/api/limits/wait-status.ts';

function recorder() {
  const reported: (number | null)[] = [];
  return { update: createWaitStatus((until) => reported.push(until)), reported };
}

describe('until when a user waits', () => {
  it('is reported once it is more than three tenths of a second', () => {
    const { update, reported } = recorder();
    update(1300, 1000);
    expect(reported).toEqual([]);
    update(1301, 1000);
    expect(reported).toEqual([1301]);
  });

  it('is reported again, however short it is then, when it changed by a tenth', () => {
    const { update, reported } = recorder();
    update(5000, 0);
    for (const until of [5000, 5099, 4901]) update(until, 0);
    expect(reported).toEqual([5000]);
    update(5100, 5000);
    update(5000, 4990);
    expect(reported).toEqual([5000, 5100, 5000]);
  });

  it('is reported in whole milliseconds, none too early', () => {
    const { update, reported } = recorder();
    update(5000.2, 0);
    expect(reported).toEqual([5001]);
  });

  it('is nothing once nobody waits, and that is reported once', () => {
    const { update, reported } = recorder();
    update(null, 0);
    expect(reported).toEqual([]);
    update(5000, 0);
    update(null, 5000);
    update(null, 5001);
    expect(reported).toEqual([5000, null]);
    // What comes then is a new wait, which may be too short to be reported.
    update(5200, 5001);
    expect(reported).toEqual([5000, null]);
  });
});
