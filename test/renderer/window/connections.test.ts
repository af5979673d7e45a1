import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { connectionPage } from '#test/renderer/scenes/scene.ts';
import { configsAlone } from './account.ts';
import type { MainProcess, Setup } from './main-process.ts';
import { hasFocus, inWindow, rowOf, sharedWindow } from './in-window.ts';
import { sampled } from '#test/simulator/deep.ts';

const grid = (page: Page) => page.getByRole('grid');
const rows = (page: Page) => page.getByRole('row');
const detailTitle = (page: Page) => page.locator('article h2').first();
const palette = (page: Page) => page.getByRole('dialog', { name: /^Go anywhere/ });

/** Five configurations are bought elsewhere, which are sorted before the others. */
async function addRows(main: MainProcess): Promise<void> {
  const { configs } = main.account;
  const added = configs.slice(0, 5).map((config, n) => {
    const id = 90_000 + configs.length + n;
    return { ...config, id, title: `AAA ${String(id)}` };
  });
  configs.push(...added);
  await main.refresh();
}

async function searchInPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await palette(page).waitFor();
  await page.keyboard.type(words);
  await palette(page).getByRole('option', { name: words }).first().waitFor();
}

test('the order of the list that is held is shown when the pointer or the focus leaves; the number of rows is current at once', () =>
  inWindow({ setup: configsAlone(5) }, async (page, main) => {
    await rows(page).nth(2).hover();
    await addRows(main);
    const count = page.locator('header h1 + span');
    await expect.poll(() => count.textContent()).toBe('10');
    expect(await rows(page).count()).toBe(5);
    await page.mouse.move(1000, 600);
    await expect.poll(() => rows(page).count()).toBe(10);
    await grid(page).focus();
    await addRows(main);
    await expect.poll(() => count.textContent()).toBe('15');
    await page.getByRole('searchbox').focus();
    await expect.poll(() => rows(page).count()).toBe(15);
  }));

const inShared = sharedWindow();

test('what is typed after the shortcut of the palette is searched in it, also before anything more could be loaded', () =>
  inShared({ path: '/settings' }, async (page, main) => {
    const loading = Promise.withResolvers<undefined>();
    await page.route('**/*.js', async (route) => {
      await loading.promise;
      await route.continue();
    });
    await page.keyboard.press('Control+K');
    await page.keyboard.type('work mac');
    loading.resolve(undefined);
    await palette(page).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => main.callsOf('secrets.copy')).toHaveLength(1);
    expect(main.callsOf('secrets.copy')).toMatchObject([{ key: main.keyOf('Work MacBook') }]);
    await page.unroute('**/*.js');
  }));

test('what the tray has no room for is the list of those that expire soon', () =>
  inShared({ path: '/connections?expiring' }, (page) =>
    page.getByRole('button', { name: /^Expiring/, pressed: true }).click(),
  ));

test('the palette keeps the keyboard, opens a connection again after another row was clicked, and copies what was typed, however fast', () =>
  inShared({}, async (page, main) => {
    for (const _ of [1, 2]) {
      await searchInPalette(page, 'steam');
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => detailTitle(page).textContent()).toBe('Steam Deck');
      await rows(page).nth(2).click();
      await expect.poll(() => detailTitle(page).textContent()).not.toBe('Steam Deck');
    }
    await page.keyboard.press('Control+K');
    const search = palette(page).getByRole('combobox');
    for (const key of ['Tab', 'Tab', 'Shift+Tab']) {
      await page.keyboard.press(key);
      expect(await hasFocus(search)()).toBe(true);
    }
    await page.keyboard.type('work mac');
    await page.keyboard.press('Enter');
    await expect.poll(() => main.callsOf('secrets.copy')).toHaveLength(1);
    expect(main.callsOf('secrets.copy')).toMatchObject([{ key: main.keyOf('Work MacBook') }]);
    await palette(page).waitFor({ state: 'detached' });
  }));

test('below 1,100 px a connection is opened again after the list took its place, and Escape closes the palette alone', () =>
  inShared({ width: 940, height: 600 }, async (page, main) => {
    const panel = page.getByRole('article', { name: 'Connection' });
    for (const _ of [1, 2]) {
      main.send('app.navigate', { path: connectionPage('Work MacBook')(main) });
      await panel.waitFor();
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'hidden' });
    }
    await grid(page).focus();
    await page.keyboard.press('ArrowDown');
    expect(await panel.isVisible()).toBe(false);
    await page.keyboard.press('ArrowRight');
    await panel.waitFor();
    expect(await grid(page).isVisible()).toBe(false);
    await page.keyboard.press('Control+K');
    await palette(page).waitFor();
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    expect(await panel.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
  }));

const laptop = 'Ноутбук, дом';

/** The laptop's key is on a phone. */
const onPhone: Setup = {
  before: (main) =>
    main.ask('connections.setDevices', { key: main.keyOf(laptop), devices: ['Phone'] }),
};

test('the devices that a key is on are named by the toast after another copy, which leads to what to take in its place', () =>
  inWindow({ setup: onPhone }, async (page, main) => {
    const key = main.keyOf(laptop);
    await rowOf(page, laptop).getByRole('button', { name: 'Copy' }).click();
    const toast = page.locator('[data-toast]');
    await toast.getByText('This connection’s key is on “Phone”: two devices').waitFor();
    const named = toast.locator('bdi');
    expect(await named.evaluate((own) => own.scrollWidth <= own.clientWidth)).toBe(true);
    await toast.getByRole('link', { name: 'Another key' }).click();
    await page
      .locator('[data-key-devices]')
      .getByRole('link', { name: /^Unused: / })
      .click();
    const { spare = '' } = await main.ask('connections.get', { key });
    const { title } = await main.ask('connections.get', { key: spare });
    await page.getByRole('article').getByRole('heading', { name: title }).first().waitFor();
  }));

test.each(sampled(['en', 'ru'] as const, 1))(
  'the buttons of the selected rows are in one line at 1,280 pixels, and save them as a file, in %s',
  (language) =>
    inWindow({ setup: { settings: { language } } }, async (page, main) => {
      await grid(page).focus();
      await page.keyboard.press('Control+A');
      const buttons = page.getByRole('toolbar').getByRole('button');
      await buttons.last().waitFor();
      const middles = await buttons.evaluateAll((all) =>
        all.map((one) => {
          const { top, height } = one.getBoundingClientRect();
          return top + height / 2;
        }),
      );
      expect(middles.length).toBeGreaterThan(4);
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);

      const toast = page.locator('[data-toast]');
      for (const as of ['base64', 'sing-box'] as const) {
        await page
          .getByRole('toolbar')
          .getByRole('button', { name: /^(Save file|В файл)/ })
          .click();
        await page.getByRole('menuitem', { name: new RegExp(as, 'i') }).click();
        await expect.poll(() => main.callsOf('connections.saveMany').at(-1)).toMatchObject({ as });
        await toast.getByText(as === 'base64' ? '.txt' : /would be lost|потерялось бы/).waitFor();
      }
    }),
);
