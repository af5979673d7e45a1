// @vitest-environment node
import { expect, test } from 'vitest';
import { connectionPage, forbidden } from '#test/renderer/scenes/scene.ts';
import { useWindow } from './in-window.ts';
import { sampled } from '#test/simulator/deep.ts';

const inWindow = useWindow();
const notAllowed = forbidden('profile.*', 'apiKeys.*', 'messenger.*');

test('statistics that open below the edge of a low window are scrolled to', () =>
  inWindow({ path: '/paid-options/1', width: 1280, height: 600 }, async (page) => {
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
  }));

test('sections that an account may not read show one failure, and its button retries all', () =>
  inWindow({ path: '/account', setup: notAllowed }, async (page, main) => {
    const same = page.getByText('Could not be read for the same reason.');
    await expect.poll(() => same.count()).toBe(3);
    expect(await page.getByRole('alert').count()).toBe(1);
    const reads = () => main.callsOf('cache.read').length;
    const before = reads();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(reads).toBe(2 * before);
  }));

test('an error of a list is as wide as a column, however wide its pane is', () =>
  inWindow(
    { path: '/cloud-servers', width: 1280, height: 800, setup: forbidden('cloudServers.*') },
    async (page) => {
      const alert = page.getByRole('alert').first();
      await alert.waitFor();
      expect((await alert.boundingBox())?.width).toBeLessThan(700);
    },
  ));

test('the line of a subconfig says its protocol', () =>
  inWindow({ path: connectionPage('iPad') }, async (page) => {
    const line = page.getByRole('button', { name: /^Subconfig/ });
    await expect.poll(() => line.textContent()).toMatch(/HTTP|SOCKS5|MTProto/);
  }));

test.each(sampled(['en', 'ru'] as const, 1))(
  'the bar of selected rows is one line at 1,280 px, in %s',
  (language) =>
    inWindow(
      {
        width: 1280,
        height: 800,
        setup: { scale: 2000, settings: { language } },
      },
      async (page) => {
        await page.getByRole('grid').focus();
        await page.keyboard.press('Control+A');
        const buttons = page.getByRole('toolbar').last().getByRole('button');
        await expect.poll(() => buttons.count()).toBeGreaterThan(4);
        const lines = await buttons.evaluateAll((all) =>
          all.map((one) => {
            const { top, height } = one.getBoundingClientRect();
            return Math.round(top + height / 2);
          }),
        );
        expect(new Set(lines).size).toBe(1);
      },
    ),
);

test.each(
  sampled(
    [
      ['en', 'Expired this week', /^Expired \w+ \d+, \d{4} · \d days ago$/],
      ['ru', 'Expired this week', /^Срок истёк \d+ \S+ \d{4} г\. · (\d дн\S+ назад|позавчера)$/],
      ['en', 'Work MacBook', /^Expires \w+ \d+, \d{4} · \d+ (days|months).* left$/],
      ['ru', 'Work MacBook', /^Истекает \d+ \S+ \d{4} г\. · остал(ось|ся) \d+ (д|мес)/],
    ] as const,
    1,
  ),
)('a connection says when it expires as one sentence: %s, %s', (language, title, said) =>
  inWindow({ path: connectionPage(title), setup: { settings: { language } } }, async (page) => {
    const card = page.locator('[data-detail] [data-expires]').first();
    await card.waitFor();
    expect(await card.innerText()).toMatch(said);
  }),
);

test('a renewal has one switch for auto-renewal', () =>
  inWindow({ path: connectionPage('Work MacBook') }, async (page) => {
    await page.getByRole('button', { name: 'Renew…' }).click();
    await page.getByRole('button', { name: /^Renew to / }).waitFor();
    expect(await page.getByRole('switch', { name: 'Auto-renew' }).count()).toBe(1);
  }));

test('the amount of a payment that can still be paid is not struck through', () =>
  inWindow({ path: '/money/history' }, async (page) => {
    const unpaid = page.getByRole('row').filter({ hasText: 'not paid' }).first();
    await unpaid.waitFor();
    const struck = await unpaid
      .locator('*')
      .evaluateAll((all) =>
        all.filter((one) => getComputedStyle(one).textDecorationLine.includes('line-through')),
      );
    expect(struck).toEqual([]);
  }));
