import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { protocolName } from '#contract/protocol-names.ts';
import { connectionPage } from '#test/renderer/scenes/scene.ts';
import { useWindow } from './in-window.ts';
import type { MainProcess } from './main-process.ts';

const inWindow = useWindow();

const repair = (page: Page) => page.locator('[data-repair]');
const makeWork = (page: Page) =>
  page.locator('article').getByRole('button', { name: 'Make it work' });

/** The changes that main asked about in its own dialog. */
const asked = (main: MainProcess) =>
  main.machine.consentDialog.questions.filter(({ kind }) => kind === 'repair');

/** Time passes until something is on the page. */
async function eventually(main: MainProcess, page: Page, text: RegExp): Promise<void> {
  await expect
    .poll(async () => {
      await main.advance(1000);
      return repair(page).textContent();
    })
    .toMatch(text);
}

test('a connection that fails from here is changed to what works, and copied, by the keyboard alone', () =>
  inWindow({ path: connectionPage('Phone') }, async (page, main) => {
    await page.locator('[data-check-one]').press('Enter');
    await makeWork(page).press('Enter');
    const first = repair(page).getByRole('listitem').first();
    await first.waitFor();
    const [protocol = ''] = (await first.innerText()).split('\n');
    expect(asked(main)).toEqual([]);
    await repair(page).getByRole('button', { name: 'Change it' }).press('Enter');
    await eventually(main, page, /Changed, and it answers from here\./);
    expect(asked(main)).toMatchObject([{ subject: 'Phone' }]);
    const phone = main.account.configs.find(({ title }) => title === 'Phone');
    expect(protocol).toContain(protocolName(phone?.protocol ?? ''));
    await expect.poll(() => main.machine.clipboard.text).toBe(phone?.connection_url);
  }));
