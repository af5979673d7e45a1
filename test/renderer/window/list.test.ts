import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chooseMore, unfold } from '#test/renderer/scenes/scene.ts';
import { messages } from '#test/renderer/messages.ts';
import type { Control } from '#service/control.ts';
import { check } from '#test/renderer/scenes/why.ts';
import { configsAlone } from './account.ts';
import { hasFocus, rowOf, inWindow } from './in-window.ts';
import { runs, sampled } from '#test/simulator/deep.ts';

/** Far more rows than are drawn. */
const many = runs(400, 10_000);
const grid = (page: Page) => page.getByRole('grid');
const selectedRow = (page: Page) => page.locator('[role=row][aria-selected=true]');
const selectedName = (page: Page) => selectedRow(page).locator('[data-title]');
const rowWithKey = (page: Page, key: string) => page.locator(`[id="row-${key}"]`);
const searchbox = (page: Page) => page.getByRole('searchbox');
const title = (page: Page) => page.locator('article h2');

describe('the list from the keyboard', () => {
  test('arrows browse, the connection beside the list follows, Enter copies its primary form, and Ctrl+C the row or all that are selected', () =>
    inWindow({}, async (page, main) => {
      await grid(page).focus();
      const first = await selectedName(page).textContent();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      const now = (await selectedName(page).textContent()) ?? '';
      expect(now).not.toBe(first);
      await expect.poll(() => title(page).textContent()).toBe(now);
      const row = selectedRow(page);
      expect(await grid(page).getAttribute('aria-activedescendant')).toBe(
        await row.getAttribute('id'),
      );

      await page.keyboard.press('Enter');
      await row.locator('[data-copied]').waitFor();
      expect(await page.locator('[data-toast]').textContent()).toMatch(/(URL|config) copied/);
      const key = (await row.getAttribute('id'))?.replace('row-', '');
      expect(main.callsOf('secrets.copy')).toEqual([{ of: 'connection', key }]);

      const lastCopied = () => expect.poll(() => main.callsOf('secrets.copy').at(-1));
      await rowOf(page, 'Router').click();
      await page.keyboard.press('Control+C');
      await lastCopied().toEqual({ of: 'connection', key: main.keyOf('Router') });
      await rowOf(page, 'Phone').click({ modifiers: ['Control'] });
      await rowOf(page, 'Router').click({ modifiers: ['Control'] });
      await page.keyboard.press('Meta+C');
      const keys = [main.keyOf('Phone'), main.keyOf('Router')];
      await lastCopied().toEqual({ of: 'connections', keys });
    }));

  test('End goes to the last of a long list and Home back, each drawn whole', () =>
    inWindow({ setup: configsAlone(many) }, async (page) => {
      await grid(page).focus();
      await page.keyboard.press('End');
      await expect.poll(() => selectedRow(page).getAttribute('aria-rowindex')).toBe(String(many));
      expect(await page.getByRole('row').count()).toBeLessThan(40);
      await page.keyboard.press('Home');
      await expect.poll(() => selectedRow(page).getAttribute('aria-rowindex')).toBe('1');
    }));

  test('the first match is shown while it is typed, and where nothing matches what was open before; typing on a row continues with any letter, and does nothing under a dialog', () =>
    inWindow({}, async (page, main) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type('steam');
      await page.evaluate(() => {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }));
      });
      expect(await searchbox(page).inputValue()).toBe('');
      expect(await hasFocus(searchbox(page))()).toBe(false);
      await page.keyboard.press('Escape');

      await page.getByRole('row').filter({ hasText: 'Router' }).first().click();
      const shown = () => title(page).textContent();
      await expect.poll(shown).toContain('Router');
      await searchbox(page).fill('steam');
      await expect.poll(shown).toContain('Steam Deck');
      await searchbox(page).fill('phone');
      await expect.poll(shown).toContain('Phone');
      await searchbox(page).fill('no such connection');
      await expect.poll(shown).toContain('Router');

      await searchbox(page).fill('stea');
      await expect.poll(() => selectedName(page).textContent()).toBe('Steam Deck');
      await grid(page).focus();
      const selection = page.getByRole('toolbar', { name: 'Selected connections' });
      await page.keyboard.press(' ');
      await selection.waitFor();
      await page.keyboard.press('Shift+Space');
      await selection.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+m');
      expect(await searchbox(page).inputValue()).toBe('stea');
      await page.keyboard.type('m d');
      await expect.poll(() => searchbox(page).inputValue()).toBe('steam d');
      for (const word of ['fin', 'xray']) {
        await searchbox(page).fill('');
        await grid(page).focus();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.type(word);
        await expect.poll(() => searchbox(page).inputValue()).toBe(word);
      }
      expect(main.callsOf('connections.setFavourites')).toEqual([]);
    }));

  test('what is selected is shown beside the list in place of the connection, whose draft stays; one that is opened is shown until it is closed', () =>
    inWindow({}, async (page) => {
      const [article, panel] = [page.getByRole('article'), page.locator('[data-selection]')];
      const draft = page.getByRole('textbox', { name: 'Title' });
      await rowOf(page, 'Phone').click();
      await chooseMore(page, '[data-rename]');
      await draft.fill('Draft');
      for (const name of ['Phone', 'Router'])
        await rowOf(page, name).click({ modifiers: ['Control'] });
      await panel.getByRole('heading', { name: '2 selected' }).waitFor();
      expect(await article.isVisible()).toBe(false);
      expect(await hasFocus(grid(page))()).toBe(true);
      await rowOf(page, 'Phone').click();
      await article.waitFor();
      expect([await draft.inputValue(), await panel.count()]).toEqual(['Draft', 0]);
      await article.getByRole('button', { name: 'Back' }).click();
      await panel.waitFor();
      await page.keyboard.press('Escape');
      await article.waitFor();
      expect(await draft.inputValue()).toBe('Draft');
    }));

  test('a slash searches, typing finds at once, Enter copies the first match, Escape clears, and typing searches after a click on the rail, in place of what was searched before; main is told of the rows that are visible', () =>
    inWindow({}, async (page, main) => {
      await grid(page).focus();
      await page.keyboard.press('/');
      await page.keyboard.type('steam');
      await expect.poll(() => page.getByRole('row').count()).toBe(1);
      await expect.poll(() => selectedName(page).textContent()).toBe('Steam Deck');
      await page.keyboard.press('Enter');
      await page.locator('[data-toast]').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(5);
      // What is a shortcut elsewhere is text in the search.
      await searchbox(page).focus();
      await page.keyboard.type('f/?');
      expect(await searchbox(page).inputValue()).toBe('f/?');
      expect(main.callsOf('connections.setFavourites')).toEqual([]);
      await searchbox(page).fill('phone');
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
      await expect.poll(() => main.callsOf('stats.watch').length).toBeGreaterThan(1);
      await expect
        .poll(() => main.callsOf('stats.watch').at(-1))
        .toEqual({ servers: [], focus: null });
      await page.getByRole('link', { name: 'Connections' }).click();
      await page.getByRole('row').first().waitFor();
      await page.keyboard.type('steam');
      await expect.poll(() => searchbox(page).inputValue()).toBe('steam');
    }));
});

test('a narrow list shows where the keyboard is, also with its row out of view, gives it to Copy of what is opened, also when that is read late, and takes it back at Escape; a double click presses nothing', () => {
  const late = { commands: { 'connections.get': 300 } };
  return inWindow({ width: 940, height: 600, setup: late }, async (page, main) => {
    await searchbox(page).focus();
    for (let n = 0; n < 9; n += 1) {
      await page.keyboard.press('Tab');
      if (await hasFocus(grid(page))()) break;
    }
    const outline = () => grid(page).evaluate((one) => getComputedStyle(one).outlineStyle);
    expect(await outline()).toBe('solid');
    await page.keyboard.press('ArrowDown');
    await expect.poll(outline).toBe('none');
    await selectedRow(page).evaluate((row) => {
      const list = row.closest('[role=grid]') ?? row;
      list.scrollTop += row.getBoundingClientRect().bottom - list.getBoundingClientRect().top + 1;
    });
    await expect.poll(outline).toBe('solid');

    const copy = page.locator('article [data-copy]');
    for (const name of ['Router', 'Phone']) {
      await rowOf(page, name).locator('[data-words]').click();
      await copy.waitFor();
      await expect.poll(hasFocus(copy)).toBe(true);
      await page.keyboard.press('Escape');
      await page.getByRole('article').waitFor({ state: 'hidden' });
      await expect.poll(hasFocus(grid(page))).toBe(true);
    }

    await rowOf(page, 'Router').locator('[data-words]').click();
    await copy.waitFor();
    // The second press comes when the connection is already where the row was.
    await copy.hover();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await copy.click();
    await expect.poll(() => main.callsOf('secrets.copy')).toHaveLength(1);
  });
});

describe('the list by mouse', () => {
  const row = (page: Page, n: number) => page.getByRole('row').nth(n);
  const inDetail = (page: Page) =>
    page.evaluate(() => document.activeElement?.closest('[data-detail]') instanceof Element);

  test('a click shows a connection; a double click, the right arrow and the menu bring the keyboard to it; Ctrl and Shift select, and neither opens nor copies, also twice in a row', () =>
    inWindow({}, async (page, main) => {
      const inList = hasFocus(grid(page));
      await rowOf(page, 'Router').click();
      await expect.poll(() => title(page).textContent()).toBe('Router');
      expect(await inList()).toBe(true);
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => inDetail(page)).toBe(true);
      await rowOf(page, 'Phone').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Open', exact: true }).click();
      await expect.poll(() => title(page).textContent()).toBe('Phone');
      await expect.poll(() => inDetail(page)).toBe(true);

      await rowOf(page, 'Router').locator('[data-words]').dblclick();
      await expect.poll(() => title(page).textContent()).toBe('Router');
      await expect.poll(() => inDetail(page)).toBe(true);
      expect(main.callsOf('secrets.copy')).toEqual([]);
      await page.keyboard.press('Escape');
      await expect.poll(inList).toBe(true);
      // Two presses of the copy button copy and do not open.
      await rowOf(page, 'Router').getByRole('button').dblclick();
      await expect.poll(() => main.callsOf('secrets.copy')).toHaveLength(2);
      expect(await inDetail(page)).toBe(false);

      await row(page, 0).click();
      const shown = await title(page).textContent();
      await row(page, 2).click({ modifiers: ['Control'] });
      await row(page, 4).click({ modifiers: ['Shift'] });
      await expect.poll(() => selectedName(page).count()).toBe(3);
      await row(page, 6).click({ modifiers: ['Meta'] });
      await expect.poll(() => selectedName(page).count()).toBe(4);
      await row(page, 6)
        .locator('[data-words]')
        .dblclick({ modifiers: ['Control'] });
      await expect.poll(() => selectedName(page).count()).toBe(4);
      expect(await title(page).textContent()).toBe(shown);
      expect(await inList()).toBe(true);
      await page.keyboard.press('Shift+ArrowDown');
      await expect.poll(() => selectedName(page).count()).toBe(5);
      expect(main.callsOf('secrets.copy')).toHaveLength(2);
    }));
});

function giveRouterSubconfig(control: Control): void {
  const { configs } = control.account();
  const subconfig = configs.find((each) => each.subconfig?.protocol === 'socks5')?.subconfig;
  const router = configs.find(({ title }) => title === 'Router');
  Object.assign(router ?? {}, { subconfig: { ...subconfig, id: 90_000 } });
}

describe('a list that changes', () => {
  test('shows a subconfig below its configuration, and by itself where that is not found', () =>
    inWindow({ setup: { service: giveRouterSubconfig } }, async (page, main) => {
      const first = rowWithKey(page, main.keyOf('Router'));
      const below = rowWithKey(page, `sub:${main.keyOf('Router')}`);
      const name = below.locator('[data-title]');
      const before = await first.boundingBox();
      const count = page.locator('h1 + span');
      const all = await count.textContent();
      // It is read when its configuration is opened.
      await first.click();
      // The pointer and the keyboard are in the list: its rows are held.
      await searchbox(page).click();
      await below.waitFor();
      expect(await first.boundingBox()).toEqual(before);
      expect(await name.textContent()).toBe('Subconfig');
      expect(await count.textContent()).toBe(all);
      expect(await below.textContent()).toContain('SOCKS5');
      await grid(page).focus();
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => below.getAttribute('aria-selected')).toBe('true');
      await expect.poll(() => title(page).textContent()).toBe('Router · subconfig');

      await searchbox(page).fill('router socks5');
      await expect.poll(() => name.textContent()).toBe('Router · subconfig');
      expect(await first.count()).toBe(0);
      expect(await count.textContent()).toBe(`1 of ${String(all)}`);
    }));
});

describe('the room of a row', () => {
  test('is enough for its protocol, and all of the list where that is short, its buttons where a long one has them; its rows stay where they are on screen when notices come and go; the connection of another row is shown from its top', () =>
    inWindow({}, async (page, main) => {
      const cut = await page.locator('[role=row] [data-protocol]').evaluateAll((all) =>
        all.filter((element) => {
          const text = document.createRange();
          text.selectNodeContents(element);
          const { width } = element.getBoundingClientRect();
          return text.getBoundingClientRect().width > width + 0.01;
        }),
      );
      expect(cut).toHaveLength(0);

      const place = async () => JSON.stringify(await page.getByRole('row').nth(3).boundingBox());
      await page.getByRole('row').nth(3).hover();
      const before = await place();
      const status = page.getByRole('region', { name: 'Status' });
      const read = await main.ask('sync.get', {});
      for (const sync of [
        { network: 'offline', offlineSince: Date.now() - 60_000 },
        { failure: { kind: 'server', status: 503 } },
        { paused: true, waitingUntil: Date.now() + 60_000 },
      ] as const) {
        main.send('sync.changed', { ...read, ...sync });
        await status.getByRole('button').first().waitFor();
        expect(await place()).toBe(before);
      }
      main.send('sync.changed', read);
      await status.waitFor({ state: 'detached' });
      expect(await place()).toBe(before);

      await page.getByRole('row').first().click();
      await page.locator('article [data-copy]').waitFor();
      const detail = page.locator('[data-detail]');
      await unfold(page, '[data-details]');
      await page.locator('article [data-details]').scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 400);
      await expect.poll(() => detail.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
      await page.getByRole('row').nth(2).click();
      await expect.poll(() => detail.evaluate((element) => element.scrollTop)).toBe(0);

      const row = page.getByRole('row').first();
      const copy = row.getByRole('button', { name: 'Copy' });
      const widthOf = async (one: typeof row) => (await one.boundingBox())?.width ?? 0;
      const copyAt = (await copy.boundingBox())?.x;
      expect(await widthOf(row)).toBeLessThan(await widthOf(grid(page)));
      await searchbox(page).fill('steam');
      await expect.poll(() => page.getByRole('row').count()).toBe(1);
      expect(await widthOf(row)).toBe(await widthOf(grid(page)));
      await expect.poll(async () => (await copy.boundingBox())?.x).toBe(copyAt);
    }));

  test.each(
    sampled(
      [
        [1280, 'en'],
        [1280, 'ru'],
        [940, 'en'],
        [940, 'ru'],
      ] as const,
      1,
    ),
  )('is enough for what a check found, at %i in %s', (width, language) =>
    inWindow({ width, setup: { settings: { language } } }, async (page, main) => {
      await check(main, 'Desktop');
      await searchbox(page).fill('Desktop');
      const words = page.locator('[role=row] [data-check] span').last();
      await words.waitFor();
      const cut = [];
      for (const text of Object.values(messages[language].check.short)) {
        await words.evaluate((element, shown) => {
          element.textContent = shown;
        }, text);
        if (await words.evaluate((element) => element.scrollWidth > element.clientWidth))
          cut.push(text);
      }
      expect(cut).toEqual([]);
    }),
  );
});
