// @vitest-environment node
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useWindow } from './in-window.ts';
import { sampled } from '#test/simulator/deep.ts';

const inWindow = useWindow();
const handle = (page: Page) => page.getByRole('separator');
const list = (page: Page) => page.getByRole('region', { name: 'Connections' });
const widthOf = async (page: Page) => Math.round((await list(page).boundingBox())?.width ?? 0);
const said = async (page: Page, name: string) => Number(await handle(page).getAttribute(name));

/** Drags the edge between the list and the connection by so many pixels. */
async function drag(page: Page, by: number): Promise<void> {
  const box = await handle(page).boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, 400];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by / 2, y);
  await page.mouse.move(x + by, y);
  await page.mouse.up();
}

describe('the edge between the list and the connection', () => {
  test('the edge follows the pointer as far as both sides have room, is stored, and a double click puts it back', () =>
    inWindow({}, async (page, main) => {
      const before = await widthOf(page);
      await drag(page, -100);
      await expect.poll(() => widthOf(page)).toBe(before - 100);
      await expect
        .poll(() => main.callsOf('settings.set'))
        .toEqual([{ connectionsWidth: before - 100 }]);
      await expect.poll(() => said(page, 'aria-valuenow')).toBe(before - 100);
      await drag(page, -2000);
      const least = await said(page, 'aria-valuemin');
      await expect.poll(() => widthOf(page)).toBe(least);
      await drag(page, 2000);
      const most = await said(page, 'aria-valuemax');
      await expect.poll(() => widthOf(page)).toBe(most);
      expect(most).toBeLessThan(900);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
      await handle(page).dblclick();
      await expect.poll(() => widthOf(page)).toBe(before);
      expect(main.callsOf('settings.set').at(-1)).toEqual({ connectionsWidth: null });
    }));

  test('the arrow keys move the edge, Home and End move it to its ends, Enter moves it back, a dialog covers it', () =>
    inWindow({}, async (page, main) => {
      const before = await widthOf(page);
      await handle(page).focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => widthOf(page)).toBeGreaterThan(before);
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => widthOf(page)).toBe(before);
      await page.keyboard.press('Home');
      await expect.poll(() => said(page, 'aria-valuenow')).toBe(await said(page, 'aria-valuemin'));
      await page.keyboard.press('End');
      await expect.poll(() => said(page, 'aria-valuenow')).toBe(await said(page, 'aria-valuemax'));
      await page.keyboard.press('Enter');
      await expect.poll(() => widthOf(page)).toBe(before);
      expect(main.callsOf('settings.set').at(-1)).toEqual({ connectionsWidth: null });
      const box = await handle(page).boundingBox();
      await page.getByRole('row').first().click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'QR code' }).click();
      await page.getByRole('dialog').getByRole('img').waitFor();
      const top = await page.evaluate(
        ([x, y]) => {
          // What lies on top is looked for, whether or not it takes the pointer.
          document.body.style.pointerEvents = 'auto';
          return document.elementFromPoint(x ?? 0, y ?? 0)?.getAttribute('role');
        },
        [(box?.x ?? 0) + 4, 20],
      );
      expect(top).not.toBe('separator');
    }));

  test('the edge is where it was left, as far as a smaller window has room, and nowhere in a narrow one', () =>
    inWindow({ width: 1100, setup: { settings: { connectionsWidth: 900 } } }, async (page) => {
      expect(await widthOf(page)).toBe(await said(page, 'aria-valuemax'));
      await page.setViewportSize({ width: 940, height: 800 });
      await expect.poll(() => handle(page).count()).toBe(0);
      await expect.poll(() => widthOf(page)).toBeGreaterThan(800);
    }));

  test('the edge of another section has a place of its own', () => {
    return inWindow({ path: '/cloud-servers' }, async (page, main) => {
      await drag(page, 60);
      await expect
        .poll(async () => JSON.stringify(main.callsOf('settings.set')))
        .toMatch(/^\[{"entriesWidth":\d+}\]$/);
    });
  });
});

describe('a wide window', () => {
  const columns = (page: Page) =>
    page.evaluate(() => {
      const lefts = [
        ...document.querySelectorAll('article section:not(article section section)'),
      ].map((one) => Math.round(one.getBoundingClientRect().left));
      return new Set(lefts).size;
    });

  test.each(
    sampled(
      [
        [1280, 1],
        [1600, 2],
        [1920, 2],
      ],
      1,
    ),
  )('a window of %i px shows a connection in %i column(s)', (width, count) =>
    inWindow({ width, height: 1000 }, async (page) => {
      await page.getByRole('article').getByRole('region', { name: 'Renewal' }).waitFor();
      await expect.poll(() => columns(page)).toBe(count);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }),
  );
});
