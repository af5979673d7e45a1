// @vitest-environment node
import { expect, test } from 'vitest';
import { useWindow } from './in-window.ts';

/** Pages with far more on them than a user has. */

const inWindow = useWindow();

test('an inbox of 1,000 messages is shown whole, and all of it is marked at once', () =>
  inWindow(
    {
      path: '/inbox',
      setup: {
        service: (control) => {
          control.account().notifications = [];
          for (let n = 0; n < 1000; n += 1) control.notify(`Message ${String(n)}`);
        },
      },
    },
    async (page, main) => {
      await page.getByText('1,000 unread').waitFor();
      expect(await page.locator('main li').count()).toBe(1000);
      const oldest = page.getByText('Message 999', { exact: true });
      await oldest.scrollIntoViewIfNeeded();
      // The day stays above the times of its messages.
      const [day, message] = [page.locator('main section h2').last(), oldest];
      const top = (await day.boundingBox())?.y ?? 0;
      expect(top).toBeGreaterThan(0);
      expect(top).toBeLessThan((await message.boundingBox())?.y ?? 0);
      await page.getByRole('button', { name: /^Mark all/ }).click();
      await expect.poll(() => main.callsOf('inbox.markRead')).toHaveLength(1);
      const [marked] = main.callsOf('inbox.markRead');
      expect((marked as { ids: string[] }).ids).toHaveLength(1000);
    },
  ));

test('an inbox that is read the first time does not say that it is empty', () =>
  inWindow({ path: '/inbox', setup: { unread: 'unanswered' } }, async (page) => {
    await page.getByRole('region', { name: 'Inbox' }).getByRole('status').first().waitFor();
    expect(await page.getByText('No messages yet').count()).toBe(0);
  }));

test('5,000 devices are shown page by page', () =>
  inWindow(
    {
      path: '/devices',
      setup: {
        service: (control) => {
          control.account().devices = Array.from({ length: 5000 }, (_, id) => ({
            id,
            device_name: `Device ${String(id)}`,
            device_type: 'ios',
            os_version: '18',
            is_blocked: false,
            is_fingerprinted: true,
            last_seen_at: control.now(),
          }));
        },
      },
    },
    async (page, main) => {
      await page.getByText('5,000 devices').waitFor();
      await page.getByText('Page 1 of 50').waitFor();
      expect(await page.getByRole('listitem', { name: /^Device/ }).count()).toBe(100);
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.getByText('Page 2 of 50').waitFor();
      expect(main.callsOf('cache.read')).toContainEqual({
        id: 'devices.list',
        input: { query: { page: 2, limit: 100 } },
      });
    },
  ));
