import { describe, expect, it } from 'vitest';
import { createWatches } from '#core/purchases/watches.ts';
import { manualClock } from '#test/core/fakes.ts';

/** A watch of one entry that looks each minute; what it saw, by the name of the watch. */
function watching() {
  const clock = manualClock();
  const watches = createWatches(clock);
  const seen: string[] = [];
  const start = (name: string) => {
    watches.start('entry', 60_000, (nth) => {
      seen.push(`${name}${String(nth)}`);
      return Promise.resolve(60_000);
    });
  };
  return { clock, watches, seen, start };
}

describe('a watch', () => {
  it('takes the place of the one before', async () => {
    const { clock, seen, start } = watching();
    start('a');
    await clock.advance(60_000);
    start('b');
    await clock.advance(120_000);
    expect(seen).toEqual(['a0', 'b0', 'b1']);
  });

  it('looks no more once it is stopped, and is not brought back', async () => {
    const { clock, watches, seen, start } = watching();
    start('a');
    watches.stop('entry');
    watches.quicken('entry');
    await clock.advance(120_000);
    expect(seen).toEqual([]);
  });

  it('that is stopped while it looks has looked for the last time', async () => {
    const clock = manualClock();
    const watches = createWatches(clock);
    const answers: ((pause: number) => void)[] = [];
    watches.start('entry', 0, () => new Promise((resolve) => answers.push(resolve)));
    await clock.advance(0);
    watches.stop('entry');
    answers[0]?.(1000);
    await clock.advance(10_000);
    expect(answers).toHaveLength(1);
  });

  it('looks now when it is quickened, and its pauses begin anew', async () => {
    const { clock, watches, seen, start } = watching();
    start('a');
    await clock.advance(60_000);
    watches.quicken('entry');
    await clock.advance(0);
    expect(seen).toEqual(['a0', 'a0']);
  });

  it('goes on after a look that failed in a way that nobody foresaw', async () => {
    const clock = manualClock();
    const watches = createWatches(clock);
    let looks = 0;
    watches.start('entry', 0, () => {
      looks += 1;
      return looks === 1 ? Promise.reject(new Error('unforeseen')) : Promise.resolve(undefined);
    });
    await clock.advance(120_000);
    expect(looks).toBe(2);
  });
});
