import { expect, test } from 'vitest';
import { forbidden, serverPage } from '#test/renderer/scenes/scene.ts';
import { inWindow } from './in-window.ts';

const late = { unanswered: ['paidOptions.subscription', 'cloudServers.serverStats'] } as const;

test('traffic of an option and figures of a server take the room that was kept for them, also in a narrow window; statistics that open below the edge of a low window are scrolled to; the amount of a payment that can still be paid is not struck through; a setting that is found below others has no line above it, and the search has a cross', () =>
  inWindow({ path: serverPage(0), height: 600, setup: late }, async (page, main) => {
    const figures = page.locator('article [data-figures]').first();
    const rooms = async () => {
      const heights = [];
      for (const width of [470, 1280]) {
        await page.setViewportSize({ width, height: 600 });
        heights.push((await figures.boundingBox())?.height);
      }
      return heights;
    };
    const ofServer = await rooms();
    main.send('app.navigate', { path: '/paid-options/1' });
    await page.getByRole('region', { name: 'Traffic' }).waitFor();
    const ofOption = await rooms();
    await main.release();
    await figures.getByRole('progressbar').waitFor();
    expect(await rooms()).toEqual(ofOption);
    main.send('app.navigate', { path: serverPage(0)(main) });
    await page.locator('[data-stats-live]').waitFor();
    expect(await rooms()).toEqual(ofServer);

    main.send('app.navigate', { path: '/paid-options/1' });
    const menus = page.locator('article li [aria-haspopup=menu]');
    await menus.last().click();
    await page.getByRole('menuitem', { name: 'Statistics' }).click();
    const heading = page.getByRole('heading', { name: 'Server load' });
    await expect
      .poll(() =>
        heading.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top > 0 && bottom < innerHeight;
        }),
      )
      .toBe(true);

    main.send('app.navigate', { path: '/money/history' });
    const unpaid = page.getByRole('listitem').filter({ hasText: 'not paid' }).first();
    await unpaid.waitFor();
    const struck = await unpaid
      .locator('*')
      .evaluateAll((all) =>
        all.filter((one) => getComputedStyle(one).textDecorationLine.includes('line-through')),
      );
    expect(struck).toEqual([]);

    main.send('app.navigate', { path: '/settings' });
    const field = page.getByRole('searchbox');
    const row = page.locator('[data-setting="Expiry and traffic"]');
    const line = () => row.evaluate((element) => getComputedStyle(element).borderTopWidth);
    expect(await line()).toBe('1px');
    await field.fill('traffic');
    await expect.poll(line).toBe('0px');
    const { x = 0, y = 0, width = 0, height = 0 } = (await field.boundingBox()) ?? {};
    await page.mouse.click(x + width - 17, y + height / 2);
    expect(await field.inputValue()).toBe('');
  }));

test('sections that an account may not read show one failure, whose button retries all; that of a list is as wide as a column', () =>
  inWindow(
    {
      path: '/account',
      setup: forbidden('profile.*', 'apiKeys.*', 'messenger.*', 'cloudServers.*'),
    },
    async (page, main) => {
      const same = page.getByText('Could not be read for the same reason.');
      await expect.poll(() => same.count()).toBe(3);
      expect(await page.getByRole('alert').count()).toBe(1);
      const reads = () => main.callsOf('cache.read').map((call) => JSON.stringify(call));
      const before = new Set(reads()).size;
      const profile = page.getByRole('region', { name: 'Profile' });
      await profile.getByRole('button', { name: 'Try again' }).click();
      const again = () => new Set(reads().filter((call, at, all) => all.indexOf(call) < at)).size;
      await expect.poll(again).toBeGreaterThanOrEqual(before);

      main.send('app.navigate', { path: '/cloud-servers' });
      const alert = page.getByRole('main').getByRole('alert').first();
      await page.getByRole('heading', { name: 'Servers and options' }).first().waitFor();
      await alert.waitFor();
      expect((await alert.boundingBox())?.width).toBeLessThan(700);
      const fonts = await alert
        .locator('*')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).fontFamily));
      expect(fonts.join()).not.toContain('mono');
    },
  ));

test('an inbox of 1,000 messages is shown whole, its days below the accounts that open over them, and all of it is marked at once', () =>
  inWindow(
    {
      path: '/inbox',
      width: 940,
      setup: {
        service: (control) => {
          control.account().notifications = [];
          for (let n = 0; n < 1000; n += 1) control.notify(`Message ${String(n)}`);
        },
      },
    },
    async (page, main) => {
      await page.getByText('1,000 unread').waitFor();
      expect(await page.locator('main li').count()).toBe(1000);
      const oldest = page.getByText('Message 999', { exact: true });
      await oldest.scrollIntoViewIfNeeded();
      // The day stays above the times of its messages.
      const [day, message] = [page.locator('main section h2').last(), oldest];
      const top = (await day.boundingBox())?.y ?? 0;
      expect(top).toBeGreaterThan(0);
      expect(top).toBeLessThan((await message.boundingBox())?.y ?? 0);
      const atop = () => {
        const { y = 0 } = document.querySelector('main h2')?.getBoundingClientRect() ?? {};
        return document.elementFromPoint(300, y + 4)?.closest('h2, [aria-label=Accounts]')?.tagName;
      };
      expect(await page.evaluate(atop)).toBe('H2');
      await page.getByRole('button', { name: /^Account: / }).click();
      await expect.poll(() => page.evaluate(atop)).toBe('DIV');
      await page.getByRole('button', { name: /^Mark all/ }).click();
      await expect.poll(() => main.callsOf('inbox.markRead')).toHaveLength(1);
      const [marked] = main.callsOf('inbox.markRead');
      expect((marked as { ids: string[] }).ids).toHaveLength(1000);
    },
  ));
