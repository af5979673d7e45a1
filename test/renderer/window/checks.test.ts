import { expect, test } from 'vitest';
import { inWindow } from './in-window.ts';

test('nothing is checked before the user has read what a check contacts; the list can then show only what answers from here, in the order of what works here, which in another network is an older fact', () =>
  inWindow({ setup: { settings: { checksExplained: false } } }, async (page, main) => {
    const shown = page.getByRole('button', { name: 'Check those shown from here' });
    await shown.click();
    const bar = page.getByRole('region', { name: 'Checks from here' });
    await bar.getByText('directly, past the proxy in Settings').waitFor();
    expect(main.callsOf('checks.start')).toEqual([]);
    await page.getByRole('row').first().getByRole('button', { name: 'Copy' }).click();
    const bottom = async () => {
      const { y = 0, height = 0 } = (await page.locator('[data-toast]').boundingBox()) ?? {};
      return y + height;
    };
    const { y: top = 0 } = (await bar.boundingBox()) ?? {};
    await expect.poll(bottom).toBeGreaterThan(0);
    await expect.poll(bottom).toBeLessThanOrEqual(top);
    await bar.getByRole('button', { name: 'Cancel' }).click();
    await bar.waitFor({ state: 'detached' });
    await shown.click();
    await bar.getByRole('button', { name: 'Check from here' }).click();
    const outcome = page
      .locator('[data-toast]')
      .getByText(/^Working from here: \d+, not working: \d+\./);
    await outcome.getByText(/left out: a check of WireGuard/).waitFor();
    await bar.waitFor({ state: 'detached' });
    expect(main.callsOf('checks.start')).toMatchObject([{ interrupting: false }]);
    // The second time nothing is asked.
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await shown.click();
    await outcome.waitFor();
    expect(main.callsOf('checks.start')).toHaveLength(2);

    await page.getByRole('button', { name: /^Works here/ }).click();
    await page.getByRole('button', { name: /^Sort/ }).click();
    await page.getByText('By what works here').click();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.locator('[role=row] [data-check]').allTextContents())
      .toSatisfy((texts: string[]) => texts.length > 3 && texts.every((text) => /ms/.test(text)));

    const works = page.getByRole('button', { name: /^Works here/ });
    await works.click();
    const guest = page.getByRole('row').filter({ hasText: 'Guest' });
    await guest.click();
    const detail = page.getByRole('article');
    await detail.getByText('Answers from here').first().waitFor();
    main.machine.systemNetwork.name = 'in a café';
    main.show();
    await detail.getByText('in another network').waitFor();
    await expect.poll(() => guest.locator('[data-check]').getAttribute('title')).toMatch(/another/);
    await works.waitFor({ state: 'detached' });
    main.machine.systemNetwork.name = 'at home';
    main.show();
    await works.waitFor();
  }));
