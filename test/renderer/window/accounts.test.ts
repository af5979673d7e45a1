import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chooseMore, connectionPage } from '#test/renderer/scenes/scene.ts';
import { switchAccount } from './account.ts';
import { inWindow } from './in-window.ts';
import type { MainProcess } from './main-process.ts';

/** Two accounts whose connections have the same keys: nothing of the one that was left is in the other. */

const firstTitle = 'A title of sixty-four characters, which is the longest one there';

const detailOf = (page: Page) => page.locator('[data-detail]');

/** Opens the other account, and in it the connection with this title. */
async function openInOther(page: Page, main: MainProcess, title: string): Promise<void> {
  await switchAccount(main);
  await main.idle();
  await page.getByRole('row').first().waitFor();
  await page.getByRole('searchbox').fill(title);
  await detailOf(page).getByRole('heading', { name: title }).waitFor();
  await detailOf(page).locator('[data-secret]').first().waitFor();
}

test('what was asked, favoured and checked in the account that was left is not shown in the other one; neither going back nor forward leads to an address of the account that was left', () => {
  const commands = { 'connections.setFavourites': 6000, 'checks.start': 6000 };
  // The first one of the list is current in the other account too.
  const before = async (main: MainProcess) => {
    await main.signIn('https://other.example.com');
    await switchAccount(main);
  };
  const options = { path: connectionPage(firstTitle), setup: { commands, before } };
  return inWindow(options, async (page, main, rested) => {
    await chooseMore(page, '[data-why-open]');
    await page.locator('[data-why-facts]').first().waitFor();
    await detailOf(page)
      .getByRole('button', { name: /favourites$/ })
      .click();
    await detailOf(page).locator('[data-check-one]').click();
    await openInOther(page, main, firstTitle);
    await main.idle();
    expect(await page.locator('[data-why-facts]').count()).toBe(0);
    expect(await page.getByRole('row').locator('[data-favourite]').count()).toBe(0);
    expect(await page.getByText(/not working: |Checked: /).count()).toBe(0);

    const opened = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
    main.send('app.navigate', { path: '/devices' });
    await opened('Devices');
    main.send('app.navigate', { path: '/help' });
    await opened('Help');
    await page.goBack();
    await opened('Devices');
    await switchAccount(main);
    await page.getByRole('row').first().waitFor();
    for (const turn of ['back', 'forward'] as const) {
      await page.evaluate(`history.${turn}()`);
      await rested();
      const row = await page.locator('[role=row][aria-selected=true]').getAttribute('id');
      expect(`#/connections/${row?.replace('row-', '') ?? ''}`).toBe(new URL(page.url()).hash);
    }
    // It goes back to its own pages.
    main.send('app.navigate', { path: '/help' });
    await opened('Help');
    await page.goBack();
    await page.getByRole('row').first().waitFor();
  });
});
