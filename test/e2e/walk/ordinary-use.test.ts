import { env } from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runs } from '#test/simulator/deep.ts';
import { startWalk } from './start-walk.ts';
import type { Step } from './steps.ts';

/** How long Culvert is used, minutes: `CULVERT_USE_MINUTES=120` is the two hours of docs/benchmarks.md. */
const minutes = Number(env['CULVERT_USE_MINUTES'] ?? runs(0, 8));
const MB = 1024 * 1024;
/** What a heap may hold at least in the last quarter more than in the one before, bytes. */
const growth = MB;

const go = (path: string): Step => ({ kind: 'go', path });
const press = (...keys: readonly string[]): Step[] => keys.map((key) => ({ kind: 'key', key }));
const pages = [
  ...['/cloud-servers', '/paid-options', '/subscriptions', '/devices', '/money', '/money/history'],
  ...['/inbox', '/tools', '/account', '/settings', '/shop/configs', '/purchases', '/connections'],
];

/** What a user does for ten seconds, many times a day. */
function ordinaryUse(round: number): readonly Step[] {
  const isSeldom = round % 10 === 5;
  return [
    go('/connections'),
    ...press('/', 'PageDown', 'PageDown', 'End', 'Home'),
    { kind: 'type', text: ['steam', 'phone', 'de'][round % 3] ?? '' },
    ...press('ArrowDown', 'Enter', 'Escape', 'Escape'),
    { kind: 'select', count: 2, use: round % 2 === 0 ? 'Copy as lines' : 'Check from here' },
    { kind: 'quickCopy', search: 'a', key: 'Enter' },
    go(pages[round % pages.length] ?? '/connections'),
    go(pages[(round + 5) % pages.length] ?? '/connections'),
    ...(round % 5 === 2 ? [{ kind: 'switch' } as const] : []),
    ...(isSeldom ? [{ kind: 'buy', place: round, by: 'Balance' } as const] : []),
  ];
}

/** How many figures are taken in a quarter: what is not collected yet is in one, not in all. */
const figuresPerQuarter = 6;

describe.runIf(minutes > 0)('Culvert in ordinary use', () => {
  it(
    `holds no more memory for ever: ${String(minutes)} minutes`,
    { timeout: (minutes + 15) * 60_000 },
    async () => {
      const { culvert, around, walker } = await startWalk(onTestFinished);
      const figures: Awaited<ReturnType<typeof culvert.memory>>[] = [];
      const between = (minutes * 60_000) / 4 / figuresPerQuarter;
      const begun = performance.now();
      let round = 0;
      while (figures.length < 4 * figuresPerQuarter) {
        for (const step of ordinaryUse(round)) await walker.take(step);
        round += 1;
        if (performance.now() - begun < (figures.length + 1) * between) continue;
        await walker.take(go('/settings'));
        const memory = await culvert.memory();
        figures.push(memory);
        const { main, page, resident } = memory;
        const inMb = [main, page, resident].map((bytes) => (bytes / MB).toFixed(1)).join(' / ');
        console.info(`After ${String(round)} rounds: main, page, main's memory, MB: ${inMb}`);
        // The page is loaded anew once: the last three quarters are of one page.
        if (figures.length === figuresPerQuarter) await walker.take({ kind: 'lock' });
      }
      /** The least that a heap held in a quarter, from 0, bytes. */
      const least = (quarter: number, heap: 'main' | 'page'): number => {
        const from = quarter * figuresPerQuarter;
        return Math.min(...figures.slice(from, from + figuresPerQuarter).map((of) => of[heap]));
      };
      expect(least(3, 'main')).toBeLessThan(least(2, 'main') + growth);
      expect(least(3, 'page')).toBeLessThan(least(2, 'page') + growth);
      expect(around.complaints).toEqual([]);
    },
  );
});
