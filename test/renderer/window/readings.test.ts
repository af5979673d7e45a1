import { expect, test } from 'vitest';
import { readings, usualReadings, type Readings } from '#service/readings.ts';
import { unfold } from '#test/renderer/scenes/scene.ts';
import { sampled } from '#test/simulator/deep.ts';
import { inWindow } from './in-window.ts';
import type { Setup } from './main-process.ts';

/** Each reading of the specification that is not the usual one, and all of them at once. */
const others = Object.entries(readings).flatMap(([name, [, ...values]]) =>
  values.map((value): Partial<Readings> => ({ [name]: value })),
);
const allAtOnce = Object.assign({}, ...others) as Partial<Readings>;
const cases = sampled([usualReadings, ...others, allAtOnce], 1);

test.each(cases.map((chosen) => [JSON.stringify(chosen), chosen] as const))(
  'the main job succeeds where the service reads the specification as %s',
  (_, chosen) => {
    const setup: Setup = {
      readings: chosen,
      service: (control) => {
        control.setBalance({ balance: 5000 });
      },
    };
    return inWindow({ setup }, async (page, main) => {
      const account = () => main.service.account();
      const go = (path: string) =>
        page.evaluate(`void (location.hash = ${JSON.stringify(`#${path}`)})`);
      const article = page.getByRole('article', { name: 'Connection' });
      const copied = () => main.machine.clipboard.text;

      // Found by typing, and copied as the service gave it.
      await page.keyboard.press('/');
      await page.keyboard.type('steam');
      await expect.poll(() => page.locator('[role=row] [data-title]').count()).toBe(1);
      await page.keyboard.press('Enter');
      const steam = account().configs.find(({ title }) => title === 'Steam Deck');
      await expect.poll(copied).toBe(steam?.connection_url);

      // A flag that nobody can read is switched off.
      const config = account().configs.find(
        ({ options, flags }) => options['use_warp'] === true && flags.length === 0,
      );
      await go(`/connections/config:${String(config?.id)}`);
      await unfold(page, 'article [data-change]');
      await article.getByRole('button', { name: /^Location, protocol/, expanded: false }).click();
      await unfold(page, 'article [data-flags]');
      const warp = article.getByRole('checkbox', { name: 'Through WARP' });
      expect(await warp.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
      await warp.click();
      await warp.click();
      expect(await warp.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(false);
      await article.getByRole('button', { name: 'Change the settings' }).click();
      await expect.poll(() => config?.options).not.toHaveProperty('use_warp');
      expect(config?.options).toHaveProperty('use_extended_settings');

      // Another protocol takes the extended settings along.
      const [server] = account().cloud_servers;
      const family = server?.configs.find(({ title }) => title === 'Вся семья');
      await go(`/cloud-servers/${String(server?.id)}`);
      const item = page.getByRole('listitem', { name: 'Вся семья', exact: true });
      await item.getByRole('button', { name: /^More: / }).click();
      await page.getByRole('menuitem', { name: 'Change protocol' }).click();
      await item.getByText('Trojan', { exact: true }).click();
      await item.getByRole('button', { name: 'Change to Trojan' }).click();
      await expect.poll(() => family?.protocol).toBe('trojan');
      expect(family?.options).toEqual({});

      // A proxy is copied as the service gave it.
      const proxy = server?.proxies.find(({ protocol }) => protocol === 'mtproto');
      await go(`/connections/proxy:${String(server?.id)}:${String(proxy?.id)}`);
      const isLiteral = chosen['mtproto-proxies'] === 'literal';
      const copies = isLiteral
        ? ([
            ['Copy address', /^mtproto:ee[\da-f]+@/],
            ['Copy tg:// URL', /^tg:\/\/proxy\?server=.+&port=443&secret=ee/],
          ] as const)
        : ([['Copy URL', /^tg:\/\/proxy\?/]] as const);
      for (const [name, text] of copies) {
        await article.locator('[data-forms]').click();
        await page.getByRole('menuitem', { name }).click();
        await expect.poll(copied).toMatch(text);
      }

      // A product is bought for what the service says, and what was charged is what was said.
      const before = account().balance;
      await go('/shop/paid-options');
      await page.locator('nav a[href$="option=2"]').click();
      await page.locator('form button[type=submit]').click();
      await expect
        .poll(() => account().paid_options.some(({ option_id }) => option_id === 2))
        .toBe(true);
      await page.locator('[data-entry=done]').waitFor();
      const charged = before - account().balance;
      expect(charged).toBeGreaterThan(0);
      const amount = new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(charged);
      await page.getByText(`${amount} ₽`).first().waitFor();
    });
  },
);
