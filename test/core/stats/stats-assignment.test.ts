import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assign } from '#core/stats/assignment.ts';
import { drawn } from '#test/simulator/deep.ts';

const routes = ['a', 'b', 'c', 'd'] as const;
type Route = (typeof routes)[number];

/** The most that can be served, by trying everything. */
function most(wants: readonly (readonly Route[])[], room: ReadonlyMap<Route, number>): number {
  const [first, ...rest] = wants;
  if (!first) return 0;
  let best = most(rest, room);
  for (const route of first) {
    const left = room.get(route) ?? 0;
    if (left > 0) best = Math.max(best, 1 + most(rest, new Map(room).set(route, left - 1)));
  }
  return best;
}

const wants = fc.array(fc.subarray([...routes]), { maxLength: 7 });
const rooms = fc
  .array(fc.nat({ max: 3 }), { minLength: 4, maxLength: 4 })
  .map((each) => new Map(routes.map((route, n) => [route, each[n] ?? 0])));

describe('the assignment of servers to routes', () => {
  it('takes the roomiest way', () => {
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

  it('moves one over when another can go no other way', () => {
    const room = new Map([
      ['a', 2],
      ['b', 1],
    ]);
    expect(assign([['a', 'b'], ['a'], ['a']], room)).toEqual(['b', 'a', 'a']);
  });

  it('serves as many as can be served, over no way that is not theirs or is full', () => {
    fc.assert(
      fc.property(wants, rooms, (servers, room) => {
        const given = assign(servers, room);
        expect(given.filter((route) => route !== undefined).length).toBe(most(servers, room));
        given.forEach((route, n) => {
          if (route !== undefined) expect(servers[n]).toContain(route);
        });
        for (const route of routes) {
          const taken = given.filter((each) => each === route).length;
          expect(taken).toBeLessThanOrEqual(room.get(route) ?? 0);
        }
      }),
      drawn(200),
    );
  });

  it('never leaves the more urgent out for the less urgent', () => {
    fc.assert(
      fc.property(wants, rooms, (servers, room) => {
        const given = assign(servers, room);
        servers.forEach((_, n) => {
          const upTo = given.slice(0, n + 1).filter((route) => route !== undefined).length;
          expect(upTo).toBe(most(servers.slice(0, n + 1), room));
        });
      }),
      drawn(200),
    );
  });
});
