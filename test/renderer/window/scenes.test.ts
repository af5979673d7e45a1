import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ElementContext, RunOnly, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sampled } from '#test/simulator/deep.ts';
import { openScene, type Scene } from '#test/renderer/scenes/scene.ts';
import { scenes } from '#test/renderer/scenes/scenes.ts';
import type { MainProcess } from './main-process.ts';
import { noComplaints, sharedBrowser, type OpenWindow } from './window.ts';

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

/** What most scenes have beside their own: the rail, and the rows of the list after the first ones. */
const common = ['nav:not(main nav)', '[role=row]:nth-child(n + 4)'];

/** What axe finds in a page that it was loaded into, without what was looked at elsewhere. */
async function faults(page: Page, rules: RunOnly, without: string[] = []): Promise<unknown[]> {
  const looking = [rules, without] as const;
  const violations = await page.evaluate(async ([runOnly, exclude]) => {
    const loaded = window as unknown as {
      axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> };
    };
    // Nothing else can be used while a dialog is open.
    const part = document.querySelector('dialog:modal') ?? document.documentElement;
    const results = await loaded.axe.run(
      { include: part, exclude },
      {
        runOnly,
        resultTypes: ['violations'],
        // It reads every style sheet anew, for rules of media and of the orientation alone.
        preload: false,
      },
    );
    return results.violations;
  }, looking);
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

const alone = [
  ...['auto-locked-passphrase', 'sign-in', 'service-changed', 'purchases'],
  ...['change-awg', 'subscription-template'],
];
/** Every page and what stands on it; those of one line share a window, as only their `before` differs. */
const shown: readonly (readonly [string, ...string[]])[] = [
  [
    'connections',
    ...['connection-table', 'connection-qr', 'connections-row-menu', 'shortcuts', 'palette'],
    ...['undo', 'picked', 'filter', 'shop-config', 'shop-server', 'shop-option'],
    ...['cloud-reboot', 'paid', 'help', 'settings', 'account-new-key', 'network-proxy'],
    ...['batch-renew', 'change-settings'],
  ],
  ['subscriptions', 'subscription-new', 'inbox', 'subscription', 'subscription-edit'],
  ['money-history', 'money-keys', 'money-referral', 'money-balance', 'money-withdraw-card'],
  ['quick', 'quick-qr'],
  ['checks-running', 'batches-running'],
  ...alone.map((name) => [name] as const),
];

function sceneOf(name: string): Scene {
  const scene = scenes.find((each) => each.name === name);
  if (scene === undefined) throw new Error(`There is no scene ${name}.`);
  return scene;
}

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
  expect(complaints).toEqual(noComplaints);
}

// Most of a scene's time is the browser's, whose pages have a process each.
test.concurrent.each(shown.map((names) => [names.join(', '), names] as const))(
  '%s: each passes axe, keeps the policy and asks nothing of the outside',
  (_, [first, ...others]) =>
    inScene(sceneOf(first), async ({ page, main, rested }) => {
      // The first scene of all shows the rail and the list.
      const without = (name: string) => (name === shown[0]?.[0] ? [] : common);
      const found = { [first]: await faults(page, allRules, without(first)) };
      for (const name of others) {
        const { path = '/', setup, act } = sceneOf(name);
        await setup?.before?.(main);
        // What the one before has opened.
        for (let n = 0; n < 2; n += 1) await page.keyboard.press('Escape');
        main.send('app.navigate', { path: typeof path === 'string' ? path : path(main) });
        await rested();
        await act?.(page, main);
        await rested();
        found[name] = await faults(page, allRules, common);
      }
      return found;
    }),
);

test.concurrent.each(sampled(scenes, 1))(
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
