import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawn } from '#test/simulator/deep.ts';
import type { Weather } from './context/device.ts';
import { createWorld, type World } from './context/world.ts';

type Command = fc.AsyncCommand<object, World>;

/** What can befall the request of a purchase. */
const storms: readonly Weather[] = [
  {},
  {},
  { faults: ['drop-before'] },
  { faults: ['drop-after'] },
  { faults: ['cut'] },
  { faults: ['500'] },
  { faults: ['500-after'] },
  { faults: ['503'] },
  { faults: ['429'] },
  { faults: ['429-bare'] },
  { faults: ['401'] },
  { faults: ['bad-json'] },
  { faults: ['bad-envelope'] },
  { faults: ['unknown-field'] },
  { there: 4_000, back: 4_000 },
  { there: 30_000 },
  { there: 55_000 },
  { back: 30_000 },
  { there: 10_000, faults: ['drop-after'] },
  { there: 3_000, faults: ['drop-before'] },
  { offline: true },
];

/** And what those that only read. */
const winds: readonly Weather[] = [
  {},
  {},
  {},
  { there: 300, back: 300 },
  { faults: ['cut'] },
  { offline: true },
];

const nth = fc.nat({ max: 3 });
const clicks = fc.constantFrom(1, 1, 2);

function command(words: string, run: (world: World) => Promise<void> | void): Command {
  return {
    check: () => true,
    run: async (_, world) => {
      await run(world);
    },
    toString: () => words,
  };
}

const buying = fc
  .record({
    what: fc.nat({ max: 24 }),
    storm: fc.constantFrom(...storms),
    wind: fc.constantFrom(...winds),
    clicks,
    also: fc.option(fc.nat({ max: 24 }), { freq: 2 }),
    again: fc.boolean(),
    kill: fc.option(fc.nat({ max: 14 }), { freq: 3 }),
    wait: fc.constantFrom(0, 100, 2_000, 90_000),
  })
  .map((word) =>
    command(`buy ${JSON.stringify(word)}`, async (world) => {
      const things = [word.what, word.also].flatMap((at) => world.askings[at ?? -1] ?? []);
      world.setWeather(word.storm, word.wind);
      if (word.kill !== null) world.killAt(word.kill + 1);
      world.buy(things, word.clicks);
      await world.pass(word.wait);
      if (word.again) world.clickAgain();
    }),
  );

/** Another device buys something, often the very same as this one at about the same time. */
const others = fc
  .record({ what: fc.nat({ max: 24 }), wait: fc.constantFrom(0, 500, 20_000) })
  .map((deed) =>
    command(`another device ${JSON.stringify(deed)}`, async (world) => {
      const asking = world.askings[deed.what];
      if (asking) await world.other(asking);
      await world.pass(deed.wait);
    }),
  );

/** The same thing on two devices at once. */
const together = fc
  .record({
    what: fc.nat({ max: 24 }),
    storm: fc.constantFrom(...storms),
    before: fc.constantFrom(0, 100, 5_000, 40_000),
    wait: fc.constantFrom(0, 2_000, 90_000),
  })
  .map((word) =>
    command(`both ${JSON.stringify(word)}`, async (world) => {
      const asking = world.askings[word.what];
      if (!asking) return;
      world.setWeather(word.storm, {});
      world.buy([asking], 1);
      await world.pass(word.before);
      await world.other(asking);
      await world.pass(word.wait);
    }),
  );

const confirming = fc
  .record({
    nth,
    clicks,
    storm: fc.constantFrom(...storms),
    wait: fc.constantFrom(0, 1_000, 90_000),
  })
  .map((word) =>
    command(`confirm ${JSON.stringify(word)}`, async (world) => {
      world.setWeather(word.storm, {});
      world.confirm(word.nth, word.clicks);
      await world.pass(word.wait);
    }),
  );

const simple = fc.oneof(
  nth.map((at) =>
    command(`tidy ${String(at)}`, (world) => {
      world.tidy(at);
    }),
  ),
  fc
    .constantFrom(100, 5_000, 70_000, 700_000)
    .map((ms) => command(`pass ${String(ms)}`, (world) => world.pass(ms))),
  fc.nat({ max: 10 }).map((moment) =>
    command(`kill ${String(moment)}`, (world) => {
      world.killAt(moment);
    }),
  ),
  fc.constant(
    command('restart', (world) => {
      world.restart();
    }),
  ),
  fc.constant(command('pay the link', (world) => world.payLink())),
  fc
    .constantFrom(0, 6_000)
    .map((roubles) => command(`balance ${String(roubles)}`, (world) => world.setBalance(roubles))),
);

const history = fc.commands([buying, buying, others, together, confirming, simple, simple], {
  maxCommands: 10,
});

describe('whatever happens on the way', () => {
  const drawing = drawn(150, 100_000);

  it(
    'nothing is sent without a word, no verdict is wrong, nothing shown once is lost',
    { timeout: 4 * 3_600_000 },
    async () => {
      const counts: Record<string, number> = {};
      await fc.assert(
        fc.asyncProperty(history, async (commands) => {
          const world = createWorld();
          await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
          const wrong = await world.finish();
          for (const [what, many] of Object.entries(world.counts)) {
            counts[what] = (counts[what] ?? 0) + many;
          }
          expect(wrong).toEqual([]);
        }),
        { ...drawing, endOnFailure: false },
      );
      // Every end was reached, or this test has looked at nothing.
      for (const end of ['done by answer', 'done by match', 'not-seen', 'unclear', 'link-lost']) {
        expect(counts[end], end).toBeGreaterThan(0);
      }
      if (drawing.numRuns > 150) console.info(drawing.numRuns, 'histories', counts);
    },
  );
});
