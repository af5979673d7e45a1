import { describe, expect, test } from 'vitest';
import { diff, isEqual } from '#renderer/kit/equal.ts';

describe('the queries of two addresses', () => {
  test.each([
    [{}, {}, true],
    [{ page: '1', q: 'a' }, { q: 'a', page: '1' }, true],
    [{ page: '1' }, { page: '2' }, false],
    [{ page: '1' }, {}, false],
    [{ tag: ['a', 'b'] }, { tag: ['a', 'b'] }, true],
  ])('%j and %j are the same: %s', (one, other, same) => {
    expect(isEqual(one, other)).toBe(same);
  });

  test('differ by what only the other has', () => {
    expect(diff({ page: '1' }, { page: '2', q: 'a' })).toEqual([{ type: 'added', key: 'q' }]);
  });
});
