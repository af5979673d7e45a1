import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { check } from '#test/renderer/scenes/why.ts';
import { chooseMore, connectionPage, serverPage, unfold } from '#test/renderer/scenes/scene.ts';
import { hasFocus, inWindow, sharedWindow } from './in-window.ts';
import { sampled } from '#test/simulator/deep.ts';

const laptop = 'Ноутбук, дом';
const article = (page: Page) => page.getByRole('article', { name: 'Connection' });
const filled = (page: Page) => page.locator('article button.bg-primary:not([role=switch])');
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

const inShared = sharedWindow();

test('name, state, figures, use and renewal are seen at once in a wide and in a small window, in this order, and in two columns in a wider one', () =>
  inWindow({ path: connectionPage(laptop) }, async (page, main) => {
    await article(page)
      .getByText(/^Works with/)
      .waitFor();
    const parts = [
      article(page).getByRole('heading', { name: laptop }),
      article(page).locator('[data-state-line]'),
      article(page).locator('[data-figures]'),
      article(page).locator('[data-copy]'),
      article(page).getByText('[Interface]'),
      article(page).getByText(/^Works with/),
      article(page).getByRole('button', { name: 'Renew…' }),
      article(page).getByRole('switch', { name: 'Auto-renew' }),
    ];
    for (const size of [
      { width: 1280, height: 800 },
      { width: 940, height: 600 },
    ]) {
      await page.setViewportSize(size);
      const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
      const tops = boxes.map((box) => box?.y ?? NaN);
      expect(tops).toEqual(tops.toSorted((one, other) => one - other));
      const bottoms = boxes.map((box) => (box?.y ?? NaN) + (box?.height ?? 0));
      expect(Math.max(...bottoms)).toBeLessThan(size.height);
    }
    // They are as tall as what they say, whose age takes no more room.
    const height = async (name: string) =>
      (await article(page).locator(name).boundingBox())?.height ?? NaN;
    const live = await height('[data-figures]');
    expect(live - (await height('[data-figures] dl'))).toBeLessThan(24);
    await main.goOffline(60_000);
    await article(page).locator('[data-stats-age]').waitFor();
    expect(await height('[data-figures]')).toBe(live);
    expect(await filled(page).count()).toBe(1);
    for (const [width, columns] of [
      [1280, 1],
      [1600, 2],
      [1920, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 1000 });
      const shown = () =>
        page
          .locator('article section:not(article section section)')
          .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size);
      await expect.poll(shown, { message: String(width) }).toBe(columns);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    // Renewal, auto-renewal and the time that is left, which is said once, are one card.
    const left = article(page).getByText(/ left/);
    await expect
      .poll(() => left.allTextContents())
      .toEqual([expect.stringMatching(/^Expires \w+ \d+, 20\d\d · .* left$/)]);
    const card = left.locator('xpath=ancestor::section[1]');
    expect(await card.getByRole('switch', { name: 'Auto-renew' }).count()).toBe(1);
    expect(await card.getByRole('button', { name: 'Renew…' }).count()).toBe(1);
  }));

test('every form of a connection is in one menu, with the link for AmneziaVPN and what is lost', () =>
  inShared({ path: connectionPage(laptop) }, async (page, main) => {
    await page.locator('[data-forms]').click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual([
      'Copy URL',
      'QR code: URL',
      'Copy AmneziaWG config',
      'Save AmneziaWG config',
      'QR code: AmneziaWG config',
      'Copy vpn:// for AmneziaVPN',
      'QR code: for AmneziaVPN',
      'Copy for Mihomo',
      'Save Mihomo config',
    ]);
    await page.getByRole('menu').getByText('Not for sing-box, which would lose').waitFor();
    await page.getByRole('menuitem', { name: 'Copy vpn:// for AmneziaVPN' }).click();
    await expect.poll(() => main.machine.clipboard.text).toMatch(/^vpn:\/\//);
    await page.locator('[data-forms]').click();
    await page.getByRole('menuitem', { name: 'QR code: URL' }).click();
    await page.getByRole('dialog').getByRole('img', { name: /URL$/ }).waitFor();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-forms')))
      .toBe(true);
  }));

test('in Russian what can be done stands on one line, and the line of the state is whole with no dot at its end', () => {
  const setup = { settings: { language: 'ru' } } as const;
  return inWindow({ path: connectionPage(laptop), setup }, async (page, main, rested) => {
    await page.getByRole('button', { name: 'Открыть…' }).waitFor();
    for (const width of [1280, 940]) {
      await page.setViewportSize({ width, height: 800 });
      const tops = await page
        .locator('[data-secret] > div:first-child button')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
      expect(tops.length).toBeGreaterThan(3);
      expect(new Set(tops).size).toBe(1);
    }
    await page.setViewportSize({ width: 470, height: 800 });
    for (const path of [connectionPage(laptop)(main), serverPage(0)(main), '/paid-options/1']) {
      main.send('app.navigate', { path });
      await rested();
      const lines = page.locator('[data-state-line]');
      const between = await lines.evaluateAll((all) =>
        all
          .flatMap((line) => [...line.childNodes])
          .map((node) => (node instanceof Text ? node.data.trim() : '')),
      );
      expect([path, between.join('')]).toEqual([path, '']);
      const cut = await lines
        .locator('> *')
        .last()
        .evaluate((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          const edge = one.closest('.overflow-hidden')?.getBoundingClientRect().left ?? 0;
          return [...range.getClientRects()].filter(({ left }) => left < edge - 1).length;
        });
      expect(cut).toBe(0);
    }
  });
});

test('the page shows the result of a check once, and a button checks again', () =>
  inShared({ path: connectionPage('Desktop') }, async (page, main) => {
    await check(main, 'Desktop');
    await page.mouse.move(1, 1);
    await page.locator('[data-why]').waitFor();
    const text = (await article(page).textContent()) ?? '';
    expect(text.split('The connection is cut off')).toHaveLength(2);
    expect(text).not.toContain('Online');
    expect(text).toContain('Checked just now');
    await article(page).getByRole('button', { name: 'Check again' }).waitFor();
    const topOf = async (name: RegExp) =>
      (await article(page).getByRole('button', { name }).first().boundingBox())?.y;
    expect(await topOf(/^Open/)).toBe(await topOf(/^Other formats/));
  }));

test('the connection of the address is shown, also while nothing more of it can be read', () =>
  inWindow(
    {
      path: connectionPage(laptop),
      setup: { commands: { 'connections.rows': 500, 'connections.get': 'never' } },
    },
    async (page) => {
      await expect.poll(() => article(page).locator('h2').textContent()).toContain(laptop);
      await page.locator('article [data-copy]').waitFor();
    },
  ));

test('a resize leaves the QR code open, and the list in view for who is at the list, and across 1,100 px keeps what is typed, what is open, and the focus; a menu closes when its page shows another connection', () =>
  inShared({ path: connectionPage('Phone') }, async (page, main) => {
    await page.locator('[data-qr-open]').click();
    await page.locator('[data-qr]').waitFor();
    await page.setViewportSize({ width: 940, height: 700 });
    expect(await page.locator('[data-qr]').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 700 });
    await page.getByRole('grid').focus();
    await page.setViewportSize({ width: 940, height: 700 });
    await article(page).waitFor({ state: 'hidden' });
    expect(await hasFocus(page.getByRole('grid'))()).toBe(true);
    await page.setViewportSize({ width: 1280, height: 700 });
    await page.locator('article header [data-more]').click();
    await page.getByRole('menu').waitFor();
    main.send('app.navigate', { path: `/connections/${main.keyOf('Desktop')}` });
    await page.getByRole('article').getByRole('heading', { name: 'Desktop' }).waitFor();
    expect(await page.getByRole('menu').count()).toBe(0);

    await unfold(page, '[data-details]');
    await chooseMore(page, '[data-note-open]');
    const note = page.getByRole('textbox', { name: 'Note', exact: true });
    await note.fill('Half a no');
    await chooseMore(page, '[data-rename]');
    const field = page.getByRole('textbox', { name: 'Title' });
    await field.fill('Half a na');
    for (const width of [940, 1280, 940]) {
      await page.setViewportSize({ width, height: 700 });
      await expect.poll(() => page.getByRole('grid').isVisible()).toBe(width > 1100);
      expect(await field.inputValue()).toBe('Half a na');
      expect(await note.inputValue()).toBe('Half a no');
      expect(await focusedName(page)).toBe('Title');
      expect(await page.locator('[data-details]').getAttribute('open')).not.toBe(null);
    }
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link').nth(3).click();
    const question = page.getByRole('dialog', { name: 'Unsaved changes' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await field.inputValue()).toBe('Half a na');
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link').nth(3).click();
    await question.getByRole('button', { name: 'Discard' }).click();
  }));

test('a resize across 1,100 px keeps the form of a server that the address does not name', () =>
  inShared({ path: '/cloud-servers' }, async (page, main) => {
    await page.getByRole('button', { name: 'New connection' }).click();
    const field = page.getByRole('textbox', { name: 'Title' });
    await field.fill('Half a na');
    await page.setViewportSize({ width: 940, height: 700 });
    await page.getByRole('list', { name: 'Cloud servers' }).waitFor({ state: 'hidden' });
    expect(await field.inputValue()).toBe('Half a na');
    expect(await focusedName(page)).toBe('Title');
    expect(await page.evaluate(() => location.hash)).not.toContain(serverPage(0)(main));
  }));

/** Where what is used most is, and how wide; of the rest how far from the top of the window. */
const placesOf = (page: Page) =>
  page.evaluate(() => {
    const boxes = (names: string) =>
      [...document.querySelectorAll(names)].map((one) => one.getBoundingClientRect());
    return [
      ...boxes('[data-secret] > div:first-child button').map(({ left, top, width }) =>
        [left, top, width].map(Math.round).join(),
      ),
      ...boxes('[data-figures], [data-reveal], article summary').map(({ top }) => Math.round(top)),
    ];
  });

test.each(
  sampled(
    [
      [1280, 'en', 'Phone'],
      [1280, 'en', 'Офис, принтер'],
      [940, 'ru', 'Guest'],
      [470, 'ru', 'Phone'],
    ] as const,
    1,
  ),
)(
  'a check moves nothing on the page while it runs and when it ends, at %i px in %s: %s',
  (width, language, title) =>
    inWindow(
      { path: connectionPage(title), width, setup: { settings: { language } } },
      async (page, main) => {
        const before = await placesOf(page);
        const gate = Promise.withResolvers<undefined>();
        const connect = main.sockets.connect.bind(main.sockets);
        main.sockets.connect = async (...target) => {
          await gate.promise;
          return connect(...target);
        };
        await page.locator('[data-check-one]').click();
        await page.mouse.move(1, 1);
        await page.locator('[data-check-one][aria-busy=true]').waitFor();
        expect(await placesOf(page)).toEqual(before);
        gate.resolve(undefined);
        await page.locator('[data-check-one]:not([aria-busy])').waitFor();
        await page.locator('[data-verdict] :text("1 мс"), [data-why]').first().waitFor();
        expect(await placesOf(page)).toEqual(before);
        expect(await page.locator('[data-check-one]').count()).toBe(1);
      },
    ),
);
