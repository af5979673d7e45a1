import { describe, expect, it } from 'vitest';
import { WaitStatus } from '#core/api/limits/wait-status.ts';

function recorder() {
  const status = new WaitStatus();
  const reported: (number | null)[] = [];
  status.onChange((until) => reported.push(until));
  return { status, reported };
}

describe('until when a user waits', () => {
  it('is reported once it is more than three tenths of a second', () => {
    const { status, reported } = recorder();
    status.update(1300, 1000);
    expect(reported).toEqual([]);
    status.update(1301, 1000);
    expect(reported).toEqual([1301]);
  });

  it('is reported again, however short it is then, when it changed by a tenth', () => {
    const { status, reported } = recorder();
    status.update(5000, 0);
    for (const until of [5000, 5099, 4901]) status.update(until, 0);
    expect(reported).toEqual([5000]);
    status.update(5100, 5000);
    status.update(5000, 4990);
    expect(reported).toEqual([5000, 5100, 5000]);
  });

  it('is reported in whole milliseconds, none too early', () => {
    const { status, reported } = recorder();
    status.update(5000.2, 0);
    expect(reported).toEqual([5001]);
  });

  it('is nothing once nobody waits, and that is reported once', () => {
    const { status, reported } = recorder();
    status.update(null, 0);
    expect(reported).toEqual([]);
    status.update(5000, 0);
    status.update(null, 5000);
    status.update(null, 5001);
    expect(reported).toEqual([5000, null]);
    // What comes then is a new wait, which may be too short to be reported.
    status.update(5200, 5001);
    expect(reported).toEqual([5000, null]);
  });
});
