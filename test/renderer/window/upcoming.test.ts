// @vitest-environment node
import { expect, test } from 'vitest';
import { useWindow } from './in-window.ts';

const inWindow = useWindow();

test('the page does not say that the balance is enough if configurations were never read', () =>
  inWindow({ path: '/money', setup: { faults: ['configs.list:403'] } }, async (page, main) => {
    await page.getByText('What could not be read is missing here').waitFor();
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
