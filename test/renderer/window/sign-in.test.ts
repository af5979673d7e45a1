import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { TransportError } from '#core/kernel/ports.ts';
import { inWindow } from './in-window.ts';
import { sampled } from '#test/simulator/deep.ts';

const signedOut = { setup: { signedOut: true } };
const address = (page: Page) => page.locator('input[name=service]');
const key = (page: Page) => page.locator('input[name=key]');
const button = (page: Page) => page.locator('form button[type=submit]');
const top = async (page: Page) => (await button(page).boundingBox())?.y;

/** The name of the field that has the focus, and what is selected in it. */
const typing = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLInputElement)) return at?.tagName;
    const { name, value, selectionStart: from, selectionEnd: to } = at;
    return `${name}: ${value.slice(from ?? 0, to ?? 0)}`;
  });

test('the first typed text goes into the address, a press of the button to the first field that is not filled in well, and a link to the page where keys are made', () => {
  const keysPage = 'https://example.com/keys';
  const prefill = { service: '', key: '', keysPage };
  return inWindow({ setup: { signedOut: true, prefill } }, async (page, main) => {
    await page.getByRole('button', { name: 'Where to get a key' }).click();
    await expect.poll(() => main.machine.shell.opened).toEqual([keysPage]);
    await address(page).focus();
    await page.keyboard.type('ftp:');
    expect(await address(page).inputValue()).toBe('ftp:');
    await address(page).fill('');
    await button(page).click();
    await expect.poll(() => typing(page)).toBe('service: ');
    await address(page).fill('api.example.com');
    await key(page).fill('svc_short');
    await button(page).click();
    await expect.poll(() => typing(page)).toBe('key: ');
    await page.getByLabel('Language').selectOption('Русский');
    await page.getByRole('heading', { name: 'Вход в сервис' }).waitFor();
    await page.getByLabel('Тема').selectOption('Тёмная');
    await expect.poll(() => page.locator('html').getAttribute('class')).toContain('dark');
  });
});

test.each(sampled(['en', 'ru'] as const, 1))(
  'no failure moves the button that was pressed, in %s',
  (language) =>
    inWindow({ setup: { signedOut: true, settings: { language } } }, async (page, main) => {
      const before = await top(page);
      await address(page).fill('ftp://example.com');
      await button(page).click();
      await page.locator('[aria-invalid=true]').nth(1).waitFor();
      expect(await top(page)).toBe(before);
      await key(page).fill('svc_short');
      await button(page).click();
      await page.locator('[aria-invalid=true]').nth(1).waitFor();
      expect(await top(page)).toBe(before);
      main.unreachable = new TransportError('dns', false);
      await address(page).fill('api.example.com');
      await key(page).fill(main.key);
      await button(page).click();
      await page.getByRole('alert').waitFor();
      expect(await top(page)).toBe(before);
      await page.locator('summary').click();
      expect(await top(page)).toBe(before);
    }),
);

test('Enter leads from the address to the key, and in; there typing searches, and the status of that page says how to come back', () =>
  inWindow(signedOut, async (page, main) => {
    await address(page).fill('api.example.com');
    await page.keyboard.press('Enter');
    await expect.poll(() => typing(page)).toBe('key: ');
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
    await page.keyboard.insertText(main.key);
    await page.keyboard.press('Enter');
    await page.getByRole('row').first().waitFor();
    const focused = page.locator('main:focus');
    expect(await focused.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('none');
    await page.keyboard.type('steam');
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('steam');
    const status = page.getByRole('region', { name: 'Status' });
    await status.getByText('To come back').waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await status.waitFor({ state: 'detached' });
  }));
