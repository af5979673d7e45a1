import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawn } from '#test/simulator/deep.ts';
import { failing, type RequestFaults } from './context/device.ts';
import { TestContext } from './context/test-context.ts';

type Command = fc.AsyncCommand<object, TestContext>;

const purchaseFaults: readonly RequestFaults[] = [
  {},
  {},
  ...failing('drop-before', 'drop-after', 'cut', '500', '500-after', '503'),
  ...failing('429', '429-bare', '401', 'bad-json', 'bad-envelope', 'unknown-field'),
  { there: 4_000, back: 4_000 },
  { there: 30_000 },
  { there: 55_000 },
  { back: 30_000 },
  { there: 10_000, faults: ['drop-after'] },
  { there: 3_000, faults: ['drop-before'] },
  { offline: true },
];

const readFaults: readonly RequestFaults[] = [
  {},
  {},
  {},
  { there: 300, back: 300 },
  { faults: ['cut'] },
  { offline: true },
];

const nth = fc.nat({ max: 3 });
const clicks = fc.constantFrom(1, 1, 2);

function command(name: string, run: (context: TestContext) => Promise<void> | void): Command {
  return {
    check: () => true,
    run: async (_, context) => {
      await run(context);
    },
    toString: () => name,
  };
}

const buying = fc
  .record({
    what: fc.nat({ max: 24 }),
    purchase: fc.constantFrom(...purchaseFaults),
    reads: fc.constantFrom(...readFaults),
    clicks,
    also: fc.option(fc.nat({ max: 24 }), { freq: 2 }),
    again: fc.boolean(),
    kill: fc.option(fc.nat({ max: 14 }), { freq: 3 }),
    wait: fc.constantFrom(0, 100, 2_000, 90_000),
  })
  .map((step) =>
    command(`buy ${JSON.stringify(step)}`, async (context) => {
      const purchases = [step.what, step.also].flatMap((at) => context.samples[at ?? -1] ?? []);
      context.setFaults(step.purchase, step.reads);
      if (step.kill !== null) context.killAt(step.kill + 1);
      context.buy(purchases, step.clicks);
      await context.pass(step.wait);
      if (step.again) context.clickAgain();
    }),
  );

/** Another device buys something, often the very same as this one at about the same time. */
const others = fc
  .record({ what: fc.nat({ max: 24 }), wait: fc.constantFrom(0, 500, 20_000) })
  .map((other) =>
    command(`another device ${JSON.stringify(other)}`, async (context) => {
      const sample = context.samples[other.what];
      if (sample) await context.other(sample);
      await context.pass(other.wait);
    }),
  );

const together = fc
  .record({
    what: fc.nat({ max: 24 }),
    purchase: fc.constantFrom(...purchaseFaults),
    before: fc.constantFrom(0, 100, 5_000, 40_000),
    wait: fc.constantFrom(0, 2_000, 90_000),
  })
  .map((step) =>
    command(`both ${JSON.stringify(step)}`, async (context) => {
      const sample = context.samples[step.what];
      if (!sample) return;
      context.setFaults(step.purchase, {});
      context.buy([sample], 1);
      await context.pass(step.before);
      await context.other(sample);
      await context.pass(step.wait);
    }),
  );

const confirming = fc
  .record({
    nth,
    clicks,
    purchase: fc.constantFrom(...purchaseFaults),
    wait: fc.constantFrom(0, 1_000, 90_000),
  })
  .map((step) =>
    command(`confirm ${JSON.stringify(step)}`, async (context) => {
      context.setFaults(step.purchase, {});
      context.confirm(step.nth, step.clicks);
      await context.pass(step.wait);
    }),
  );

const simple = fc.oneof(
  nth.map((at) => command(`tidy ${String(at)}`, (context) => context.tidy(at))),
  fc
    .constantFrom(100, 5_000, 70_000, 700_000)
    .map((ms) => command(`pass ${String(ms)}`, (context) => context.pass(ms))),
  fc
    .nat({ max: 10 })
    .map((moment) => command(`kill ${String(moment)}`, (context) => context.killAt(moment))),
  fc.constant(command('restart', (context) => context.restart())),
  fc.constant(command('pay the link', (context) => context.payLink())),
  fc
    .constantFrom(0, 6_000)
    .map((roubles) =>
      command(`balance ${String(roubles)}`, (context) => context.setBalance(roubles)),
    ),
  fc
    .constantFrom(0, 50, -50)
    .map((percent) =>
      command(`prices ${String(percent)} %`, (context) => context.setPrices(percent)),
    ),
);

const history = fc.commands([buying, buying, others, together, confirming, simple, simple], {
  maxCommands: 10,
});

describe('random histories of purchases, faults and restarts', () => {
  const drawing = drawn(40, 100_000);

  it(
    'nothing is sent without a command, no outcome is wrong, no one-time secret is lost',
    { timeout: 4 * 3_600_000 },
    async () => {
      const counts: Record<string, number> = {};
      await fc.assert(
        fc.asyncProperty(history, async (commands) => {
          const context = new TestContext();
          await fc.asyncModelRun(() => ({ model: {}, real: context }), commands);
          const wrong = await context.finish();
          for (const [what, many] of Object.entries(context.counts)) {
            counts[what] = (counts[what] ?? 0) + many;
          }
          expect(wrong).toEqual([]);
        }),
        { ...drawing, endOnFailure: false },
      );
      // Every outcome was reached, or this test has checked nothing.
      for (const end of [
        'done by answer',
        'done by match',
        'not-seen',
        'unclear',
        'link-lost',
        'charged',
      ]) {
        expect(counts[end], end).toBeGreaterThan(0);
      }
      if (drawing.numRuns > 40) console.info(drawing.numRuns, 'histories', counts);
    },
  );
});
