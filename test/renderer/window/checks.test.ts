// @vitest-environment node
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ProbeFault } from '#core/kernel/ports.ts';
import { checkUntilOver, cutEverything } from '#test/renderer/scenes/checks.ts';
import { connectionPage } from '#test/renderer/scenes/scene.ts';
import { useWindow } from './in-window.ts';

const inWindow = useWindow();
/** What the page of a connection knows besides its state, and what else helps. */
const openWhy = (page: Page) => page.getByText('Not working?').click();

test('nothing is checked before the user has read what a check contacts; the list can then show only what answers from here, in the order of what works here', () =>
  inWindow({ setup: { settings: { checksExplained: false } } }, async (page, main) => {
    const shown = page.getByRole('button', { name: 'Check those shown from here' });
    await shown.click();
    const bar = page.getByRole('region', { name: 'Checks from here' });
    await bar.getByText('directly, not through the proxy in Settings').waitFor();
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
  }));

test('a check of one tunnel says what it may interrupt, and its result stands in its detail', () =>
  inWindow({}, async (page, main) => {
    await page.getByRole('row').filter({ hasText: 'Router' }).first().click();
    const detail = page.getByRole('article');
    await detail.locator('[data-check-one]').click();
    await detail.getByText('A device that uses this connection now').waitFor();
    expect(main.callsOf('checks.start')).toEqual([]);
    await detail.getByRole('button', { name: 'Check anyway' }).click();
    await detail.getByText('No answer: the server is off').waitFor();
    expect(main.callsOf('checks.start')).toEqual([
      { keys: [expect.stringMatching(/^config:/)], interrupting: true },
    ]);
  }));

test('one action after a failed check finds another that works, stopped by the key that began it, and Enter then copies it', () =>
  inWindow({ path: connectionPage('Phone') }, async (page, main) => {
    const section = page.getByRole('article').locator('[data-next-working]');
    await page.locator('[data-check-one]').click();
    await openWhy(page);
    const action = page.locator('article [data-next-action]').getByText('Find one that works');
    await action.waitFor();
    await page.locator('article [data-next-action]').focus();
    expect(main.callsOf('checks.start')).toHaveLength(1);
    const connect = main.sockets.connect.bind(main.sockets);
    main.sockets.connect = () => new Promise(() => undefined);
    await page.keyboard.press('Enter');
    await section.getByText('1 of 5').waitFor();
    await page.keyboard.press('Enter');
    await section.getByText('1 of 5').waitFor({ state: 'detached' });
    expect(await main.ask('checks.get', {})).toMatchObject({ running: false, done: 0 });
    main.sockets.connect = connect;
    await page.keyboard.press('Enter');
    await section.getByText('Try instead').waitFor();
    const [, , search] = main.callsOf('checks.start') as { keys: string[]; firstAnswer: boolean }[];
    expect(search?.firstAnswer).toBe(true);
    expect(search?.keys).toHaveLength(5);
    expect(search?.keys).not.toContain(main.keyOf('Phone'));
    const found = (await section.getByRole('link').getAttribute('href'))?.split('/').at(-1);
    await page.keyboard.press('Enter');
    await expect.poll(() => main.callsOf('secrets.copy')).toMatchObject([{ key: found }]);
  }));

test('a search that finds nothing says so, and the next one continues with others', () =>
  inWindow({ path: connectionPage('Phone') }, async (page, main) => {
    cutEverything(main);
    await page.locator('[data-check-one]').click();
    await openWhy(page);
    const section = page.getByRole('article').locator('[data-next-working]');
    const action = page.locator('article [data-next-action]');
    await action.click();
    await section.getByText('No answer from here. Checked: 5.').waitFor();
    expect(await action.textContent()).toContain('Check others');
    const isOver = section.getByText('Nothing else can be checked');
    const others = page.locator('article').getByRole('button', { name: 'Check others' });
    for (;;) {
      await isOver.or(others).first().waitFor();
      if (await isOver.isVisible()) break;
      const before = main.callsOf('checks.start').length;
      await others.press('Enter');
      await expect.poll(() => main.callsOf('checks.start').length).toBe(before + 1);
      await expect.poll(async () => (await main.ask('checks.get', {})).running).toBe(false);
    }
    const searches = main.callsOf('checks.start').slice(1) as { keys: string[] }[];
    const keys = searches.flatMap((each) => each.keys);
    expect(new Set(keys).size).toBe(keys.length);
  }));

test('the page of a connection offers the one that worked last if there is no network, and copies it', () =>
  inWindow(
    {
      path: connectionPage('Phone'),
      setup: {
        ago: 37 * 60_000,
        before: (main) => checkUntilOver(main, ['Phone', 'Guest']),
      },
    },
    async (page, main) => {
      main.sockets.connect = () => Promise.reject(new ProbeFault('offline'));
      await main.goOffline();
      const section = page.getByRole('article').locator('[data-next-working]');
      await openWhy(page);
      await section.getByText('Worked last:').waitFor();
      expect(await section.getByRole('link').textContent()).toBe('Guest');
      await section.getByText(/^37 min/).waitFor();
      await page.locator('article [data-next-action]').click();
      await section.getByText('This computer has no network').waitFor();
      await section.getByRole('button', { name: 'Copy' }).click();
      await expect
        .poll(() => main.callsOf('secrets.copy'))
        .toMatchObject([{ key: main.keyOf('Guest') }]);
    },
  ));

test('in another network a result is an older fact, with its age', () =>
  inWindow(
    {
      path: connectionPage('Guest'),
      setup: { before: (main) => checkUntilOver(main, ['Guest']) },
    },
    async (page, main) => {
      const row = page.getByRole('row').filter({ hasText: 'Guest' });
      await page.getByRole('article').getByText('Answers from here').first().waitFor();
      main.machine.systemNetwork.name = 'in a café';
      main.show();
      await page.getByRole('article').getByText('in another network').waitFor();
      await expect.poll(() => row.locator('[data-check]').getAttribute('title')).toMatch(/another/);
      await page.getByRole('button', { name: /^Works here/ }).waitFor({ state: 'detached' });
      main.machine.systemNetwork.name = 'at home';
      main.show();
      await page.getByRole('button', { name: /^Works here/ }).waitFor();
    },
  ));

test('a page says how often its connection worked in this network, and forgets it', () =>
  inWindow(
    {
      path: connectionPage('Guest'),
      setup: {
        before: async (main) => {
          await checkUntilOver(main, ['Guest']);
          cutEverything(main);
          await checkUntilOver(main, ['Guest']);
        },
      },
    },
    async (page, main) => {
      const history = page.getByRole('article').locator('[data-history]');
      await openWhy(page);
      await history.getByText('In this network: worked 1 of 2 times').waitFor();
      await history.getByRole('img', { name: 'Days with a failure, of the last 14: 1' }).waitFor();
      const [network] = await main.ask('checks.networks', {});
      await main.ask('checks.nameNetwork', { id: network?.id ?? 0, name: 'Home' });
      await page.locator('[data-check-one]').click();
      await history.getByText('At “Home”: worked 1 of 3 times').waitFor();
      await history.getByRole('button', { name: /^Forget checks/ }).press('Enter');
      await history.waitFor({ state: 'detached' });
      const row = page.getByRole('row').filter({ hasText: 'Guest' });
      await row.locator('[data-check]').waitFor({ state: 'detached' });
    },
  ));

test('a search for one to copy ends with the words that none works, not with a count of checks', () =>
  inWindow(
    {
      path: '/connections?find',
      setup: {
        before: async (main) => {
          cutEverything(main);
          await main.ask('checks.accept', {});
        },
      },
    },
    async (page, main) => {
      const toast = page.locator('[data-toast]');
      await toast.getByText('None that was checked works from here').waitFor();
      await page.getByRole('region', { name: 'Checks from here' }).waitFor({ state: 'detached' });
      await main.idle();
      expect(await toast.textContent()).not.toMatch(/None of the|not working:/);
      // The outcome of a check that is asked for is said again.
      await page.getByRole('button', { name: 'Check those shown from here' }).click();
      await toast
        .getByRole('alert')
        .getByText(/^None of the \d+ answers from here\./)
        .waitFor();
    },
  ));
