import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ProbeFault } from '#core/kernel/ports.ts';
import { checkUntilOver } from '#test/renderer/scenes/checks.ts';
import { quickWindow } from '#test/renderer/scenes/scene.ts';
import { addCommands, favourites, lengthenLinks } from './account.ts';
import type { MainProcess, Setup } from './main-process.ts';
import { inWindow } from './in-window.ts';

const field = (page: Page) => page.getByRole('combobox');
const options = (page: Page) => page.getByRole('option');

test('Enter copies what was typed, never a row of an earlier search, nothing where nothing matches, and nothing before a row is on screen; with Ctrl it opens Culvert', () =>
  inWindow({ ...quickWindow, setup: { commands: { 'quick.find': 1500 } } }, async (page, main) => {
    await options(page).first().waitFor();
    await field(page).fill('zzzz');
    const rows = page.getByRole('listbox');
    // Those of the text before.
    expect(await rows.getAttribute('aria-busy')).toBe('true');
    await field(page).press('Enter');
    await page.getByText('Nothing matches').waitFor();
    expect(main.callsOf('quick.copy')).toEqual([]);
    expect(main.callsOf('quick.open')).toEqual([]);
    await field(page).press('Control+Enter');
    await expect.poll(() => main.callsOf('quick.open')).toEqual([{ key: null }]);
    await field(page).fill('');
    await field(page).press('Enter');
    await options(page).first().waitFor();
    expect(main.callsOf('quick.copy')).toEqual([]);

    expect(await rows.getAttribute('aria-busy')).toBe('false');
    await field(page).pressSequentially('Phone');
    await field(page).press('Enter');
    await expect.poll(() => main.callsOf('quick.copy')).toHaveLength(1);
    expect(main.callsOf('quick.copy')).toMatchObject([{ key: main.keyOf('Phone') }]);
    // Copied: it begins anew, and main has hidden it.
    await expect.poll(() => field(page).inputValue()).toBe('');
  }));

test('arrows choose, Tab or the right arrow shows every form, and Escape goes back step by step', () =>
  inWindow(quickWindow, async (page, main) => {
    await options(page).first().waitFor();
    await field(page).press('ArrowDown');
    expect(await options(page).nth(1).getAttribute('aria-selected')).toBe('true');
    await field(page).press('ArrowRight');
    await page.getByRole('listbox', { name: /^Forms of/ }).waitFor();
    await field(page).press('Enter');
    await expect.poll(() => main.callsOf('quick.copy')).toHaveLength(1);
    await options(page).first().waitFor();
    const selected = page.getByRole('option', { selected: true }).locator('.foreign').first();
    const name = (await selected.textContent()) ?? '';
    await field(page).press('Tab');
    await page.getByRole('option', { name: /QR/ }).first().click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await page.locator('[data-code]').getByText(name, { exact: true }).waitFor();
    await field(page).press('Escape');
    await page.getByRole('listbox', { name: /^Forms of/ }).waitFor();
    await field(page).press('Escape');
    await page.getByRole('listbox', { name: 'Connections' }).waitFor();
    expect(main.callsOf('quick.hide')).toEqual([]);
    await field(page).press('Escape');
    await expect.poll(() => main.callsOf('quick.hide')).toHaveLength(1);

    const open = async (title: string) => {
      await field(page).fill(title);
      await expect.poll(() => selectedTitle(page)).toBe(title);
      await field(page).press('ArrowRight');
      await page.getByRole('listbox', { name: /^Forms of/ }).waitFor();
    };
    await open('Ноутбук, дом');
    const labels = await options(page).allTextContents();
    expect(labels.map((label) => label.trim())).toEqual([
      'Copy AmneziaWG config',
      'Copy URL',
      'Copy vpn:// for AmneziaVPN',
      'Copy for Mihomo',
      'QR code: AmneziaWG config',
      'QR code: URL',
      'QR code: for AmneziaVPN',
    ]);
    await page.getByRole('option', { name: 'Copy vpn:// for AmneziaVPN' }).click();
    await expect.poll(() => main.machine.clipboard.text).toMatch(/^vpn:\/\//);
    await open('Ноутбук, дом');
    await page.getByRole('option', { name: 'Copy for Mihomo' }).click();
    await expect.poll(() => main.machine.clipboard.text).toMatch(/^proxies:/m);
  }));

test('a QR code that the window has no room for is not cut; it is shown in Culvert', () =>
  inWindow({ ...quickWindow, setup: { service: lengthenLinks } }, async (page, main) => {
    await options(page).first().waitFor();
    await field(page).press('Tab');
    await page.getByRole('option', { name: /QR/ }).first().click();
    await page.getByText('This code needs more room').waitFor();
    expect(await page.getByRole('img', { name: /QR code/ }).count()).toBe(0);
    expect(await page.locator('[data-hints]').textContent()).toMatch(/opens in Culvert/);
    await field(page).press('Control+Enter');
    await expect.poll(() => main.callsOf('quick.open')).toHaveLength(1);
  }));

/** Copies the configuration of the current row. */
async function copyConfig(page: Page): Promise<void> {
  await field(page).press('Tab');
  await page
    .getByRole('option', { name: /config/ })
    .first()
    .click();
}

test('Enter closes after a copy without its commands, as its hint says, until another row is chosen', () =>
  inWindow({ ...quickWindow, setup: { service: addCommands } }, async (page, main) => {
    const hint = page.locator('[data-hints]');
    await options(page).first().waitFor();
    expect(await hint.textContent()).toMatch(/^Enter copies/);
    await copyConfig(page);
    await page.getByText('Copied without the commands').waitFor();
    expect(await hint.textContent()).toMatch(/^Enter closes/);
    expect(main.callsOf('quick.hide')).toEqual([]);

    await field(page).press('Escape');
    await field(page).press('ArrowDown');
    await expect.poll(() => hint.textContent()).toMatch(/^Enter copies/);
    await copyConfig(page);
    await expect.poll(() => main.callsOf('quick.copy')).toHaveLength(2);
    await page.getByText('Copied without the commands').waitFor();

    await field(page).press('Enter');
    await expect.poll(() => main.callsOf('quick.hide')).toHaveLength(1);
    expect(main.callsOf('quick.copy')).toHaveLength(2);
  }));

/** The title of the selected row. */
const selectedTitle = (page: Page) =>
  page.getByRole('option', { selected: true }).locator('.foreign').textContent();

/** There are no favourites: what was copied last comes first. */
const withoutFavourites: Setup = {
  before: async (main) => {
    const keys = favourites.map((title) => main.keyOf(title));
    await main.ask('connections.setFavourites', { keys, favourite: false });
    await main.ask('secrets.copy', { of: 'connection', key: main.keyOf('Router'), form: 'url' });
  },
};

/** This connection is copied, which puts it before all other rows. */
const copyElsewhere = (main: MainProcess, title: string) =>
  main.ask('secrets.copy', { of: 'connection', key: main.keyOf(title), form: 'url' });

test('the quick window selects the first row at each opening, wherever the pointer is, and what works is first; while it is open rows keep their places and the selected one stays so', () =>
  inWindow(quickWindow, async (page, main) => {
    const first = await options(page).first().locator('.foreign').textContent();
    await field(page).press('ArrowDown');
    main.send('quick.shown', false);
    main.send('quick.shown', true);
    await expect.poll(() => selectedTitle(page)).toBe(first);
    const box = await options(page).nth(2).boundingBox();
    if (box === null) throw new Error('The third row is not on screen.');
    await page.mouse.move(box.x + 20, box.y + 10);
    expect(await selectedTitle(page)).toBe(first);
    await page.mouse.move(box.x + 24, box.y + 10);
    expect(await options(page).nth(2).getAttribute('aria-selected')).toBe('true');

    const titles = () => options(page).locator('.foreign').allTextContents();
    const before = await titles();
    main.sockets.connect = () => Promise.reject(new ProbeFault('refused'));
    await checkUntilOver(main, ['Phone']);
    await options(page).filter({ hasText: 'Phone' }).getByText('Refused').waitFor();
    expect(await titles()).toEqual(before);
    main.send('quick.shown', false);
    main.send('quick.shown', true);
    await expect.poll(async () => (await titles()).indexOf('Phone')).toBeGreaterThan(3);

    await field(page).fill('o');
    await expect.poll(async () => (await titles()).join()).not.toBe(before.join());
    await options(page).nth(2).waitFor();
    await field(page).press('ArrowDown');
    await field(page).press('ArrowDown');
    const title = await selectedTitle(page);
    main.account.configs.shift();
    await main.refresh();
    await expect.poll(() => selectedTitle(page)).toBe(title);
  }));

test('a row that takes the first place is selected, not copied before it is shown, and first also where the rows change during an opening', () =>
  inWindow(
    { ...quickWindow, setup: { ...withoutFavourites, commands: { 'quick.find': 1500 } } },
    async (page, main) => {
      const shown = await selectedTitle(page);
      await copyElsewhere(main, 'Desktop');
      void main.ask('sync.refresh', {});
      await field(page).press('Enter');
      await expect.poll(() => main.callsOf('quick.copy')).toHaveLength(1);
      expect(main.callsOf('quick.copy')).toMatchObject([{ key: main.keyOf(shown ?? '') }]);
      await copyElsewhere(main, 'Travel');
      void main.ask('sync.refresh', {});
      await expect.poll(() => selectedTitle(page)).toBe('Travel');

      main.send('quick.shown', false);
      await copyElsewhere(main, 'Guest');
      main.send('quick.shown', true);
      // Before the rows of this opening are read.
      main.send('quick.changed', true);
      await main.idle();
      await expect.poll(() => selectedTitle(page)).toBe('Guest');
    },
  ));

test('Enter on one that fails copies it, and Enter again copies one that works', () =>
  inWindow(
    {
      ...quickWindow,
      setup: {
        before: (main) => checkUntilOver(main, ['Phone', 'Desktop', 'Travel', 'Guest']),
      },
    },
    async (page, main) => {
      await page.getByRole('button', { name: /^Copy one that works/ }).waitFor();
      await field(page).fill('Phone');
      await field(page).press('Enter');
      await page.getByText('it does not work from here').waitFor();
      expect(main.callsOf('quick.copy')).toMatchObject([{ key: main.keyOf('Phone') }]);
      expect(main.callsOf('quick.hide')).toEqual([]);
      await field(page).press('Enter');
      await page.getByText(/^Copied: .+ · \d+ ms$/).waitFor();
      await field(page).press('Enter');
      await expect.poll(() => main.callsOf('quick.hide')).toHaveLength(1);
    },
  ));

test('a search for one that works says that it looks, and where none works, also after the rows changed', () =>
  inWindow(
    {
      ...quickWindow,
      setup: {
        before: async (main) => {
          const { configs } = main.account;
          const two = configs.filter(({ title }) => title === 'Phone' || title === 'Travel');
          Object.assign(main.account, { configs: two, cloud_servers: [], paid_options: [] });
          await main.refresh();
          main.sockets.connect = () => Promise.reject(new ProbeFault('refused'));
          await checkUntilOver(main, ['Phone', 'Travel']);
        },
      },
    },
    async (page, main) => {
      await page.getByRole('button', { name: 'Find one that works' }).waitFor();
      const answer = Promise.withResolvers<never>();
      main.sockets.connect = () => answer.promise;
      await field(page).press('Shift+Enter');
      await page.getByText('Looking for one that works').waitFor();
      answer.reject(new ProbeFault('refused'));
      await page.getByText('None that was checked works from here').waitFor();
      await main.idle();
      main.send('quick.changed', true);
      await main.idle();
      expect(await page.getByText('None that was checked works from here').count()).toBe(1);
      expect(main.callsOf('quick.hide')).toEqual([]);
      expect(main.callsOf('quick.open')).toEqual([]);
      await field(page).press('ArrowDown');
      await page.getByText('None that was checked').waitFor({ state: 'detached' });
    },
  ));

test('the keys of the shortcut are chosen by pressing them', () =>
  inWindow({ path: '/settings' }, async (page, main) => {
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.keyboard.press('Control+C');
    await page.getByRole('alert').waitFor();
    await page.keyboard.press('Control+Alt+KeyK');
    await expect.poll(() => main.callsOf('settings.set')).toEqual([{ quickKeys: 'Control+Alt+K' }]);
    expect(main.callsOf('quick.choosing')).toEqual([{ choosing: true }, { choosing: false }]);
  }));
