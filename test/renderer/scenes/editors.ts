import type { Page } from 'playwright-core';
import type { Setup } from '#test/renderer/window/main-process.ts';
import { connectionPage, unfold, type Scene } from './scene.ts';

/** What can be changed of a connection, in every state of its forms. */

/** Opens one line of what can be changed of a connection, by the end of its button's id. */
function open(part: string, then?: (page: Page) => Promise<void>) {
  return async (page: Page): Promise<void> => {
    await unfold(page, '[data-change]');
    const line = page.locator(`article button[id$="-${part}"]`);
    await line.click();
    await page.locator(`article [id$="-${part}-panel"] > *`).first().waitFor();
    await then?.(page);
    await page.locator(`article [id$="-${part}-panel"]`).scrollIntoViewIfNeeded();
    await line.evaluate((button) => {
      button.scrollIntoView({ block: 'start' });
    });
  };
}

function scene(name: string, title: string, setup: Setup, act: NonNullable<Scene['act']>): Scene {
  return { name, path: connectionPage(title), setup, act };
}

const check = (page: Page, n: number) =>
  page.locator('fieldset input[type=checkbox]').nth(n).check();

export const editorScenes: readonly Scene[] = [
  scene('change', 'Phone', {}, async (page) => {
    await unfold(page, '[data-change]');
    await page.locator('[data-changes]').scrollIntoViewIfNeeded();
  }),
  scene(
    'change-settings',
    'Phone',
    {},
    open('settings', async (page) => {
      await check(page, 8);
    }),
  ),
  scene(
    'change-flags-broken',
    'Phone',
    {},
    open('settings', async (page) => {
      await page.locator('[role=radiogroup] label').nth(1).click();
    }),
  ),
  scene(
    'change-settings-refused',
    'Phone',
    { faults: ['configs.changeSettings:400'] },
    open('settings', async (page) => {
      await check(page, 8);
      await page.locator('article form button[type=submit]').click();
      await page.locator('article form').getByRole('alert').waitFor();
      await page.locator('article form button[type=submit]').scrollIntoViewIfNeeded();
    }),
  ),
  scene(
    'change-settings-loading',
    'Phone',
    { unanswered: ['configs.availableServers'] },
    open('settings'),
  ),
  scene(
    'change-xray-unsaved',
    'Phone',
    {},
    open('xray', async (page) => {
      await page.locator('textarea').fill('{}');
      await page.locator('textarea').press('Escape');
      await page.getByRole('dialog').last().waitFor();
    }),
  ),
  scene('change-xray', 'Phone', {}, open('xray')),
  scene(
    'change-xray-fault',
    'Phone',
    {},
    open('xray', async (page) => {
      await page.locator('textarea').fill('{\n  "log": {},\n  "dns": [1, 2,]\n}');
      await page.locator('fieldset input').nth(1).check();
    }),
  ),
  scene(
    'change-xray-unread',
    'Phone',
    { commands: { 'connections.xray': { kind: 'vault', reason: 'damaged' } } },
    open('xray'),
  ),
  scene(
    'change-awg',
    'Ноутбук, дом',
    {},
    open('awg', async (page) => {
      await page.locator('input[aria-describedby$=bounds]').nth(1).fill('200');
      await page.locator('input[aria-describedby$=bounds]').nth(2).fill('1200');
      await page.locator('input[aria-describedby$=bounds]').nth(8).fill('2947112087');
    }),
  ),
  scene(
    'change-subconfig-new',
    'Ноутбук, дом',
    {},
    open('subconfig', async (page) => {
      await page.locator('[role=radiogroup] label').nth(2).click();
    }),
  ),
  scene(
    'change-bridge',
    'Ноутбук, дом',
    {},
    open('bridge', async (page) => {
      await page.locator('article [role=radiogroup] label').nth(1).click();
    }),
  ),
];
