// @vitest-environment node
import { expect, test } from 'vitest';
import { useWindow } from './in-window.ts';

const inWindow = useWindow();

test('the page does not say that the balance is enough if configurations were never read', () =>
  inWindow({ path: '/money', setup: { faults: ['configs.list:403'] } }, async (page, main) => {
    await page.getByText('Some of what you have could not be read').waitFor();
    await page.getByText('Not allowed for this key').first().waitFor();
    await page.getByText('It is not known whether the balance is enough').waitFor();
    expect(await page.getByText('VPN configuration', { exact: true }).count()).toBe(0);
    expect(await page.getByText('Not allowed for this key').count()).toBe(1);
    main.service.setFaults([]);
    await page.locator('main').getByRole('button', { name: 'Try again' }).click();
    await expect
      .poll(async () => {
        await main.advance(2000);
        return page.getByText('Some of what you have could not be read').count();
      })
      .toBe(0);
    await page.getByText('VPN configuration', { exact: true }).first().waitFor();
  }));

test('draws the balance with what one top-up can add, where more is missing', () =>
  inWindow(
    {
      path: '/money',
      setup: {
        service: (control) => {
          const account = control.account();
          const servers = account.cloud_servers.slice(0, 1);
          const [server] = servers;
          if (server) servers.push({ ...server, id: server.id + 1000 });
          servers.forEach((each, n) => {
            Object.assign(each, {
              expires_at: control.now() + (n + 5) * 86_400,
              auto_renewal: true,
              auto_renewal_days: 365,
            });
          });
          const nothing = { configs: [], paid_options: [], pricing_rules: [], balance: 0 };
          Object.assign(account, { ...nothing, cloud_servers: servers });
        },
      },
    },
    async (page) => {
      await page.getByRole('link', { name: 'Top up 15,000' }).waitFor();
      const due = page.locator('dd').first();
      const each = Number((await due.innerText()).replaceAll(/\D/g, '')) / 2;
      expect(each).toBeGreaterThan(7500);
      const left = new Intl.NumberFormat('en').format(15_000 - each);
      await page.getByText(`With the top-up ${left}`).waitFor();
    },
  ));
