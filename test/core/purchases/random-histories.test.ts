import fc from 'fast-check';
import { describe, it } from 'vitest';
import { failing, type RequestFaults } from './context/device.ts';
import { commandsOf, expectHistories, longest, readFaults } from './context/histories.ts';
import { TestContext } from './context/test-context.ts';

const command = commandsOf<TestContext>();

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

const nth = fc.nat({ max: 3 });
const clicks = fc.constantFrom(1, 1, 2);

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
  it(
    'nothing is sent without a command, no outcome is wrong, no one-time secret is lost',
    longest,
    () =>
      expectHistories(history, () => new TestContext(), [
        'done by answer',
        'done by match',
        'not-seen',
        'unclear',
        'link-lost',
        'charged',
      ]),
  );
});
