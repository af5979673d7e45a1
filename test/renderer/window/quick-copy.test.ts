// @vitest-environment node
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { quickWindow } from '#test/renderer/scenes/scene.ts';
import { calls, useWindow } from './in-window.ts';

const inWindow = useWindow();
const field = (page: Page) => page.getByRole('combobox');
const options = (page: Page) => page.getByRole('option');

test('Enter copies what was typed, never a row of an earlier search', () =>
  inWindow({ ...quickWindow, fake: { latencies: { 'quick.find': 400 } } }, async (page) => {
    await options(page).first().waitFor();
    await field(page).pressSequentially('Phone');
    await field(page).press('Enter');
    await expect.poll(() => calls(page, 'quick.copy')).toHaveLength(1);
    const [copied] = (await calls(page, 'quick.copy')) as { key: string }[];
    const phone = await page.evaluate(
      () => window.fake.all().find(({ title }) => title === 'Phone')?.key,
    );
    expect(copied?.key).toBe(phone);
    // Copied: it begins anew, and main has hidden it.
    await expect.poll(() => field(page).inputValue()).toBe('');
  }));

test('Enter does nothing where nothing matches what was typed', () =>
  inWindow({ ...quickWindow, fake: { latencies: { 'quick.find': 400 } } }, async (page) => {
    await options(page).first().waitFor();
    await field(page).fill('zzzz');
    await field(page).press('Enter');
    await page.getByText('Nothing matches').waitFor();
    expect(await calls(page, 'quick.copy')).toEqual([]);
  }));

test('arrows choose, Tab shows the forms, and Escape goes back step by step', () =>
  inWindow(quickWindow, async (page) => {
    await options(page).first().waitFor();
    await field(page).press('ArrowDown');
    expect(await options(page).nth(1).getAttribute('aria-selected')).toBe('true');
    await field(page).press('ArrowRight');
    await page.getByRole('listbox', { name: /^Forms of/ }).waitFor();
    await field(page).press('Enter');
    await expect.poll(() => calls(page, 'quick.copy')).toHaveLength(1);
    await options(page).first().waitFor();
    await field(page).press('Tab');
    await page.getByRole('option', { name: /QR/ }).first().click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await field(page).press('Escape');
    await page.getByRole('listbox', { name: /^Forms of/ }).waitFor();
    await field(page).press('Escape');
    await page.getByRole('listbox', { name: 'Connections' }).waitFor();
    expect(await calls(page, 'quick.hide')).toEqual([]);
    await field(page).press('Escape');
    await expect.poll(() => calls(page, 'quick.hide')).toHaveLength(1);
  }));

test('a QR code that the window has no room for is not cut; it is shown in Culvert', () =>
  inWindow({ ...quickWindow, fake: { qrText: 'x'.repeat(2600) } }, async (page) => {
    await options(page).first().waitFor();
    await field(page).press('Tab');
    await page.getByRole('option', { name: /QR/ }).first().click();
    await page.getByText('This code needs more room').waitFor();
    expect(await page.getByRole('img', { name: /QR code/ }).count()).toBe(0);
    expect(await page.locator('[data-hints]').textContent()).toMatch(/opens in Culvert/);
    await field(page).press('Control+Enter');
    await expect.poll(() => calls(page, 'quick.open')).toHaveLength(1);
  }));

test('where commands were left out Enter closes, as its hint says, until another row is chosen', () =>
  inWindow({ ...quickWindow, fake: { commands: ['PostUp = true'] } }, async (page) => {
    const hint = page.locator('[data-hints]');
    await options(page).first().waitFor();
    expect(await hint.textContent()).toMatch(/^Enter copies/);
    await field(page).press('Enter');
    await page.getByText('Copied without the commands').waitFor();
    expect(await hint.textContent()).toMatch(/^Enter closes/);
    expect(await calls(page, 'quick.hide')).toEqual([]);

    await field(page).press('ArrowDown');
    await expect.poll(() => hint.textContent()).toMatch(/^Enter copies/);
    await field(page).press('Enter');
    await expect.poll(() => calls(page, 'quick.copy')).toHaveLength(2);
    await page.getByText('Copied without the commands').waitFor();

    await field(page).press('Enter');
    await expect.poll(() => calls(page, 'quick.hide')).toHaveLength(1);
    expect(await calls(page, 'quick.copy')).toHaveLength(2);
  }));

/** The title of the selected row. */
const selectedTitle = (page: Page) =>
  page.getByRole('option', { selected: true }).locator('.foreign').textContent();

/** Puts a favourite before all other rows, as main does with what was copied last. */
async function addFirstRow(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.fake.change((all) => {
      const [like] = all;
      if (like === undefined) return all;
      return [{ ...like, key: 'config:9001', title: '00 first', favourite: true }, ...all];
    });
  });
}

test('the quick window selects the first row when another row takes the first place', () =>
  inWindow(quickWindow, async (page) => {
    await options(page).first().waitFor();
    await addFirstRow(page);
    await page.getByText('00 first').waitFor();
    expect(await selectedTitle(page)).toBe('00 first');
  }));

test('the quick window selects the first row at each opening, wherever the pointer is', () =>
  inWindow(quickWindow, async (page) => {
    const first = await options(page).first().locator('.foreign').textContent();
    await field(page).press('ArrowDown');
    await page.evaluate(() => {
      window.fake.emit('quick.shown', false);
      window.fake.emit('quick.shown', true);
    });
    await expect.poll(() => selectedTitle(page)).toBe(first);
    const box = await options(page).nth(2).boundingBox();
    if (box === null) throw new Error('The third row is not on screen.');
    await page.mouse.move(box.x + 20, box.y + 10);
    expect(await selectedTitle(page)).toBe(first);
    await page.mouse.move(box.x + 24, box.y + 10);
    expect(await options(page).nth(2).getAttribute('aria-selected')).toBe('true');
  }));

test('Enter copies the row that is highlighted while newer rows are on their way', () =>
  inWindow({ ...quickWindow, fake: { latencies: { 'quick.find': 400 } } }, async (page) => {
    const shown = await selectedTitle(page);
    await addFirstRow(page);
    await field(page).press('Enter');
    await expect.poll(() => calls(page, 'quick.copy')).toHaveLength(1);
    const [copied] = (await calls(page, 'quick.copy')) as { key: string }[];
    const title = await page.evaluate(
      (key) => window.fake.all().find((row) => row.key === key)?.title,
      copied?.key,
    );
    expect(title).toBe(shown);
  }));

test('Enter copies nothing before a row is on screen, unless something was typed', () =>
  inWindow({ ...quickWindow, fake: { latencies: { 'quick.find': 400 } } }, async (page) => {
    await field(page).fill('zzzz');
    await page.getByText('Nothing matches').waitFor();
    await field(page).fill('');
    await field(page).press('Enter');
    await options(page).first().waitFor();
    expect(await calls(page, 'quick.copy')).toEqual([]);
  }));

test('the current connection stays the current one while the list changes behind', () =>
  inWindow(quickWindow, async (page) => {
    await options(page).first().waitFor();
    await field(page).fill('o');
    await options(page).nth(2).waitFor();
    await field(page).press('ArrowDown');
    await field(page).press('ArrowDown');
    const selected = page.getByRole('option', { selected: true });
    const title = await selected.locator('.foreign').textContent();
    await page.evaluate(() => {
      window.fake.change((all) => all.slice(1));
    });
    await expect.poll(() => selected.locator('.foreign').textContent()).toBe(title);
  }));

test('the keys of the shortcut are chosen by pressing them', () =>
  inWindow({ path: '/settings' }, async (page) => {
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.keyboard.press('Control+C');
    await page.getByRole('alert').waitFor();
    await page.keyboard.press('Control+Alt+KeyK');
    await expect.poll(() => calls(page, 'settings.set')).toEqual([{ quickKeys: 'Control+Alt+K' }]);
    expect(await calls(page, 'quick.choosing')).toEqual([{ choosing: true }, { choosing: false }]);
  }));
