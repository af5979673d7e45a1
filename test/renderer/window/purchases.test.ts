import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { buy } from '#test/renderer/scenes/purchases-made.ts';
import { connectionPage, serverPage } from '#test/renderer/scenes/scene.ts';
import { hasFocus, inWindow } from './in-window.ts';

test('a bought configuration goes by the title that it has now, and without one by what it is', () =>
  inWindow(
    {
      path: '/money/history?show=purchases',
      setup: {
        before: async (main) => {
          main.service.setBalance({ balance: 20_000 });
          const entry = await buy(main, 'configs.create', { location_id: 2, protocol: 'vless' });
          await buy(main, 'configs.create', { location_id: 3, protocol: 'trojan' });
          const config = main.account.configs.find(({ id }) => id === entry.result?.resource);
          if (config !== undefined) config.title = 'For Anna';
          await main.refresh();
        },
      },
    },
    async (page) => {
      const lines = page
        .getByRole('region', { name: 'Bought on this computer' })
        .getByRole('listitem')
        .getByRole('button');
      await expect.poll(() => lines.count()).toBe(2);
      expect(await lines.last().textContent()).toMatch(/^Purchase of a connection ·\s.*For Anna/);
      expect(await lines.first().textContent()).toMatch(/^Purchase of a connection ·\s.*Trojan, /);
    },
  ));

test('while main asks, the page takes no click and no key, and then has its focus where it was', () =>
  inWindow({ path: '/shop/paid-options' }, async (page, main) => {
    const answer = Promise.withResolvers<boolean>();
    main.machine.consentDialog.ask = () => answer.promise;
    const buying = page.locator('form [type=submit]');
    await buying.press('Enter');
    await page.getByText('Answer Culvert’s question').waitFor();
    const year = page.getByRole('radio', { name: /^365 / });
    const { x, y } = await boxOf(year.locator('..'));
    await page.mouse.click(x + 8, y + 8);
    for (const key of ['Escape', 'Control+1']) await page.keyboard.press(key);
    answer.resolve(false);
    await expect.poll(hasFocus(buying)).toBe(true);
    expect(await year.isChecked()).toBe(false);
    expect(page.url()).toContain('/shop/paid-options');
  }));

test('offline, what needs the service says so where it is pressed', () =>
  inWindow({ path: '/money?topup=300' }, async (page, main, rested) => {
    const doors: [string, ...RegExp[]][] = [
      ['/money?topup=300', /^Top up 300/],
      ['/shop/paid-options', /^Renew to/],
      ['/shop/cloud-servers', /^Germany/, /^Buy · /],
      [serverPage(0)(main), /^New connection/, /^Create connection/],
      [connectionPage('Phone')(main), /^Renew…/, /^Renew to/],
    ];
    for (const [path] of doors) {
      main.send('app.navigate', { path });
      await rested();
    }
    await main.goOffline();
    for (const [path, ...names] of doors) {
      main.send('app.navigate', { path });
      // What cannot be pressed says it too.
      for (const name of names) await page.getByText(name).first().click({ force: true });
      const said = page.getByRole('main').getByText('The service cannot be reached');
      await said.filter({ visible: true }).first().waitFor();
    }
  }));

const boxOf = async (of: Locator) => (await of.boundingBox()) ?? { x: NaN, y: NaN, height: NaN };

test('in the shop the price and the button stay in view, other protocols come into it, nothing lies over the prices, and what begins a line is below the title', () => {
  const window = { width: 940, height: 600, setup: { settings: { language: 'ru' } } } as const;
  return inWindow({ ...window, path: '/shop/configs' }, async (page, main, rested) => {
    const year = page.getByRole('radio', { name: /^365 / }).locator('..');
    for (const path of ['/shop/cloud-servers', '/shop/configs']) {
      main.send('app.navigate', { path });
      await rested();
      const button = await boxOf(page.getByRole('button', { name: /30 дней · / }));
      expect(button.y + button.height).toBeLessThanOrEqual(600);
      // Before anything is chosen every price is in view.
      const price = await boxOf(year);
      expect(price.y + price.height).toBeLessThanOrEqual(button.y);
    }

    await page.setViewportSize({ width: 940, height: 560 });
    const more = page.getByRole('button', { name: /^Друг/ });
    await more.evaluate((button) => {
      button.scrollIntoView({ block: 'end' });
    });
    await more.click();
    const last = page.getByRole('radiogroup', { name: 'Протокол' }).getByRole('radio').last();
    const isSeen = () =>
      last.evaluate((radio) => {
        const { left, top, width, height } = (
          radio.closest('label') ?? radio
        ).getBoundingClientRect();
        const over = document.elementFromPoint(left + width / 2, top + height / 2);
        return over?.closest('[role=radiogroup]') === radio.closest('[role=radiogroup]');
      });
    await expect.poll(isSeen).toBe(true);

    for (const width of [940, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const lefts = await page.evaluate(() =>
        ['h1', 'nav', '[role=radiogroup] label:first-child']
          .flatMap((one) => [...document.querySelectorAll(`main ${one}`)])
          .map((one) => one.getBoundingClientRect().left),
      );
      expect(lefts.length).toBeGreaterThan(4);
      expect(new Set(lefts).size, String(width)).toBe(1);
    }

    await page.setViewportSize({ width: 640, height: 400 });
    main.send('app.navigate', { path: '/shop/cloud-servers' });
    await rested();
    const uncovered = await year.evaluate((price) => {
      price.scrollIntoView({ block: 'nearest' });
      const { left, bottom } = price.getBoundingClientRect();
      return price.contains(document.elementFromPoint(left + 8, bottom - 4));
    });
    expect(uncovered).toBe(true);
  });
});
