// @vitest-environment node
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { scenes } from '#test/renderer/scenes/scenes.ts';
import { openBrowser } from './window.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;

beforeAll(async () => {
  browser = await openBrowser(inject('fakeIpc'));
}, 180_000);

afterAll(() => browser.close());

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds; `rules` are those to check where not all of the standards are meant. */
async function faults(page: Page, rules?: string[]): Promise<unknown[]> {
  // The window has one frame, and axe's way of asking several opens a page for each answer.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await (
    rules === undefined ? axe.withTags(standards) : axe.withRules(rules)
  ).analyze();
  return violations.map(({ id, nodes }) => [
    id,
    nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  ]);
}

// Most of a scene's time is the browser's, whose pages have a process each.
test.concurrent.each(scenes)(
  '$name passes axe in both themes, keeps the policy and asks nothing of the outside',
  { timeout: 240_000 },
  async (scene) => {
    const { page, complaints, rested, close } = await browser.open({
      ...(scene.path === undefined ? {} : { path: scene.path }),
      reducedMotion: true,
      fake: {
        pollEvery: 0,
        ...scene.fake,
        settings: { language: 'ru', resolvedLanguage: 'ru', theme: 'light' },
      },
    });
    await rested();
    await scene.act?.(page);
    await rested();
    const light = await faults(page);
    await page.evaluate(() => window.culvert.call('settings.set', { theme: 'dark' }));
    await page.locator('html.dark').waitFor({ state: 'attached' });
    // Colours fade from one theme into the other.
    await page.waitForFunction(() =>
      document.getAnimations().every((one) => !(one instanceof CSSTransition)),
    );
    // The theme changes nothing but colours.
    const dark = await faults(page, ['color-contrast', 'link-in-text-block']);
    await close();
    expect({ light, dark }).toEqual({ light: [], dark: [] });
    expect(complaints).toEqual({ violations: [], errors: [], outside: [] });
  },
);
