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
  named === undefined ? Array.from({ length: runs(0, 6) }, (_, n) => n + 7) : [Number(named)];
const steps = 150;

const openStates: ReadonlySet<PurchaseState> = new Set(['preparing', 'sending', 'finding-out']);

/** Until a lost answer is decided, and a busy machine. */
const settled = { timeout: 240_000 };

/** Waits until every purchase of the open account is decided, and nothing in the window is waited for. */
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
  await around.noteJournal(culvert);
}

describe('a random walk', () => {
  it('takes the same steps for the same seed, and others for another', () => {
    expect(drawSteps(3, 50)).toEqual(drawSteps(3, 50));
    expect(drawSteps(3, 50)).not.toEqual(drawSteps(4, 50));
  });

  for (const seed of seeds) {
    it(`keeps what always holds: seed ${String(seed)}`, async () => {
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
        expect(compareWithLedger([...place.journal.values()], account, place)).toEqual([]);
      }
      expect(around.complaints).toEqual([]);
      expect(culvert.consoleErrors()).toEqual([]);

      around.learnSecrets();
      const secrets = around.places.flatMap((place) => [...place.secrets]);
      const shown = await (await culvert.page()).locator('body').innerText();
      const files = filesBelow(around.profile);
      const texts = [shown, culvert.output(), ...files.map((file) => readIfThere(file, 'latin1'))];
      const found = texts.filter((text) => secrets.some((secret) => text.includes(secret)));
      expect(found.length).toBe(0);
    });
  }
});
