// @vitest-environment node
import { expect, test } from 'vitest';
import { buy } from '#test/renderer/scenes/purchases-made.ts';
import type { MainProcess } from './main-process.ts';
import { useWindow } from './in-window.ts';
import { withBalance } from './account.ts';
import { sampled } from '#test/simulator/deep.ts';

const inWindow = useWindow();
const path = '/money/history?show=purchases';
const buyKey = (main: MainProcess) => buy(main, 'configs.create', { as_key: true });

test('a secret that was neither shown nor copied is given up by no single press', () =>
  inWindow({ path, setup: { before: buyKey } }, async (page, main) => {
    const { consentDialog } = main.machine;
    consentDialog.agrees = false;
    consentDialog.questions.length = 0;
    const saved = page.getByRole('button', { name: 'I have saved it' });
    const copy = page.getByRole('button', { name: 'Copy', exact: true });
    const colourOf = (button: typeof saved) =>
      button.evaluate((one) => getComputedStyle(one).backgroundColor);
    expect(await colourOf(copy)).not.toBe(await colourOf(saved));
    await saved.click();
    await expect.poll(() => consentDialog.questions).toHaveLength(1);
    expect(await saved.count()).toBe(1);
    await copy.click();
    await expect.poll(() => main.machine.clipboard.text).not.toBe('');
    await saved.click();
    await saved.waitFor({ state: 'detached' });
    expect(consentDialog.questions).toHaveLength(1);
  }));

test('a bought configuration goes by the title that it has now, and without one by what it is', () =>
  inWindow(
    {
      path,
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
      expect(await lines.last().textContent()).toMatch(/^Purchase of a configuration · .*For Anna/);
      expect(await lines.first().textContent()).toMatch(
        /^Purchase of a configuration · .*Trojan, /,
      );
    },
  ));

test.each(
  sampled(
    [
      ['configs', 940, 600],
      ['cloud-servers', 940, 600],
    ] as const,
    1,
  ),
)(
  'in the shop for %s at %i by %i the price and the button stay in view',
  (product, width, height) =>
    inWindow({ path: `/shop/${product}`, width, height }, async (page) => {
      const buy = page.getByRole('button', { name: /30 days · / });
      await buy.waitFor();
      const box = await buy.boundingBox();
      const y = box?.y ?? 1000;
      expect(y + (box?.height ?? 0)).toBeLessThanOrEqual(height);
      // Before anything is chosen every price is in view.
      const price = await page
        .getByRole('radio', { name: /^365 days/ })
        .locator('..')
        .boundingBox();
      expect((price?.y ?? 1000) + (price?.height ?? 0)).toBeLessThanOrEqual(y);
    }),
);

test('in a low window nothing lies over the prices of a cloud server, in Russian too', () => {
  const window = { width: 640, height: 400, setup: { settings: { language: 'ru' } } } as const;
  return inWindow({ ...window, path: '/shop/cloud-servers' }, async (page) => {
    const year = page.getByRole('radio', { name: /^365 / });
    await year.waitFor({ state: 'attached' });
    const uncovered = await year.locator('..').evaluate((price) => {
      price.scrollIntoView({ block: 'nearest' });
      const { left, bottom } = price.getBoundingClientRect();
      return price.contains(document.elementFromPoint(left + 8, bottom - 4));
    });
    expect(uncovered).toBe(true);
  });
});

test('a renewal form comes into view with the button that ends it', () =>
  inWindow(
    {
      path: (main) => `/connections/${main.keyOf('Phone')}`,
      height: 560,
      setup: withBalance(1000),
    },
    async (page) => {
      await page.getByRole('button', { name: 'Renew…' }).press('Enter');
      const end = page.getByRole('button', { name: /^Renew to/ });
      await expect
        .poll(async () => {
          const box = await end.boundingBox();
          return box !== null && box.y + box.height <= 560;
        })
        .toBe(true);
    },
  ));

test('the other protocols come into view where they open', () =>
  inWindow({ path: '/shop/configs', width: 940, height: 560 }, async (page) => {
    const more = page.getByRole('button', { name: 'Another…' });
    await more.evaluate((button) => {
      button.scrollIntoView({ block: 'end' });
    });
    await more.click();
    const last = page.getByRole('radiogroup', { name: 'Protocol' }).getByRole('radio').last();
    const isSeen = () =>
      last.evaluate((radio) => {
        const { left, top, width, height } = (
          radio.closest('label') ?? radio
        ).getBoundingClientRect();
        const over = document.elementFromPoint(left + width / 2, top + height / 2);
        return over?.closest('[role=radiogroup]') === radio.closest('[role=radiogroup]');
      });
    await expect.poll(isSeen).toBe(true);
  }));
