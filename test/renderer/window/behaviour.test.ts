// @vitest-environment node
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buy } from '#test/renderer/scenes/purchases-made.ts';
import { switchAccount } from './account.ts';
import { useWindow } from './in-window.ts';
import { sampled } from '#test/simulator/deep.ts';

const inWindow = useWindow();
const grid = (page: Page) => page.getByRole('grid');

test.each(
  sampled(
    [
      [940, 600, '/connections'],
      [940, 600, '/settings'],
      [1280, 800, '/connections'],
    ],
    2,
  ),
)('at %i × %i nothing of %s is cut in Russian', (width, height, path) =>
  inWindow({ width, height, path, setup: { settings: { language: 'ru' } } }, async (page) => {
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('button, a, h1, h2, label, legend, .presence, .expiry, .rate')]
        .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent),
    );
    expect(cut).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true);
  }),
);

test('Enter copies what was searched for, also where it is faster than the rows', () =>
  inWindow({ setup: { commands: { 'connections.rows': 1500 } } }, async (page, main) => {
    await page.reload();
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('work mac');
    await page.keyboard.press('Enter');
    await expect.poll(() => main.callsOf('secrets.copy')).toHaveLength(1);
    expect(main.callsOf('secrets.copy')).toMatchObject([{ key: main.keyOf('Work MacBook') }]);
  }));

test.each(
  sampled(
    [
      ['devices', '/devices', '[data-device]'],
      ['payments', '/money/history', 'main ul > li'],
    ],
    1,
  ),
)('at 470 px, as at 200 %, %s are shown without scrolling sideways', (_, path, row) =>
  inWindow({ width: 470, height: 400, path }, async (page) => {
    await page.locator(row).first().waitFor();
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('main, main *, html')]
        .filter((one) => ['auto', 'scroll', 'visible'].includes(getComputedStyle(one).overflowX))
        .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.className),
    );
    expect(wide).toEqual([]);
  }),
);

test.each(sampled(['en', 'ru'] as const, 1))(
  'at 470 px what is ahead stays in its columns (%s)',
  (language) => {
    const setup = { settings: { language } };
    return inWindow({ width: 470, height: 400, path: '/money', setup }, async (page) => {
      await page.locator('tbody tr').first().waitFor();
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('th, td, td *')]
          .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.textContent),
      );
      expect(wide).toEqual([]);
    });
  },
);

test('at 640 px the words of a payment, of a device and of a closed purchase are whole', () => {
  const window = { width: 640, height: 400, setup: { settings: { language: 'ru' } } } as const;
  return inWindow({ ...window, path: '/money/history' }, async (page, main) => {
    const renewal = page.getByText(/^Продление · /).first();
    await renewal.waitFor();
    expect((await renewal.boundingBox())?.height).toBeLessThan(24);
    const isCut = (one: Element) => one.scrollWidth > one.clientWidth;
    main.send('app.navigate', { path: '/devices' });
    const device = page.getByText('MacBook Pro (Андрей)').first();
    await device.waitFor();
    expect(await device.locator('..').evaluate(isCut)).toBe(false);
    await buy(main, 'configs.create', { location_id: 2, protocol: 'vless' });
    main.send('app.navigate', { path: '/money/history?show=purchases' });
    const purchase = page.getByRole('button', { name: /^Покупка конфигурации/ });
    await purchase.waitFor();
    expect(await purchase.evaluate(isCut)).toBe(false);
  });
});

test('at 200 % every section is in view in the rail', () =>
  inWindow({ width: 640, height: 400 }, async (page) => {
    const rail = page.getByRole('navigation', { name: 'Sections' });
    const last = await rail.getByRole('link', { name: 'Settings' }).boundingBox();
    expect((last?.y ?? 400) + (last?.height ?? 0)).toBeLessThanOrEqual(400);
  }));

/** Whether an element that a page has put into `left` is no longer in memory. */
async function isCollected(page: Page): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  return page.evaluate(
    () => (Reflect.get(window, 'left') as WeakRef<Element>).deref() === undefined,
  );
}

test('every left page is released from memory, and so is the window of the previous account', () =>
  inWindow(
    { setup: { before: (main) => main.signIn('https://other.example.com') } },
    async (page, main) => {
      const remember = () =>
        page.evaluate(() => {
          const shown = document.querySelector('main > *');
          if (shown !== null) Reflect.set(window, 'left', new WeakRef(shown));
        });
      const isLeft = () =>
        page.evaluate(() => {
          const left = (Reflect.get(window, 'left') as WeakRef<Element>).deref();
          return left?.isConnected !== true && document.querySelector('main h1') !== null;
        });
      const go = async (path: string) => {
        await remember();
        await page.evaluate(`void (location.hash = ${JSON.stringify(path)})`);
        await expect.poll(isLeft, { message: path }).toBe(true);
        await main.idle();
      };
      await grid(page).focus();
      await page.keyboard.press('Control+a');
      await page.getByRole('toolbar').waitFor();
      const others = [
        ...['/account', '/devices', '/money', '/money/history', '/inbox', '/cloud-servers'],
        ...['/paid-options', '/subscriptions', '/shop/configs', '/batches', '/help', '/settings'],
      ];
      const pages = [...sampled(others, 4, (path) => path === '/shop/configs'), '/connections'];
      // The engine keeps the first object of a literal, and through it one chart and the page around it.
      for (const path of pages) await go(path);
      for (const path of pages) {
        await go(path);
        await expect.poll(() => isCollected(page), { message: `before ${path}` }).toBe(true);
      }
      await page.getByRole('row').first().waitFor();
      await remember();
      await switchAccount(main);
      await expect.poll(() => isCollected(page)).toBe(true);
    },
  ));

const nameFields = new Set(['name', 'title', 'display_name']);

/** The data with every name emptied. */
const withoutNames = (data: unknown): unknown =>
  JSON.parse(
    JSON.stringify(data, (field, value: unknown) =>
      nameFields.has(field) && typeof value === 'string' ? '' : value,
    ),
  );

test.each(sampled(['/shop/configs', '/shop/cloud-servers', '/shop/paid-options'], 1))(
  'what the service names with nothing has a name at %s',
  (path) =>
    inWindow({ path, setup: { alter: withoutNames } }, async (page) => {
      await page.getByRole('radio').first().waitFor();
      for (const role of ['radio', 'button', 'link', 'textbox', 'combobox'] as const) {
        expect(await page.getByRole(role, { name: /^\s*$/ }).count(), role).toBe(0);
      }
    }),
);
