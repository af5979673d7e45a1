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
const heading = (page: Page) => page.getByRole('heading', { name: 'Add to an app' });
const secret = (page: Page) => page.getByRole('group', { name: 'URL of the subscription' });
const open = (page: Page) => page.getByRole('button', { name: /^Open in / });

test('the page of a subscription copies its URL, which the window does not hold', () =>
  inWindow({ path: subscriptionPage, setup: built() }, async (page, main) => {
    const key = main.account.subscriptions[0]?.subscription_key ?? '';
    await secret(page).getByRole('button', { name: 'Copy' }).click();
    await expect
      .poll(() => main.machine.clipboard.text)
      .toBe(`https://sub.example.com/s/${encodeURIComponent(key)}`);
    await page.getByText('URL of the subscription copied').first().waitFor();
    expect(await page.content()).not.toContain(key);
    expect(await open(page).count()).toBe(0);
  }));

test('it shows the URL until it is hidden, and as a QR code', () =>
  inWindow({ path: subscriptionPage, setup: built() }, async (page, main) => {
    const key = main.account.subscriptions[0]?.subscription_key ?? '';
    const eye = secret(page).locator('[data-reveal]');
    await eye.press('Enter');
    await secret(page).getByText(encodeURIComponent(key)).waitFor();
    await eye.press('Enter');
    await expect.poll(() => page.content()).not.toContain(encodeURIComponent(key));
    await secret(page).getByRole('button', { name: 'QR code' }).click();
    await page.getByRole('img', { name: 'QR code: URL of the subscription' }).waitFor();
  }));

test('it is opened in each installed client, and the window names neither link nor key', () =>
  inWindow(
    { path: subscriptionPage, setup: built({ happ: 'Happ', karing: 'Karing' }) },
    async (page, main) => {
      await open(page).first().waitFor();
      expect(await open(page).allTextContents()).toEqual(['Open in Karing', 'Open in Happ']);
      const id = main.account.subscriptions[0]?.id;
      await page.getByRole('button', { name: 'Open in Happ' }).press('Enter');
      await page.getByText('Handed to Happ').first().waitFor();
      expect(main.callsOf('subscriptions.open')).toEqual([{ id, client: 'happ' }]);
      expect(main.machine.shell.opened).toHaveLength(1);
      main.machine.shell.clients.delete('karing');
      await page.getByRole('button', { name: 'Open in Karing' }).click();
      await page.getByText('No installed program takes such links.').first().waitFor();
    },
  ));

test('a build that does not know the URL shows nothing of it', () =>
  inWindow({ path: subscriptionPage }, async (page, main) => {
    await page.getByRole('group', { name: 'Key of the subscription' }).waitFor();
    await expect.poll(() => main.callsOf('subscriptions.url').length).toBe(1);
    await main.idle();
    expect(await heading(page).count()).toBe(0);
  }));
