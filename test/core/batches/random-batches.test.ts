import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failing, type RequestFaults } from '#test/core/purchases/context/device.ts';
import {
  commandsOf,
  expectHistories,
  longest,
  readFaults,
} from '#test/core/purchases/context/histories.ts';
import { BatchHistory } from './batch-history.ts';

const command = commandsOf<BatchHistory>();

const faults: readonly RequestFaults[] = [
  {},
  {},
  {},
  ...failing('drop-before', 'drop-after', 'cut', '500', '500-after', '429', '429-bare', 'bad-json'),
  { there: 4_000, back: 4_000 },
  { there: 30_000 },
  { there: 10_000, faults: ['drop-after'] },
  { offline: true },
];

const wait = fc.constantFrom(0, 500, 3_000, 20_000, 120_000);

const starting = fc
  .record({
    kind: fc.constantFrom(
      'renew',
      'renew',
      'renew',
      'auto-renewal on',
      'auto-renewal off',
      'rename',
      'repair',
      'repair',
    ),
    /** Which things, as bits. */
    things: fc.integer({ min: 1, max: 63 }),
    days: fc.constantFrom(30, 30, 90),
    /** By which protocol connections answer from here. */
    works: fc.constantFrom('trojan', 'outline', 'none', 'offline'),
    change: fc.constantFrom(...faults),
    reads: fc.constantFrom(...readFaults),
    kill: fc.option(fc.integer({ min: 1, max: 70 }), { freq: 2 }),
    wait,
  })
  .map((step) =>
    command(`start ${JSON.stringify(step)}`, async (history) => {
      await history.start(step);
      await history.pass(step.wait);
    }),
  );

const again = fc
  .record({
    action: fc.constantFrom('rest', 'failed', 'undo'),
    nth: fc.nat({ max: 2 }),
    change: fc.constantFrom(...faults),
    kill: fc.option(fc.integer({ min: 1, max: 40 }), { freq: 2 }),
    wait,
  })
  .map((step) =>
    command(`again ${JSON.stringify(step)}`, async (history) => {
      await history.again(step);
      await history.pass(step.wait);
    }),
  );

const simple = fc.oneof(
  fc
    .constantFrom(500, 5_000, 90_000)
    .map((ms) => command(`pass ${String(ms)}`, (history) => history.pass(ms))),
  fc.constant(command('stop', (history) => history.stop())),
  fc.constant(command('restart', (history) => history.restart())),
  fc
    .integer({ min: 1, max: 40 })
    .map((moment) => command(`kill ${String(moment)}`, (history) => history.killAt(moment))),
  fc.constant(command('a form of its own', (history) => history.buyAlone())),
  fc
    .constantFrom(0, 300, 6_000)
    .map((roubles) => command(`balance ${String(roubles)}`, (history) => history.balance(roubles))),
  fc
    .constantFrom(0, 50, -50)
    .map((percent) => command(`prices ${String(percent)} %`, (history) => history.prices(percent))),
);

const histories = fc.commands([starting, starting, again, simple, simple], { maxCommands: 10 });

const step = { change: {}, kill: null } as const;

describe('histories of batches, faults and kills', () => {
  it('a purchase that is over before a batch waits for it holds nothing back', async () => {
    const history = new BatchHistory();
    const renewal = { ...step, kind: 'renew', days: 30 } as const;
    await history.buyAlone();
    await history.buyAlone();
    await history.start({ ...renewal, things: 2, reads: {} });
    await history.start({ ...renewal, things: 1, reads: { faults: ['cut'] } });
    await history.again({ ...step, action: 'rest', nth: 0 });
    expect(await history.finish()).toEqual([]);
  });

  it(
    'every item is sent once at most, as it was agreed to, and the ledger has what its state says',
    longest,
    () =>
      expectHistories(histories, () => new BatchHistory(), [
        'renewed',
        'changed',
        'interrupted',
        'open',
        'taken',
        'killed',
        'made to work',
      ]),
  );
});
