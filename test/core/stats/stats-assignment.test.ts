import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assign } from '#core/stats/assignment.ts';
import { drawn } from '#test/simulator/deep.ts';

const endpoints = ['a', 'b', 'c', 'd'] as const;
type Endpoint = (typeof endpoints)[number];

/** The most that can be served, by trying everything. */
function most(
  candidates: readonly (readonly Endpoint[])[],
  capacity: ReadonlyMap<Endpoint, number>,
): number {
  const [first, ...rest] = candidates;
  if (!first) return 0;
  let best = most(rest, capacity);
  for (const endpoint of first) {
    const left = capacity.get(endpoint) ?? 0;
    if (left > 0) best = Math.max(best, 1 + most(rest, new Map(capacity).set(endpoint, left - 1)));
  }
  return best;
}

const candidates = fc.array(fc.subarray([...endpoints]), { maxLength: 7 });
const capacities = fc
  .array(fc.nat({ max: 3 }), { minLength: 4, maxLength: 4 })
  .map((each) => new Map(endpoints.map((endpoint, n) => [endpoint, each[n] ?? 0])));

describe('the assignment of servers to endpoints', () => {
  it('takes the endpoint with the most free slots', () => {
    expect(
      assign(
        [['a', 'b']],
        new Map([
          ['a', 1],
          ['b', 5],
        ]),
      ),
    ).toEqual(['b']);
  });

  it('moves a server when another has no other endpoint', () => {
    const capacity = new Map([
      ['a', 2],
      ['b', 1],
    ]);
    expect(assign([['a', 'b'], ['a'], ['a']], capacity)).toEqual(['b', 'a', 'a']);
  });

  it('serves as many as possible, through no endpoint that is not theirs or is full', () => {
    fc.assert(
      fc.property(candidates, capacities, (servers, capacity) => {
        const assigned = assign(servers, capacity);
        expect(assigned.filter((endpoint) => endpoint !== undefined).length).toBe(
          most(servers, capacity),
        );
        assigned.forEach((endpoint, n) => {
          if (endpoint !== undefined) expect(servers[n]).toContain(endpoint);
        });
        for (const endpoint of endpoints) {
          const taken = assigned.filter((each) => each === endpoint).length;
          expect(taken).toBeLessThanOrEqual(capacity.get(endpoint) ?? 0);
        }
      }),
      drawn(200),
    );
  });

  it('never leaves the more urgent out for the less urgent', () => {
    fc.assert(
      fc.property(candidates, capacities, (servers, capacity) => {
        const assigned = assign(servers, capacity);
        servers.forEach((_, n) => {
          const upTo = assigned.slice(0, n + 1).filter((endpoint) => endpoint !== undefined).length;
          expect(upTo).toBe(most(servers.slice(0, n + 1), capacity));
        });
      }),
      drawn(200),
    );
  });
});
