// @vitest-environment node
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newApiKey, purchaseEntry } from '#test/renderer/scenes/entry.ts';
import { shopReads } from '#test/renderer/scenes/shop/read-cache.ts';
import { useWindow } from './in-window.ts';

/** After what a user does with the keyboard, the focus is on the next sensible control. */

const inWindow = useWindow();

/** The name of what has the focus: its label, its text, or its element where it has neither. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    const name = at?.getAttribute('aria-label') ?? at?.textContent.trim() ?? '';
    return at === null || at === document.body ? 'nothing' : name === '' ? at.tagName : name;
  });

/** Presses Enter on a control. */
async function press(control: Locator): Promise<void> {
  await control.focus();
  await control.page().keyboard.press('Enter');
}

const expectFocus = (page: Page, name: string | RegExp) =>
  expect
    .poll(() => focused(page))
    .toMatch(typeof name === 'string' ? new RegExp(`^${name}$`) : name);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const seconds = Math.floor(Date.now() / 1000);

describe('in the list', () => {
  test('clearing the search goes to the search', () =>
    inWindow({}, async (page) => {
      await page.getByRole('searchbox').fill('steam');
      await press(button(page, 'Clear search'));
      await expectFocus(page, /^Search/);
    }));

  test('clearing the search of an empty list goes to the search', () =>
    inWindow({}, async (page) => {
      await page.getByRole('searchbox').fill('no such connection');
      const clear = page.getByRole('button', { name: 'Clear search' }).last();
      await page.getByText('Nothing matches').waitFor();
      await press(clear);
      await expectFocus(page, /^Search/);
    }));

  test('removing a filter goes to the next one, and clearing all to those that stay', () =>
    inWindow({}, async (page) => {
      await button(page, /^Filter/).click();
      for (const name of ['Online', 'Offline']) await page.getByLabel(name).first().check();
      await page.keyboard.press('Escape');
      await press(button(page, 'Remove filter: Online'));
      await expectFocus(page, 'Remove filter: Offline');
      await press(button(page, 'Remove filter: Offline'));
      await expectFocus(page, /^Expiring/);
    }));

  test('clearing the selection goes to the list', () =>
    inWindow({}, async (page) => {
      await page.getByRole('grid').focus();
      await page.keyboard.press('Control+A');
      await press(button(page, 'Clear the selection'));
      await expectFocus(page, 'Connections');
    }));

  test('dismissing a toast goes back to where the focus was', () =>
    inWindow({}, async (page) => {
      await page.getByRole('grid').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await press(page.locator('[data-toast]').getByRole('button', { name: 'Dismiss' }));
      await expectFocus(page, 'Connections');
    }));
});

test('marking a notification as read goes to the next one, and marking all stays where it was pressed', () =>
  inWindow(
    {
      path: '/inbox',
      fake: {
        inbox: {
          unread: 3,
          mayBeMissing: false,
          items: ['One', 'Two', 'Three'].map((content, n) => ({
            id: content,
            content,
            receivedAt: Date.now() - n * 60_000,
            read: false,
          })),
        },
      },
    },
    async (page) => {
      const marks = page.getByRole('button', { name: 'Mark as read', exact: true });
      await press(marks.first());
      await expect.poll(() => marks.count()).toBe(2);
      await expectFocus(page, 'Mark as read');
      await press(button(page, /^Mark all/));
      await expect.poll(() => marks.count()).toBe(0);
      await expectFocus(page, /^Mark all/);
    },
  ));

test('the next page keeps the focus where it is pressed again, also while it is read and at the end', () =>
  inWindow(
    {
      path: '/devices',
      fake: {
        latencies: { 'cache.read': 150 },
        library: {
          'devices.list': {
            total: 45,
            page: 1,
            limit: 20,
            settings: { block_unknown_devices: false, device_limit: 5 },
            devices: [],
          },
          'devices.settings': { block_unknown_devices: false, device_limit: 5 },
        },
      },
    },
    async (page) => {
      const next = button(page, 'Next page');
      await press(next);
      await page.getByText('Page 2').waitFor();
      expect(await focused(page)).toBe('Next page');
      await page.getByText('Page 2 of 3').waitFor();
      await press(next);
      await page.getByText('Page 3 of 3').waitFor();
      await page.keyboard.press('Enter');
      expect(await focused(page)).toBe('Next page');
    },
  ));

describe('of devices', () => {
  const device = (id: number) => ({
    id,
    device_name: `Device ${String(id)}`,
    device_type: 'ios',
    os_version: '18',
    device_model: '',
    is_blocked: false,
    is_fingerprinted: true,
    last_seen_at: seconds,
    created_at: seconds,
  });
  const list = (ids: readonly number[]) => ({
    total: ids.length,
    page: 1,
    limit: 20,
    settings: { block_unknown_devices: false, device_limit: 5 },
    devices: ids.map(device),
  });

  test('a removed one gives the focus to the next', () =>
    inWindow(
      {
        path: '/devices',
        fake: {
          library: { 'devices.list': list([1, 2, 3]), 'devices.settings': list([]).settings },
        },
      },
      async (page) => {
        const second = page.getByRole('listitem', { name: 'Device 2' });
        await press(second.getByRole('button', { name: /^Remove/ }));
        await press(second.getByRole('button', { name: /^Remove/ }).last());
        await page.evaluate(
          (value) => {
            window.fake.emit('cache.changed', {
              id: 'devices.list',
              input: { query: { page: 1, limit: 20 } },
              value,
              fetchedAt: Date.now(),
              stale: false,
              failure: null,
            });
          },
          list([1, 3]),
        );
        await second.waitFor({ state: 'detached' });
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.closest('li')?.ariaLabel))
          .toMatch(/^Device [13]$/);
      },
    ));
});

describe('of API keys', () => {
  const entry = purchaseEntry({
    ...newApiKey,
    input: { body: { name: 'Router' } },
    result: { by: 'answer', resource: 3 },
    balance: null,
    secrets: [{ name: 'api-key', hidden: 37 }],
    unsaved: true,
  });
  const keys = { 'apiKeys.list': [{ id: 1, name: 'Laptop', key_prefix: 'svc_a', created_at: 1 }] };
  const journal = (entries: readonly (typeof entry)[]) => ({
    entries,
    unreadable: [],
    persistent: true,
  });

  test('creating one keeps the focus in its form while it is sent and after it', () =>
    inWindow(
      {
        path: '/account',
        fake: { library: keys, latencies: { 'purchases.submit': 300 }, journal: journal([entry]) },
      },
      async (page) => {
        await page.getByLabel('Name of a new key').fill('Router');
        await press(button(page, 'Create a key'));
        expect(await focused(page)).not.toBe('nothing');
        await page.getByRole('alert').first().waitFor();
        await expectFocus(page, 'Create a key');
      },
    ));

  test('saying that one is saved moves the focus to the keys', () =>
    inWindow(
      { path: '/account', fake: { library: keys, journal: journal([entry]) } },
      async (page) => {
        await press(button(page, 'I have saved it'));
        await page.evaluate((state) => {
          window.fake.emit('purchases.changed', state);
        }, journal([]));
        await page.getByText('I have saved it').waitFor({ state: 'detached' });
        await expect.poll(() => focused(page)).not.toBe('nothing');
        expect(
          await page.evaluate(() => document.activeElement?.closest('section')?.textContent),
        ).toContain('API keys');
      },
    ));
});

describe('the control that had the focus', () => {
  test('hands it on at once when it is removed, also where no frame is drawn', () =>
    inWindow(
      {
        path: '/inbox',
        fake: {
          inbox: {
            unread: 2,
            mayBeMissing: false,
            items: ['One', 'Two'].map((id) => ({ id, content: id, receivedAt: 1, read: false })),
          },
        },
      },
      async (page) => {
        const marks = page.getByRole('button', { name: 'Mark as read', exact: true });
        await page.evaluate(() => {
          window.requestAnimationFrame = () => 0;
        });
        await press(marks.first());
        await expect.poll(() => marks.count()).toBe(1);
        expect(await focused(page)).toBe('Mark as read');
      },
    ));

  test('hands it to the outcome of a purchase, not to a link to another page', () =>
    inWindow(
      {
        path: '/shop/cloud-servers',
        fake: {
          library: shopReads,
          journal: {
            entries: [purchaseEntry({ state: 'waiting' })],
            unreadable: [],
            persistent: true,
          },
        },
      },
      async (page) => {
        await page.locator('[data-place-title]').first().click();
        await press(button(page, /^Rent/));
        await button(page, /^Rent/).waitFor({ state: 'detached' });
        const where = await page.evaluate(() => ({
          lost: document.activeElement === document.body,
          inNavigation: document.activeElement?.closest('nav') !== null,
        }));
        expect(where).toEqual({ lost: false, inNavigation: false });
      },
    ));
});
