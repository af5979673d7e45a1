import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ProbeFault } from '#core/kernel/ports.ts';
import { checkUntilOver } from '#test/renderer/scenes/checks.ts';
import { quickWindow } from '#test/renderer/scenes/scene.ts';
import { inWindow } from './in-window.ts';

const field = (page: Page) => page.getByRole('combobox');
const options = (page: Page) => page.getByRole('option');

/** The title of the selected row. */
const selectedTitle = (page: Page) =>
  page.getByRole('option', { selected: true }).locator('.foreign').textContent();

test('the quick window selects the first row at each opening, wherever the pointer is, and what works is first; while it is open rows keep their places and the selected one stays so', () =>
  inWindow(quickWindow, async (page, main) => {
    const first = await options(page).first().locator('.foreign').textContent();
    await field(page).press('ArrowDown');
    main.send('quick.shown', false);
    main.send('quick.shown', true);
    await expect.poll(() => selectedTitle(page)).toBe(first);
    const box = await options(page).nth(2).boundingBox();
    if (box === null) throw new Error('The third row is not on screen.');
    await page.mouse.move(box.x + 20, box.y + 10);
    expect(await selectedTitle(page)).toBe(first);
    await page.mouse.move(box.x + 24, box.y + 10);
    expect(await options(page).nth(2).getAttribute('aria-selected')).toBe('true');

    const titles = () => options(page).locator('.foreign').allTextContents();
    const before = await titles();
    main.sockets.connect = () => Promise.reject(new ProbeFault('refused'));
    await checkUntilOver(main, ['Phone']);
    await options(page).filter({ hasText: 'Phone' }).getByText('Refused').waitFor();
    expect(await titles()).toEqual(before);
    main.send('quick.shown', false);
    main.send('quick.shown', true);
    await expect.poll(async () => (await titles()).indexOf('Phone')).toBeGreaterThan(3);

    await field(page).fill('o');
    await expect.poll(async () => (await titles()).join()).not.toBe(before.join());
    await options(page).nth(2).waitFor();
    await field(page).press('ArrowDown');
    await field(page).press('ArrowDown');
    const title = await selectedTitle(page);
    main.account.configs.shift();
    await main.refresh();
    await expect.poll(() => selectedTitle(page)).toBe(title);
  }));
