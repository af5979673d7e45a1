// @vitest-environment node
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { changesNoticed } from '#test/renderer/scenes/noticed.ts';
import { useWindow } from './in-window.ts';

const inWindow = useWindow();
const path = (page: Page) => page.evaluate(() => location.hash.slice(1));

test('each entry of Culvert’s own leads to the page of what it is about, and is read then', () =>
  inWindow({ path: '/inbox', setup: changesNoticed() }, async (page, main) => {
    const own = page.locator('li').filter({ has: page.locator('[data-own]') });
    const option = `/paid-options/${String(main.account.paid_options[0]?.option_id)}`;
    const phone = `/connections/${main.keyOf('Phone')}`;
    const expected = [
      [/^Phone: .*(back|again)/, phone],
      [/^Белый интернет: .*used up/, option],
      [/^Белый интернет: 95 %/, option],
      [/^Phone: .*down/, phone],
      [/^Белый интернет: 80 %/, option],
      [/Galaxy S24/, '/devices'],
    ] as const;
    await own.first().waitFor();
    const texts = await own.getByRole('link').allInnerTexts();
    expect(texts).toEqual(expected.map(([text]) => expect.stringMatching(text) as string));
    for (const [text, to] of expected) {
      const entry = own.filter({ has: page.getByRole('link', { name: text }) });
      expect(await entry.getByText('Unread').count()).toBe(1);
      await entry.getByRole('link').click();
      await expect.poll(() => path(page)).toBe(to);
      await page.locator('main h1, main h2').first().waitFor();
      await page.goBack();
      await entry.first().waitFor();
      expect(await entry.getByText('Unread').count()).toBe(0);
    }
  }));
