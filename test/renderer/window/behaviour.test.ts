import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buy } from '#test/renderer/scenes/purchases-made.ts';
import { switchAccount } from './account.ts';
import { inWindow } from './in-window.ts';
import { sampled } from '#test/simulator/deep.ts';

const grid = (page: Page) => page.getByRole('grid');

/** The elements with more in them than their width, but for those that are shortened by intent. */
const cutIn = (page: Page, selector: string, overflows: readonly string[]) =>
  page.locator(selector).evaluateAll(
    (all, shown) =>
      all
        .filter((one) => shown.includes(getComputedStyle(one).overflowX))
        .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
        .map((one) => `${one.tagName} ${one.getAttribute('class') ?? ''}: ${one.textContent}`),
    overflows,
  );
const notHidden = ['auto', 'scroll', 'visible'];
const every = [...notHidden, 'hidden', 'clip'];
const words = 'html, button, a, h1, h2, label, legend, .presence, .expiry, .rate';

test('in Russian nothing is cut and nothing scrolls sideways, also at 200 % and in the least width', () =>
  inWindow(
    { width: 940, height: 600, setup: { settings: { language: 'ru' } } },
    async (page, main, rested) => {
      const open = async (width: number, height: number, path: string) => {
        await page.setViewportSize({ width, height });
        main.send('app.navigate', { path });
        await rested();
      };
      for (const [width, height, path, within, selector, overflows] of [
        [940, 600, '/connections', '[role=row]', words, every],
        [940, 600, '/settings', 'h2', words, every],
        [1280, 800, '/connections', '[role=row]', words, every],
        [470, 400, '/devices', '[data-device]', 'html, main, main *', notHidden],
        [470, 400, '/money/history', 'main ul > li', 'html, main, main *', notHidden],
        [470, 400, '/money', 'tbody tr', 'th, td, td *', every],
      ] as const) {
        await open(width, height, path);
        await page.locator(within).first().waitFor();
        expect(await cutIn(page, selector, overflows), `${path} at ${String(width)}`).toEqual([]);
      }

      // The words of a payment, of a device and of a closed purchase are whole.
      await open(640, 400, '/money/history');
      const renewal = await page
        .getByText(/^Продление ·\s/)
        .first()
        .boundingBox();
      expect(renewal?.height).toBeLessThan(24);
      const isCut = (one: Element) => one.scrollWidth > one.clientWidth;
      await open(640, 400, '/devices');
      const device = page.getByText('MacBook Pro (Андрей)').first();
      expect(await device.locator('..').evaluate(isCut)).toBe(false);
      await buy(main, 'configs.create', { location_id: 2, protocol: 'vless' });
      await open(640, 400, '/money/history?show=purchases');
      const purchase = page.getByRole('button', { name: /^Покупка подключения/ });
      expect(await purchase.evaluate(isCut)).toBe(false);
      // Every section is in view in the rail.
      const last = await page.locator('nav a[href="#/settings"]').boundingBox();
      expect((last?.y ?? 400) + (last?.height ?? 0)).toBeLessThanOrEqual(400);
    },
  ));

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
      const pages = [...sampled(others, 2, (path) => path === '/shop/configs'), '/connections'];
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
