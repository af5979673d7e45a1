import { describe, expect, it } from 'vitest';
import { isDeep, sampled } from '#test/simulator/deep.ts';

const cases = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

describe.skipIf(isDeep)('the sample of a day', () => {
  it('keeps what is always there, and the order', () => {
    for (let day = 0; day < 10; day += 1) {
      const sample = sampled(cases, 2, (one) => one === 'd', day);
      expect(sample).toHaveLength(3);
      expect(sample).toContain('d');
      expect(sample).toEqual(sample.toSorted());
    }
  });

  it('has seen every case after as many days as that takes', () => {
    const seen = [0, 1, 2, 3].flatMap((day) => sampled(cases, 2, undefined, day));
    expect(new Set(seen)).toEqual(new Set(cases));
  });

  it('is everything where there is less than it wants', () => {
    expect(sampled(cases, 20)).toEqual(cases);
    expect(sampled([], 2)).toEqual([]);
  });
});
