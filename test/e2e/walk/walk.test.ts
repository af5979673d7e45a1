import { env as environment } from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PurchaseJournal, PurchaseState } from '#contract/ipc/purchase-journal.ts';
import type { Driver } from '#test/e2e/driver.ts';
import { filesBelow, readIfThere } from '#test/files-below.ts';
import { runs } from '#test/simulator/deep.ts';
import { compareWithLedger } from './compare-ledger.ts';
import { startWalk } from './start-walk.ts';
import { drawSteps } from './steps.ts';
import { read, waitsForPayment, type Surroundings } from './surroundings.ts';

/** `CULVERT_SEED` walks one seed alone, as a failed test names it. */
const named = environment['CULVERT_SEED'];
const seeds =
  named === undefined ? Array.from({ length: runs(0, 8) }, (_, n) => n + 7) : [Number(named)];
const steps = 150;
/** For one walk on a busy machine, milliseconds. */
const timeout = 1_200_000;

const openStates: ReadonlySet<PurchaseState> = new Set(['preparing', 'sending', 'finding-out']);

/** Long enough to decide a lost answer on a busy machine. */
const settled = { timeout: 240_000 };

/** Waits until every purchase of the open account is decided and the window shows nothing as busy. */
async function settle(culvert: Driver, around: Surroundings): Promise<void> {
  const page = await culvert.page();
  await page.evaluate("void culvert.call('sync.refresh', {})");
  await around.payLinks(culvert);
  async function open(): Promise<number> {
    await culvert.advancePurchases(30_000);
    const { entries } = (await read(culvert, 'purchases.list', {})) as PurchaseJournal;
    return entries.filter((entry) => openStates.has(entry.state) || waitsForPayment(entry)).length;
  }
  await expect.poll(open, settled).toBe(0);
  const waiting = page.locator('.animate-spin, [aria-busy=true]').filter({ visible: true });
  await expect.poll(() => waiting.count(), settled).toBe(0);
  await around.readJournal(culvert);
}

const totals = new Map<string, number>();
const needed = ['copied', 'saved', 'faults', 'kills', 'switches'];

describe('a random walk', () => {
  for (const seed of seeds) {
    it(`violates no invariant: seed ${String(seed)}`, { timeout }, async () => {
      const { culvert, around, walker } = await startWalk(onTestFinished);
      for (const [n, step] of drawSteps(seed, steps).entries()) {
        const before = around.complaints.length;
        await walker.take(step).catch((error: unknown) => {
          throw new Error(`Step ${String(n)}: ${JSON.stringify(step)}`, { cause: error });
        });
        if (around.complaints.length > before) around.complaints.push(`at step ${String(n)}`);
      }
      expect(around.complaints).toEqual([]);
      expect(culvert.consoleErrors()).toEqual([]);

      await walker.recover();
      for (let n = 0; n < around.places.length; n += 1) {
        await walker.switchAccount();
        await settle(culvert, around);
        const place = await around.openPlace(culvert);
        if (place === undefined) throw new Error('No account is open.');
        const account = place.service.control.account();
        const journal = [...place.journal.values()];
        expect(compareWithLedger(journal, account, place)).toEqual([]);
        const titles = account.configs.map(({ title }) => title ?? '');
        expect(titles.filter((title) => !around.mayShow(place, title))).toEqual([]);
      }
      expect(around.complaints).toEqual([]);
      expect(culvert.consoleErrors()).toEqual([]);

      around.learnSecrets();
      const secrets = around.places.flatMap((place) => [...place.secrets]);
      const credentials = around.places.flatMap((place) =>
        [...place.credentials.values()].flatMap((own) => [...own]),
      );
      const shown = await (await culvert.page()).locator('body').innerText();
      const files = filesBelow(around.profile);
      const stored = [culvert.output(), ...files.map((file) => readIfThere(file, 'latin1'))];
      const found = [
        ...[shown, ...stored].filter((text) => secrets.some((secret) => text.includes(secret))),
        ...stored.filter((text) => credentials.some((secret) => text.includes(secret))),
      ];
      expect(found.length).toBe(0);
      for (const [what, n] of around.counts) totals.set(what, (totals.get(what) ?? 0) + n);
      console.info(`Seed ${String(seed)}:`, Object.fromEntries(around.counts));
    });
  }

  it.runIf(seeds.length > 1)('takes every kind of step that it is to check', () => {
    expect(needed.filter((what) => !totals.has(what))).toEqual([]);
  });
});
