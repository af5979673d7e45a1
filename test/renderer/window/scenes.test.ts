// @vitest-environment node
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOnly, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sampled } from '#test/simulator/deep.ts';
import { openScene, type Scene } from '#test/renderer/scenes/scene.ts';
import { scenes } from '#test/renderer/scenes/scenes.ts';
import type { MainProcess } from './main-process.ts';
import { sharedBrowser, type OpenWindow } from './window.ts';

beforeAll(sharedBrowser);

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Everything that axe checks of the standards. */
const allRules: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** What a narrow window can break, which shows icons where a wide one has words. */
const nameRules: RunOnly = {
  type: 'rule',
  values: [
    ...['button-name', 'link-name', 'label', 'select-name', 'aria-command-name'],
    ...['aria-input-field-name', 'aria-toggle-field-name', 'aria-dialog-name', 'role-img-alt'],
  ],
};
/** What a change of colours can break. */
const colourRules: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** What axe finds in a page that it was loaded into. */
async function faults(page: Page, rules: RunOnly): Promise<unknown[]> {
  const violations = await page.evaluate(async (runOnly) => {
    const loaded = window as unknown as {
      axe: { run(page: Document, options: RunOptions): Promise<AxeResults> };
    };
    const results = await loaded.axe.run(document, { runOnly, resultTypes: ['violations'] });
    return results.violations;
  }, rules);
  return violations.map(({ id, nodes }) => [
    id,
    nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  ]);
}

/** In the page: colours change at once, because fading takes tens of frames. */
function changeAtOnce(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important }');
  document.adoptedStyleSheets.push(sheet);
}

/** Chooses the dark theme. */
async function switchToDark(page: Page, main: MainProcess): Promise<void> {
  await page.evaluate(changeAtOnce);
  const settings = await main.ask('settings.get', {});
  main.send('settings.changed', { ...settings, theme: 'dark' });
  await page.locator('html.dark').waitFor();
}

/** Every page, and every kind of what stands on them: between them they show each component. */
const shown: ReadonlySet<string> = new Set([
  ...['connections', 'connection', 'connection-qr', 'connection-table'],
  ...['connections-row-menu', 'filter', 'shortcuts', 'undo', 'palette'],
  ...['picked', 'batch-renew', 'batches-running'],
  ...['checks-running', 'auto-locked-passphrase'],
  ...['sign-in', 'service-changed', 'shop-config', 'shop-server'],
  ...['shop-option', 'purchases', 'cloud', 'cloud-reboot', 'paid'],
  ...['change-settings', 'change-awg'],
  ...['subscriptions', 'subscription', 'subscription-edit', 'subscription-template'],
  ...['subscription-new', 'account-new-key', 'inbox', 'network-proxy', 'money-balance'],
  ...['money-history', 'money-keys', 'money-referral', 'money-withdraw-card'],
  ...['help', 'settings', 'quick', 'quick-qr'],
]);

/** Opens a scene, and looks at it. */
async function inScene(
  scene: Scene,
  look: (window: OpenWindow) => Promise<Record<string, unknown>>,
): Promise<void> {
  const browser = await sharedBrowser();
  const opened = await browser.open({
    ...openScene(scene, { language: 'ru', theme: 'light' }),
    reducedMotion: true,
  });
  const { page, main, rested, complaints, close } = opened;
  try {
    await rested();
    await scene.act?.(page, main);
    await rested();
    await page.evaluate(axe);
    for (const [state, found] of Object.entries(await look(opened)))
      expect(found, state).toEqual([]);
  } finally {
    await close();
  }
  expect(complaints).toEqual({ violations: [], errors: [], outside: [] });
}

test('what is looked at every day are scenes', () => {
  expect([...shown].filter((name) => scenes.every((scene) => scene.name !== name))).toEqual([]);
});

// Most of a scene's time is the browser's, whose pages have a process each.
test.concurrent.each(scenes.filter(({ name }) => shown.has(name)))(
  '$name passes axe, keeps the policy and asks nothing of the outside',
  (scene) => inScene(scene, async ({ page }) => ({ light: await faults(page, allRules) })),
);

test.concurrent.each(sampled(scenes, 6))(
  '$name passes axe in both themes and in a narrow window',
  (scene) =>
    inScene(scene, async ({ page, main, rested }) => {
      const light = await faults(page, allRules);
      await switchToDark(page, main);
      // The theme changes nothing but colours.
      const dark = await faults(page, colourRules);
      await page.setViewportSize({ width: 470, height: 800 });
      await rested();
      return { light, dark, narrow: await faults(page, nameRules) };
    }),
);
