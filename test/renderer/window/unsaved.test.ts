import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chooseMore, connectionPage, unfold } from '#test/renderer/scenes/scene.ts';
import { sharedWindow } from './in-window.ts';
import type { MainProcess } from './main-process.ts';
import { sampled } from '#test/simulator/deep.ts';

const inShared = sharedWindow();

const question = (page: Page) => page.getByRole('dialog', { name: 'Unsaved changes' });
const answer = (page: Page, name: string) =>
  question(page).getByRole('button', { name, exact: true }).click();
const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const subscription = (main: MainProcess) =>
  `/subscriptions/${String(main.account.subscriptions[0]?.id)}`;
const itemsOf = (main: MainProcess) => main.account.subscriptions[0]?.items.length ?? 0;

/** Opens what can be changed of a connection, unless it is open. */
async function unfoldChange(page: Page): Promise<void> {
  const change = page.locator('[data-change]');
  await change.waitFor();
  if ((await change.getAttribute('open')) === null) await unfold(page, '[data-change]');
}

/** Takes what no longer works out of the subscription that is open. */
async function editBundle(page: Page): Promise<void> {
  await button(page, 'Edit').click();
  await button(page, /no longer work/).click();
}

/** Another device of the user changes a configuration. */
async function changeConfig(main: MainProcess, of: string, change: object): Promise<void> {
  Object.assign(main.account.configs.find(({ title }) => title === of) ?? {}, change);
  await main.refresh();
}

describe('leaving a form with unsaved changes', () => {
  test('asks, stays where the user wants to, discards them where the user says so, and saves them first', () =>
    inShared({ path: subscription }, async (page, main) => {
      const items = itemsOf(main);
      await editBundle(page);
      const before = page.url();
      await link(page, 'Money').click();
      await answer(page, 'Keep editing');
      expect(page.url()).toBe(before);
      await page.locator('[data-bundle-editor]').waitFor();
      await link(page, 'Money').click();
      await answer(page, 'Discard');
      await page.getByRole('heading', { name: 'Money' }).waitFor();
      expect(itemsOf(main)).toBe(items);
      main.send('app.navigate', { path: subscription(main) });
      await editBundle(page);
      await link(page, 'Money').click();
      await answer(page, 'Save');
      await page.getByRole('heading', { name: 'Money' }).waitFor();
      expect(itemsOf(main)).toBeLessThan(items);
    }));

  test.each(
    sampled(
      [
        ['a title', connectionPage('Phone'), '[data-rename]', 'Title'],
        ['a note', connectionPage('Phone'), '[data-note-open]', 'Note'],
        ['the limit of devices', '/devices', null, 'Device limit'],
        ['a new subscription', '/subscriptions/new', null, 'Title'],
        ['the amount of a withdrawal', '/referral', null, 'Amount'],
      ] as const,
      1,
    ),
  )('asks for %s', (_, path, opener, field) =>
    inShared({ path }, async (page) => {
      if (opener !== null) await chooseMore(page, opener);
      await page.getByRole('textbox', { name: field, exact: true }).first().fill('7');
      await link(page, 'Settings').click();
      await answer(page, 'Discard');
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    }),
  );

  test('asks before Escape closes it, unless nothing was changed, and before another connection takes its place, which a search alone does not; a form in which nothing was typed takes over a title that another device gives meanwhile, and where that moves the configuration', () =>
    inShared({ path: connectionPage('Phone') }, async (page, main) => {
      await unfoldChange(page);
      await button(page, /^Xray/).click();
      const text = page.getByRole('textbox', { name: 'Xray settings' });
      await text.press('Escape');
      await text.waitFor({ state: 'detached' });
      await button(page, /^Xray/).click();
      await text.fill('{}');
      await text.press('Escape');
      await question(page).waitFor();
      await page.keyboard.press('Escape');
      await question(page).waitFor({ state: 'detached' });
      expect(await text.inputValue()).toBe('{}');
      await page.getByRole('searchbox').first().fill('Steam');
      const row = page.getByRole('row').filter({ hasText: 'Steam Deck' });
      await row.waitFor();
      expect(await question(page).count()).toBe(0);
      await row.click();
      await answer(page, 'Keep editing');
      const heading = page.locator('[data-detail] h2').first();
      expect(await heading.textContent()).toBe('Phone');
      await row.click();
      await answer(page, 'Discard');
      await expect.poll(() => heading.textContent()).toBe('Steam Deck');

      main.send('app.navigate', { path: connectionPage('Phone')(main) });
      await expect.poll(() => heading.textContent()).toBe('Phone');
      await chooseMore(page, '[data-rename]');
      const field = page.getByRole('textbox', { name: 'Title' });
      await field.waitFor();
      await changeConfig(main, 'Phone', { title: 'Telephone' });
      await expect.poll(() => field.inputValue()).toBe('Telephone');
      await field.press('Enter');
      await field.waitFor({ state: 'detached' });
      expect(main.callsOf('connections.setTitle')).toEqual([]);
      await unfoldChange(page);
      await button(page, /^Location, protocol/).click();
      const change = button(page, 'Change the settings');
      await change.waitFor();
      const other = main.account.configs.find(({ title: each }) => each === 'Travel');
      const { location_id, server_id } = other ?? {};
      await changeConfig(main, 'Telephone', { location_id, server_id });
      await page.getByRole('button', { name: /^Location, protocol.*Emirates/ }).waitFor();
      expect(await change.getAttribute('aria-disabled')).toBe('true');
    }));
});

test('a limit of devices that is saved and not read back yet is not asked about', () =>
  inShared({ path: '/devices' }, async (page, main) => {
    const input = page.getByRole('textbox', { name: 'Device limit', exact: true });
    await input.fill('7');
    main.service.setFaults(['devices.settings:503']);
    await input.press('Enter');
    await main.idle();
    await link(page, 'Settings').click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  }));
