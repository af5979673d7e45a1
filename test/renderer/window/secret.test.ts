// @vitest-environment node
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useWindow } from './in-window.ts';

const inWindow = useWindow();
const grid = (page: Page) => page.getByRole('grid');

describe('a secret', () => {
  const eye = (page: Page) => page.locator('.eye').first();
  const shown = (page: Page) => page.locator('pre.text');

  test('is masked until the eye is held, and again when it is let go', () =>
    inWindow({}, async (page) => {
      await eye(page).waitFor();
      expect(await page.content()).not.toContain('pbk=');
      await eye(page).hover();
      await page.mouse.down();
      await shown(page).waitFor();
      expect(await shown(page).textContent()).toContain('pbk=');
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
      await page.mouse.move(5, 5);
      await page.mouse.up();
      await shown(page).waitFor({ state: 'detached' });
      expect(await page.content()).not.toContain('pbk=');
    }));

  test('stays after a short press with a countdown, and goes with the focus of the window', () =>
    inWindow({}, async (page) => {
      await eye(page).waitFor();
      await eye(page).focus();
      await page.keyboard.press('Enter');
      await shown(page).waitFor();
      expect(await page.locator('.secret').first().textContent()).toContain('left');
      await page.evaluate(() => window.dispatchEvent(new Event('blur')));
      await shown(page).waitFor({ state: 'detached' });
    }));

  test('goes when another connection is chosen', () =>
    inWindow({}, async (page) => {
      await eye(page).click();
      await shown(page).waitFor();
      await grid(page).focus();
      await page.keyboard.press('ArrowDown');
      await shown(page).waitFor({ state: 'detached' });
    }));

  test('as a QR code is forgotten when the window loses the focus', () =>
    inWindow({}, async (page) => {
      await page.getByRole('button', { name: 'QR code' }).first().click();
      await page.locator('.qr').waitFor();
      await page.evaluate(() => window.dispatchEvent(new Event('blur')));
      await page.locator('.qr').waitFor({ state: 'detached' });
    }));
});
