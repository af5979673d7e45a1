// @vitest-environment node
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scenes } from './scenes.ts';
import { buildWindow, openBrowser } from './window.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;

beforeAll(async () => {
  browser = await openBrowser(await buildWindow());
}, 180_000);

afterAll(() => browser.close());

async function faults(page: Page): Promise<unknown[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.map(({ id, nodes }) => [
    id,
    nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  ]);
}

test.each(scenes)(
  '$name passes axe in both themes, keeps the policy and asks nothing of the outside',
  { timeout: 120_000 },
  async (scene) => {
    const { page, complaints, close } = await browser.open({
      ...(scene.path === undefined ? {} : { path: scene.path }),
      reducedMotion: true,
      fake: {
        pollEvery: 0,
        ...scene.fake,
        settings: { language: 'ru', resolvedLanguage: 'ru', theme: 'light' },
      },
    });
    await page.locator('#app > *').first().waitFor();
    await scene.act?.(page);
    const light = await faults(page);
    await page.evaluate(() => window.culvert.call('settings.set', { theme: 'dark' }));
    await page.locator('html.dark').waitFor({ state: 'attached' });
    // Colours fade from one theme into the other.
    await page.waitForFunction(() =>
      document.getAnimations().every((one) => !(one instanceof CSSTransition)),
    );
    const dark = await faults(page);
    await close();
    expect({ light, dark }).toEqual({ light: [], dark: [] });
    expect(complaints).toEqual({ violations: [], errors: [], outside: [] });
  },
);
