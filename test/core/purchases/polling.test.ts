import { describe, expect, it } from 'vitest';
import { createPollers } from '#core/purchases/polling.ts';
import { manualClock } from '#test/core/fakes.ts';

/** A watch of one entry that looks each minute; what it saw, by the name of the watch. */
function watching() {
  const clock = manualClock();
  const pollers = createPollers(clock);
  const seen: string[] = [];
  const start = (name: string) =>
    pollers.start('entry', 60_000, (nth) => {
      seen.push(`${name}${String(nth)}`);
      return Promise.resolve(60_000);
    });
  return { clock, pollers, seen, start };
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
    const { clock, pollers, seen, start } = watching();
    start('a');
    pollers.stop('entry');
    pollers.pollNow('entry');
    await clock.advance(120_000);
    expect(seen).toEqual([]);
  });

  it('looks now when it is quickened, and its pauses begin anew', async () => {
    const { clock, pollers, seen, start } = watching();
    start('a');
    await clock.advance(60_000);
    pollers.pollNow('entry');
    await clock.advance(0);
    expect(seen).toEqual(['a0', 'a0']);
  });

  it('goes on after a look that failed in a way that nobody foresaw', async () => {
    const clock = manualClock();
    const pollers = createPollers(clock);
    let looks = 0;
    pollers.start('entry', 0, () => {
      looks += 1;
      return looks === 1 ? Promise.reject(new Error('unforeseen')) : Promise.resolve(undefined);
    });
    await clock.advance(120_000);
    expect(looks).toBe(2);
  });
});

describe('watches that end', () => {
  it.each(['answers', 'fails'])('do not go on because their last look %s', async (how) => {
    const clock = manualClock();
    const pollers = createPollers(clock);
    const looks: PromiseWithResolvers<number>[] = [];
    pollers.start('entry', 0, () => {
      const look = Promise.withResolvers<number>();
      looks.push(look);
      return look.promise;
    });
    await clock.advance(0);
    pollers.stop('entry');
    if (how === 'answers') looks[0]?.resolve(1000);
    else looks[0]?.reject(new Error('unforeseen'));
    await clock.advance(120_000);
    expect(looks).toHaveLength(1);
  });

  it('are not brought back once they have found what they looked for', async () => {
    const clock = manualClock();
    const pollers = createPollers(clock);
    let looks = 0;
    pollers.start('entry', 0, () => {
      looks += 1;
      return Promise.resolve(undefined);
    });
    await clock.advance(1000);
    pollers.pollNow('entry');
    await clock.advance(120_000);
    expect(looks).toBe(1);
  });

  it('are all stopped at once', async () => {
    const { clock, pollers, seen, start } = watching();
    start('a');
    pollers.stopAll();
    await clock.advance(120_000);
    expect(seen).toEqual([]);
  });
});
