import fc from 'fast-check';
import { expect } from 'vitest';
import { drawn } from '#test/simulator/deep.ts';
import type { RequestFaults } from './device.ts';

/** A service and the program that uses it, over a history of commands. */
interface World {
  /** How often each end was reached. */
  readonly counts: Readonly<Record<string, number>>;
  /** Finishes everything without faults, and returns what was wrong. */
  finish(): Promise<readonly string[]>;
}

type Command<Of> = fc.AsyncCommand<object, Of & object>;

export const readFaults: readonly RequestFaults[] = [
  {},
  {},
  {},
  { there: 300, back: 300 },
  { faults: ['cut'] },
  { offline: true },
];

/** Commands of a history, by the names that a failure shows. */
export const commandsOf =
  <Of>() =>
  (name: string, run: (world: Of) => Promise<void> | void): Command<Of> => ({
    check: () => true,
    run: async (_, world) => {
      await run(world);
    },
    toString: () => name,
  });

/** How long a test of random histories may take, milliseconds. */
export const longest = { timeout: 4 * 3_600_000 };

/** Expects nothing wrong after any history, and each of these ends in one of them: else this checks nothing. */
export async function expectHistories<Of extends World>(
  histories: fc.Arbitrary<Iterable<Command<Of>>>,
  begin: () => Of,
  ends: readonly string[],
): Promise<void> {
  const drawing = drawn(40, 100_000);
  const counts: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(histories, async (commands) => {
      const world = begin();
      await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
      const wrong = await world.finish();
      for (const [what, many] of Object.entries(world.counts)) {
        counts[what] = (counts[what] ?? 0) + many;
      }
      expect(wrong).toEqual([]);
    }),
    { ...drawing, endOnFailure: false },
  );
  for (const end of ends) expect(counts[end], end).toBeGreaterThan(0);
  if (drawing.numRuns > 40) console.info(drawing.numRuns, 'histories', counts);
}
