// @vitest-environment node
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runs } from '#test/simulator/deep.ts';
import { hostileTurns, withHostileWords } from '#test/renderer/fake/hostile-text.ts';
import { quickWindow, type Scene } from '#test/renderer/scenes/scene.ts';
import { scenes } from '#test/renderer/scenes/scenes.ts';
import { openBrowser } from './window.ts';

const pageOf = ({ path = '/', quick }: Scene) => (quick === true ? 'quick.html' : path);

/** Each page once, as the first scene of it has it. */
const pages = [...new Map(scenes.toReversed().map((scene) => [pageOf(scene), scene])).values()];

/** What the words have done to the page that they should not. */
function damage(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(() => ({
    ran: 'pwned' in window,
    pictures: document.querySelectorAll('img[src="x"], script:not([src])').length,
    links: document.querySelectorAll('a[href^="javascript:" i]').length,
    wider: document.documentElement.scrollWidth > window.innerWidth,
    taller: document.documentElement.scrollHeight > window.innerHeight,
    spilled: [...document.querySelectorAll('[role=gridcell]')].filter(
      (cell) => cell.scrollWidth > cell.clientWidth + 1,
    ).length,
    // Marks that turn the direction would turn what stands beside them as well.
    turned: /[\u202A-\u202E]/.test(document.body.innerText),
  }));
}

const turns = Array.from({ length: runs(1, hostileTurns) }, (_, turn) => turn);

describe.each(turns)('in turn %i', (turn) => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  /** Pages on which the words were to be read. */
  const shown: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser(withHostileWords(inject('fakeIpc'), turn));
  }, 180_000);

  afterAll(() => browser.close());

  test.each(pages)(
    '$name shows hostile words of the service as words, and stays in its place',
    { timeout: 120_000 },
    async ({ path = '/', fake, quick }) => {
      const { page, complaints, rested, close } = await browser.open({
        path,
        reducedMotion: true,
        width: 940,
        height: 600,
        ...(quick === true && quickWindow),
        fake: { pollEvery: 0, ...fake },
      });
      await rested();
      const found = await damage(page);
      if (/pwned|w{50}/.test((await page.locator('body').textContent()) ?? '')) shown.push(path);
      await close();
      expect(found).toEqual({
        ran: false,
        pictures: 0,
        links: 0,
        wider: false,
        taller: false,
        spilled: 0,
        turned: false,
      });
      expect(complaints).toEqual({ violations: [], errors: [], outside: [] });
    },
  );

  test('many of the pages have shown such words', () => {
    expect(shown.length).toBeGreaterThan(pages.length / 4);
  });
});
