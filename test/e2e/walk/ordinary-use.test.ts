import { env } from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runs } from '#test/simulator/deep.ts';
import { heldData } from './held-data.ts';
import { startWalk } from './start-walk.ts';
import type { Step } from './steps.ts';

/** How long Culvert is used, minutes: two hours in `npm run test:deep`. */
const minutes = Number(env['CULVERT_USE_MINUTES'] ?? runs(0, 120));
const MB = 1024 * 1024;
/** The allowed growth of the data of main or the page from the third quarter to the last, bytes. */
const growth = MB;

const go = (path: string): Step => ({ kind: 'go', path });
const press = (...keys: readonly string[]): Step[] => keys.map((key) => ({ kind: 'key', key }));
const pages = [
  ...['/cloud-servers', '/paid-options', '/subscriptions', '/devices', '/money', '/money/history'],
  ...['/inbox', '/account', '/settings', '/shop/configs', '/connections'],
];

/** What a user does for ten seconds, many times a day. */
function ordinaryUse(round: number): readonly Step[] {
  const isSeldom = round % 20 === 5;
  return [
    go('/connections'),
    ...press('/', 'PageDown', 'PageDown', 'End', 'Home'),
    { kind: 'type', text: ['steam', 'phone', 'de'][round % 3] ?? '' },
    ...press('ArrowDown', 'Enter', 'Escape', 'Escape'),
    { kind: 'select', count: 2, use: round % 2 === 0 ? 'Copy' : 'Check from here' },
    { kind: 'quickCopy', search: 'a', key: 'Enter' },
    go(pages[round % pages.length] ?? '/connections'),
    go(pages[(round + 5) % pages.length] ?? '/connections'),
    ...(round % 5 === 2 ? [{ kind: 'switch' } as const] : []),
    ...(isSeldom ? [{ kind: 'buy', place: round, by: 'Balance' } as const] : []),
  ];
}

describe.runIf(minutes > 0)('Culvert in ordinary use', () => {
  it(
    `does not hold ever more memory: ${String(minutes)} minutes`,
    { timeout: (minutes + 15) * 60_000 },
    async () => {
      const { culvert, around, walker } = await startWalk(onTestFinished);
      const quarters: { readonly main: number; readonly page: number }[] = [];
      const quarter = (minutes * 60_000) / 4;
      const begun = performance.now();
      let round = 0;
      while (quarters.length < 4) {
        for (const step of ordinaryUse(round)) await walker.take(step);
        round += 1;
        if (performance.now() - begun < (quarters.length + 1) * quarter) continue;
        await walker.take(go('/settings'));
        const held = {
          main: heldData(await culvert.mainHeapSnapshot()),
          page: heldData(await culvert.heapSnapshot()),
        };
        quarters.push(held);
        const inMb = (bytes: number) => (bytes / MB).toFixed(1);
        console.info(
          `After ${String(round)} rounds, MB: main ${inMb(held.main)}, page ${inMb(held.page)}`,
        );
        // The page is loaded anew once: the last three quarters are of one page.
        if (quarters.length === 1) await walker.take({ kind: 'lock' });
      }
      const [, , before, last] = quarters;
      expect(last?.main).toBeLessThan((before?.main ?? 0) + growth);
      expect(last?.page).toBeLessThan((before?.page ?? 0) + growth);
      expect(around.complaints).toEqual([]);
    },
  );
});
