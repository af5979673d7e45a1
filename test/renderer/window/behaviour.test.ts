// @vitest-environment node
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openBrowser, type OpenOptions } from './window.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;

beforeAll(async () => {
  browser = await openBrowser(inject('fakeBridge'));
}, 180_000);

afterAll(() => browser.close());

/** Opens the window on these options, does something in it, closes it. */
async function inWindow(options: OpenOptions, act: (page: Page) => Promise<void>): Promise<void> {
  const { page, complaints, close } = await browser.open({
    ...options,
    fake: { pollEvery: 0, ...options.fake },
  });
  await page.locator('#app > *').first().waitFor();
  await act(page);
  await close();
  expect(complaints).toEqual({ violations: [], errors: [], outside: [] });
}

function calls(page: Page, name: string): Promise<unknown[]> {
  return page.evaluate(
    (wanted) => window.fake.calls.filter((one) => one.name === wanted).map((one) => one.input),
    name,
  );
}

const grid = (page: Page) => page.getByRole('grid');
const chosen = (page: Page) => page.locator('[role=row][aria-selected=true] .words .name');
const title = (page: Page) => page.locator('article h2');

describe('the list from the keyboard', () => {
  test('arrows browse, the connection beside the list follows, Enter copies its first form', () =>
    inWindow({}, async (page) => {
      await grid(page).focus();
      const first = await chosen(page).textContent();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      const now = (await chosen(page).textContent()) ?? '';
      expect(now).not.toBe(first);
      await expect.poll(() => title(page).textContent()).toBe(now);
      const row = page.locator('[role=row][aria-selected=true]');
      expect(await grid(page).getAttribute('aria-activedescendant')).toBe(
        await row.getAttribute('id'),
      );

      await page.keyboard.press('Enter');
      await row.locator('.copy.ticked').waitFor();
      expect(await page.locator('.toast').textContent()).toContain('URL copied');
      const key = (await row.getAttribute('id'))?.replace('row-', '');
      expect(await calls(page, 'connections.copy')).toEqual([{ key, form: 'url' }]);
    }));

  test('End goes to the last of ten thousand and Home back, each drawn whole', () =>
    inWindow({ fake: { count: 10_000 } }, async (page) => {
      await grid(page).focus();
      await page.keyboard.press('End');
      await expect
        .poll(() => page.locator('[role=row][aria-selected=true]').getAttribute('aria-rowindex'))
        .toBe('10000');
      expect(await page.getByRole('row').count()).toBeLessThan(40);
      await page.keyboard.press('Home');
      await expect
        .poll(() => page.locator('[role=row][aria-selected=true]').getAttribute('aria-rowindex'))
        .toBe('1');
    }));

  test('a slash searches, typing finds at once, Enter copies the first match, Escape clears', () =>
    inWindow({}, async (page) => {
      await grid(page).focus();
      await page.keyboard.press('/');
      await page.keyboard.type('steam');
      await expect.poll(() => page.getByRole('row').count()).toBe(1);
      await expect.poll(() => chosen(page).textContent()).toBe('Steam Deck');
      await page.keyboard.press('Enter');
      await page.locator('.toast').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(5);
    }));

  test('F makes a favourite, on a Russian keyboard too', () =>
    inWindow({}, async (page) => {
      await page.getByRole('searchbox').fill('desktop');
      await expect.poll(() => chosen(page).textContent()).toBe('Desktop');
      await grid(page).focus();
      await grid(page).dispatchEvent('keydown', { key: 'а', code: 'KeyF', bubbles: true });
      await page.locator('[role=row] .star').waitFor();
      expect(await calls(page, 'connections.setFavourite')).toHaveLength(1);
    }));

  test('letters typed into the search are no shortcuts', () =>
    inWindow({}, async (page) => {
      await page.getByRole('searchbox').focus();
      await page.keyboard.type('f/?');
      expect(await page.getByRole('searchbox').inputValue()).toBe('f/?');
      expect(await calls(page, 'connections.setFavourite')).toEqual([]);
    }));
});

describe('a list that changes', () => {
  test('does not move under the pointer; its values do; the new order waits to be shown', () =>
    inWindow({}, async (page) => {
      const names = page.locator('[role=row] .words .name');
      const places = () => page.getByRole('row').evaluateAll((rows) => rows.map((row) => row.id));
      await page.getByRole('row').nth(3).hover();
      const before = await places();
      await page.evaluate(() => {
        window.fake.change((all) =>
          all.map((row, n) =>
            n === 0
              ? { ...row, online: 'offline' as const }
              : n === 13
                ? { ...row, title: 'AAA', favourite: true }
                : row,
          ),
        );
      });
      await page.locator('.changed').waitFor();
      expect(await places()).toEqual(before);
      expect(await page.locator('#row-config\\:1').textContent()).toContain('Offline');
      await page.locator('.changed').click();
      await expect.poll(places).not.toEqual(before);
      expect((await names.allTextContents()).slice(0, 6)).toContain('AAA');
    }));

  test('tells main whose rows are on screen, and nothing while it is another page', () =>
    inWindow({}, async (page) => {
      await expect.poll(async () => (await calls(page, 'stats.watch')).length).toBeGreaterThan(0);
      await page.getByRole('link', { name: 'Settings' }).click();
      await expect
        .poll(async () => (await calls(page, 'stats.watch')).at(-1))
        .toEqual({ servers: [], focus: null });
    }));
});

describe('a secret', () => {
  const eye = (page: Page) => page.locator('.eye').first();
  const shown = (page: Page) => page.locator('pre.text');

  test('is masked until the eye is held, and again when it is let go', () =>
    inWindow({}, async (page) => {
      await eye(page).waitFor();
      expect(await page.content()).not.toContain('pbk=');
      await eye(page).hover();
      await page.mouse.down();
      await shown(page).waitFor();
      expect(await shown(page).textContent()).toContain('pbk=');
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
      await page.mouse.move(5, 5);
      await page.mouse.up();
      await shown(page).waitFor({ state: 'detached' });
      expect(await page.content()).not.toContain('pbk=');
    }));

  test('stays after a short press with a countdown, and goes with the focus of the window', () =>
    inWindow({}, async (page) => {
      await eye(page).waitFor();
      await eye(page).focus();
      await page.keyboard.press('Enter');
      await shown(page).waitFor();
      expect(await page.locator('.secret').first().textContent()).toContain('left');
      await page.evaluate(() => window.dispatchEvent(new Event('blur')));
      await shown(page).waitFor({ state: 'detached' });
    }));

  test('goes when another connection is chosen', () =>
    inWindow({}, async (page) => {
      await eye(page).click();
      await shown(page).waitFor();
      await grid(page).focus();
      await page.keyboard.press('ArrowDown');
      await shown(page).waitFor({ state: 'detached' });
    }));

  test('as a QR code is forgotten when the window loses the focus', () =>
    inWindow({}, async (page) => {
      await page.getByRole('button', { name: 'QR code' }).first().click();
      await page.locator('.qr').waitFor();
      await page.evaluate(() => window.dispatchEvent(new Event('blur')));
      await page.locator('.qr').waitFor({ state: 'detached' });
    }));
});

test('a title that could not be saved stays as it was typed', () =>
  inWindow(
    { fake: { failures: { 'connections.setTitle': { kind: 'outcome-unknown' } } } },
    async (page) => {
      await page.getByRole('button', { name: 'Rename' }).click();
      const field = page.getByRole('textbox', { name: 'Title' });
      await field.fill('x'.repeat(65));
      const problem = page.locator(
        `[id="${(await field.getAttribute('aria-describedby')) ?? ''}"]`,
      );
      expect(await problem.textContent()).toContain('64');
      await field.fill('A better name');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      expect(await field.inputValue()).toBe('A better name');
    },
  ));

test('a key is forgiven its spaces, checked before it is sent, and not kept once it was', () =>
  inWindow(
    {
      fake: {
        session: { status: 'signed-out', account: null, accounts: [] },
        failures: { 'session.signIn': { kind: 'unauthorized', status: 401 } },
      },
    },
    async (page) => {
      const key = page.getByRole('textbox', { name: 'API key' });
      await page.getByRole('textbox', { name: 'Service address' }).fill('api.example.com/v1');
      await key.fill('svc_short');
      await page.keyboard.press('Enter');
      expect(await calls(page, 'session.signIn')).toEqual([]);
      await key.fill(' svc_abcd1234_abcdefghijkl mnopqrstuvwx ');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      expect(await calls(page, 'session.signIn')).toEqual([
        { service: 'api.example.com/v1', key: 'svc_abcd1234_abcdefghijklmnopqrstuvwx' },
      ]);
      expect(await key.inputValue()).toBe('');
      expect(await page.content()).not.toContain('svc_abcd');
    },
  ));

test('below 1,100 px the connection lies over the list and Escape gives the list back', () =>
  inWindow({ width: 940, height: 600 }, async (page) => {
    await grid(page).focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() => grid(page).evaluate((one) => one === document.activeElement))
      .toBe(true);
  }));

test.each([
  [940, 600, '/connections'],
  [940, 600, '/settings'],
  [1280, 800, '/connections'],
])('at %i × %i nothing of %s is cut in Russian', (width, height, path) =>
  inWindow(
    { width, height, path, fake: { settings: { language: 'ru', resolvedLanguage: 'ru' } } },
    async (page) => {
      await page.waitForLoadState('networkidle');
      const cut = await page.evaluate(() =>
        [
          ...document.querySelectorAll(
            'button, a, h1, h2, label, legend, .chip, .presence, .expiry, .rate',
          ),
        ]
          .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.textContent),
      );
      expect(cut).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      ).toBe(true);
    },
  ),
);

test('the language changes everywhere at once, with the language of the document', () =>
  inWindow({ path: '/settings' }, async (page) => {
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.getByText('Русский').click();
    await page.getByRole('heading', { name: 'Настройки', level: 1 }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ru');
  }));
