import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { guidePictures } from '#test/renderer/guide-pictures.ts';
import { serverPage } from '#test/renderer/scenes/scene.ts';
import { sampled } from '#test/simulator/deep.ts';
import { hasFocus, inWindow, sharedWindow } from './in-window.ts';

const rail = (page: Page) => page.getByRole('navigation', { name: 'Sections' });
const path = (page: Page) => page.evaluate(() => location.hash.slice(1));

const inShared = sharedWindow({
  service: (control) => {
    control.account().notifications = [];
  },
});

test('the rail has five sections and the settings, each opened by its key', () =>
  inShared({}, async (page) => {
    await expect
      .poll(() => rail(page).getByRole('link').allInnerTexts())
      .toEqual([
        'Connections',
        'Servers and options',
        'Subscriptions',
        'Money',
        'Account',
        'Settings',
      ]);
    for (const [key, opened] of [
      ['2', '/cloud-servers'],
      ['3', '/subscriptions'],
      ['4', '/money'],
      ['5', '/account'],
      [',', '/settings'],
      ['1', '/connections'],
    ] as const) {
      await page.keyboard.press(`Control+${key}`);
      await expect.poll(() => path(page)).toMatch(new RegExp(`^${opened}`));
    }
  }));

test('the pages of a section are in one line also in the least width; the guide opens from the shortcuts, in the language of the window, with its pictures', () =>
  inWindow(
    { width: 470, path: '/backup', setup: { settings: { language: 'ru' } } },
    async (page) => {
      const links = page.getByRole('navigation', { name: 'Аккаунт' }).getByRole('link');
      await expect.poll(() => links.count()).toBe(5);
      const tops = () =>
        links.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      await expect.poll(async () => new Set(await tops()).size).toBe(1);

      await page.setViewportSize({ width: 1280, height: 800 });
      await page.keyboard.press('?');
      await page.getByRole('button', { name: 'Открыть справку' }).click();
      await page.getByRole('heading', { name: 'Когда не работает' }).waitFor();
      const pictures = page.locator('.guide img');
      expect(await pictures.count()).toBe(Object.keys(guidePictures).length);
      await expect
        .poll(() =>
          pictures.evaluateAll((all) =>
            all.every((each) => (each as HTMLImageElement).naturalWidth > 0),
          ),
        )
        .toBe(true);
    },
  ));

test('the crosshair of a chart is on the points that it reads, wherever the pointer is', () =>
  inShared({ width: 1600, height: 1000 }, async (page) => {
    const plot = page.locator('.u-over').first();
    await plot.waitFor();
    for (const part of [0.02, 0.13, 0.31, 0.5, 0.68, 0.87, 0.99]) {
      // The chart may still move while the page is being filled.
      const pointsUnderPointer = async () => {
        await plot.scrollIntoViewIfNeeded();
        const box = await plot.boundingBox();
        if (box === null) throw new Error('The chart is not on the page.');
        const [x, y] = [box.x + box.width * part, box.y + box.height / 2];
        // A chart that was drawn anew under the pointer hears of it with the next move alone.
        await page.mouse.move(x, y - 2);
        await page.mouse.move(x, y);
        return page.locator('.u-cursor-pt:not(.u-off)').count();
      };
      await expect.poll(pointsUnderPointer).toBeGreaterThan(0);
      const apart = await plot.evaluate((over) => {
        const line = over.querySelector('.u-cursor-x')?.getBoundingClientRect();
        const points = [...over.querySelectorAll('.u-cursor-pt:not(.u-off)')];
        return points.map((point) => {
          const { left, width } = point.getBoundingClientRect();
          return Math.abs(left + width / 2 - (line === undefined ? NaN : line.left + 0.5));
        });
      });
      expect(Math.max(...apart)).toBeLessThanOrEqual(1);
    }
  }));

test('the menu of a line is used by the keyboard', () =>
  inShared({ width: 940, height: 600, path: serverPage(0) }, async (page) => {
    const line = page.getByRole('article').getByRole('listitem').first();
    await line.locator('[aria-haspopup=menu]').press('Enter');
    await expect.poll(hasFocus(page.getByRole('menuitem', { name: 'Rename' }))).toBe(true);
    await page.keyboard.press('Enter');
    await line.getByRole('textbox').waitFor();
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  }));

/** What can be pressed and lies under the toast; also while what covers it is scrolled to its end. */
const underToast = (page: Page) =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll('main *')) one.scrollTop = one.scrollHeight;
    const toast = document.querySelector('[data-toast]')?.getBoundingClientRect();
    if (toast === undefined || toast.right > innerWidth) return ['no toast', 'or not all of it'];
    return [...document.querySelectorAll<HTMLElement>('button, a, summary, [role=row]')]
      .filter((one) => {
        const { top, bottom, left, right } = one.getBoundingClientRect();
        const meets =
          top < toast.bottom && bottom > toast.top && left < toast.right && right > toast.left;
        return meets && one.checkVisibility() && one.closest('[data-toast]') === null;
      })
      .map((one) => one.textContent);
  });

test('in a wide window a short toast stands beside the column of the page', () =>
  inShared({ width: 1280, height: 800, path: '/devices' }, async (page, main) => {
    await page.locator('main li').first().waitFor();
    main.send('app.copied', { key: main.keyOf('Phone'), title: 'Phone', clearsAt: null });
    const edge = async (part: string) => (await page.locator(part).boundingBox()) ?? expect.fail();
    const toast = await edge('[data-toast]');
    expect(toast.x + toast.width).toBeLessThan((await edge('main ul')).x);
  }));

const sizes = [
  [1280, 800],
  [940, 600],
  [470, 800],
] as const;
test.each(sampled(sizes, 1))(
  'a toast covers no button of a bar, and no row that was scrolled to its end, at %i by %i',
  (width, height) =>
    inShared({ width, height }, async (page, main, rested) => {
      const [subscription] = main.account.subscriptions;
      for (const path of [
        '/connections',
        `/connections/${main.keyOf('Phone')}`,
        serverPage(0)(main),
        `/subscriptions/${String(subscription?.id)}`,
        '/shop/configs',
        '/money/history',
        '/settings',
      ]) {
        main.send('app.navigate', { path });
        await rested();
        if (path.startsWith('/subs')) await page.getByRole('button', { name: 'Edit' }).click();
        await expect
          .poll(
            async () => {
              const title =
                'Phone, tablet and a name that takes all the room that a toast has for it';
              main.send('app.copied', { key: main.keyOf('Phone'), title, clearsAt: null });
              return underToast(page);
            },
            { message: path },
          )
          .toEqual([]);
      }
    }),
);
