// @vitest-environment node
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { protocolName } from '#contract/protocol-names.ts';
import { TransportError } from '#core/kernel/ports.ts';
import { cutEverything } from '#test/renderer/scenes/checks.ts';
import { connectionPage } from '#test/renderer/scenes/scene.ts';
import { sampled } from '#test/simulator/deep.ts';
import { useWindow } from './in-window.ts';
import type { MainProcess } from './main-process.ts';

const inWindow = useWindow();

const repair = (page: Page) => page.locator('[data-repair]');
const makeWork = (page: Page) =>
  page.locator('article').getByRole('button', { name: 'Make it work' });

/** The page of a connection that fails from here. */
const onPhone = (act: (page: Page, main: MainProcess) => Promise<void>) =>
  inWindow({ path: connectionPage('Phone') }, async (page, main) => {
    await page.locator('[data-check-one]').press('Enter');
    await act(page, main);
  });

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
  onPhone(async (page, main) => {
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

test('the filled button is what helps also under the pointer that has just used it, or what lay above it', () =>
  inWindow(
    { path: connectionPage('Phone'), setup: { settings: { checksExplained: false } } },
    async (page) => {
      await page.locator('[data-check-one]').click();
      await page.locator('article form [type=submit]').click();
      await makeWork(page).click();
      await repair(page).getByRole('button', { name: 'Change it' }).waitFor();
      await makeWork(page).waitFor({ state: 'detached' });
    },
  ));

test('what does not answer after it was changed either is said, and can be put back', () =>
  onPhone(async (page, main) => {
    const phone = main.account.configs.find(({ title }) => title === 'Phone');
    const before = phone?.protocol;
    await makeWork(page).click();
    await repair(page).getByRole('listitem').first().waitFor();
    cutEverything(main);
    await repair(page).getByRole('button', { name: 'Change it' }).click();
    await eventually(main, page, /It does not answer from here\. The old link does not come back/);
    expect(phone?.protocol).not.toBe(before);
    // It stays on the page of its connection alone, however long one is elsewhere.
    await page.getByRole('row').filter({ hasText: 'Guest' }).first().click();
    await repair(page).waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Phone' }).first().click();
    await repair(page).getByRole('button', { name: 'Undo' }).click();
    await page.locator('[data-batch-panel] footer').getByRole('button', { name: 'Undo 1' }).click();
    await expect
      .poll(async () => {
        await main.advance(1000);
        return phone?.protocol;
      })
      .toBe(before);
    expect(asked(main)).toHaveLength(2);
  }));

test('without the service it says so, and looks again once it is back', () =>
  onPhone(async (page, main) => {
    main.unreachable = new TransportError('unreachable', false);
    const look = makeWork(page);
    await look.press('Enter');
    await repair(page).getByText('The service cannot be reached from this network.').waitFor();
    main.unreachable = undefined;
    await repair(page).getByRole('button', { name: 'Try again' }).press('Enter');
    await repair(page).getByRole('button', { name: 'Change it' }).waitFor();
  }));

const limited = [
  ['en', /limit is reached/, /Too many requests for now/],
  ['ru', /Исчерпан лимит/, /Пока слишком много запросов/],
] as const;
test.for(sampled(limited, 1))(
  'while the service asks to wait, that is said, and it is looked again after it: %s',
  ([language, waiting, refused]) =>
    inWindow(
      {
        path: connectionPage('Phone'),
        setup: { settings: { language }, faults: ['configs.availableServers:429'] },
      },
      async (page, main) => {
        await page.locator('[data-check-one]').press('Enter');
        const look = page.locator('[data-repair-plan]');
        await look.press('Enter');
        await page.getByText(waiting).first().waitFor();
        await expect
          .poll(() => {
            // It ends once the call does.
            void main.advance(10_000);
            return repair(page).textContent();
          })
          .toMatch(refused);
        expect(await repair(page).getByRole('listitem').count()).toBe(0);
        main.service.setFaults([]);
        await main.advance(120_000);
        await repair(page).getByRole('button').press('Enter');
        await page.locator('[data-repair-start]').waitFor();
      },
    ),
);
