// @vitest-environment node
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { subscriptionPage } from '#test/renderer/scenes/scene.ts';
import type { Setup } from './main-process.ts';
import { useWindow } from './in-window.ts';

const inWindow = useWindow();

/** A build of the service, on a computer with these programs. */
const built = (programs: Readonly<Record<string, string>> = {}): Setup => ({
  machine(machine) {
    machine.subscriptionUrls = {
      service: 'https://api.example.com',
      template: 'https://sub.example.com/s/{key}',
    };
    for (const [scheme, name] of Object.entries(programs)) machine.shell.clients.set(scheme, name);
  },
});
const give = (page: Page) => page.getByRole('button', { name: 'Give to a device' }).click();
const open = (page: Page) => page.getByRole('button', { name: /^Open in / });

test('the page of a subscription copies its URL, which the window does not hold', () =>
  inWindow({ path: subscriptionPage, setup: built() }, async (page, main) => {
    const key = main.account.subscriptions[0]?.subscription_key ?? '';
    await give(page);
    await page.getByRole('button', { name: 'Copy the link' }).click();
    await expect
      .poll(() => main.machine.clipboard.text)
      .toBe(`https://sub.example.com/s/${encodeURIComponent(key)}`);
    await page.getByText('Link of the subscription copied').first().waitFor();
    expect(await page.content()).not.toContain(key);
    expect(await open(page).count()).toBe(0);
  }));

test('its QR code is two presses from the list of subscriptions', () =>
  inWindow({ path: '/subscriptions', setup: built() }, async (page) => {
    await page.getByRole('link', { name: /Семья/ }).click();
    await give(page);
    await page.getByRole('img', { name: /^QR code: Семья/ }).waitFor();
  }));

test('it is opened in each installed client, and the window names neither link nor key', () =>
  inWindow(
    { path: subscriptionPage, setup: built({ happ: 'Happ', karing: 'Karing' }) },
    async (page, main) => {
      await give(page);
      await open(page).first().waitFor();
      expect(await open(page).allTextContents()).toEqual(['Open in Karing', 'Open in Happ']);
      const id = main.account.subscriptions[0]?.id;
      await page.getByRole('button', { name: 'Open in Happ' }).press('Enter');
      await page.getByText('Handed to Happ').first().waitFor();
      expect(main.callsOf('secrets.open')).toEqual([{ of: 'subscription', id, client: 'happ' }]);
      expect(main.machine.shell.opened).toHaveLength(1);
      main.machine.shell.clients.delete('karing');
      await page.getByRole('button', { name: 'Open in Karing' }).click();
      await page.getByText('No program on this computer opens karing:// links.').first().waitFor();
    },
  ));
