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
