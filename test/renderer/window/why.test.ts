// @vitest-environment node
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ProbeFault } from '#core/ports.ts';
import { check, troubles } from '#test/renderer/scenes/why.ts';
import { offline } from '#test/renderer/scenes/scene.ts';
import type { MainProcess } from './main-process.ts';
import { useWindow } from './in-window.ts';

const inWindow = useWindow();

type Cause = keyof typeof troubles;

/** What is on screen for each, and what its button says. */
const verdicts: Readonly<Record<Cause, RegExp>> = {
  expired: /^It has expired/,
  traffic: /^The traffic of its paid option is used up/,
  down: /^Its server is offline/,
  rebooting: /^Its server is rebooting/,
  changed: /^It has changed since it was copied/,
  'device-limit': /^No more devices are let in/,
  'fails-here': /^It does not work from here/,
  'works-here': /^It works from here/,
  unknown: /^Its state is not known now/,
};

/** Those of which the page says so without being asked. */
const unasked: readonly Cause[] = [
  'expired',
  'traffic',
  'down',
  'rebooting',
  'changed',
  'fails-here',
];

/** What the user does, one after the other: a click, or words with the key that ends them. */
class Walk {
  count = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(selector: string): Promise<void> {
    this.count += 1;
    await this.page.locator(selector).first().click();
  }

  async press(key: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.press(key);
  }

  /** Opens the palette, types, and takes the first choice. */
  async command(words: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.press('Control+K');
    await this.page.getByRole('combobox').fill(words);
    await this.page.keyboard.press('Enter');
  }
}

const note = (page: Page) => page.getByRole('article').locator('[data-why]');

/** What opens the connection that works in a trouble, as it is now: another one, or the one itself. */
async function working(main: MainProcess, cause: Cause): Promise<string> {
  const search = cause === 'works-here' ? troubles[cause].title : 'Guest';
  const { rows } = await main.ask('quick.find', { search });
  const [{ key, forms: [form] } = { key: '', forms: [] }] = rows;
  if (form === undefined) throw new Error(`Nothing is called ${search}.`);
  return (await main.ask('connections.reveal', { key, form })).text;
}

async function copied(main: MainProcess, cause: Cause): Promise<void> {
  const text = await working(main, cause);
  await expect.poll(() => main.machine.clipboard.text).toBe(text);
}

const causes = Object.keys(troubles) as Cause[];
const copyNext = '[data-why] [data-next-action]:has-text("Copy")';
const copyItself = 'article [data-initial-focus]';
/** The button that ends each walk: another connection is copied, or this one as it is now. */
const endOf = (cause: Cause): string => {
  if (cause === 'changed') return '[data-why-action]';
  return cause === 'works-here' || cause === 'device-limit' ? copyItself : copyNext;
};

test.each(causes)('%s: by mouse a working connection is copied in three actions', (cause) => {
  const { title, setup } = troubles[cause];
  return inWindow({ setup }, async (page, main) => {
    // Stands for scrolling to the row, which is not counted.
    await page.getByRole('searchbox').fill(title);
    const walk = new Walk(page);
    await walk.click(`[role=row]:has-text("${title}")`);
    await page.locator('[data-secret]').first().waitFor();
    if (!unasked.includes(cause)) await walk.click('[data-why-open]');
    await expect.poll(() => note(page).textContent()).toMatch(verdicts[cause]);
    await walk.click(endOf(cause));
    await copied(main, cause);
    expect(walk.count).toBe(unasked.includes(cause) ? 2 : 3);
  });
});

test.each(causes)('%s: by keyboard a working connection is copied in three actions', (cause) => {
  const { title, setup } = troubles[cause];
  return inWindow({ setup }, async (page, main) => {
    const walk = new Walk(page);
    await walk.command(`why ${title}`);
    await expect.poll(() => note(page).textContent()).toMatch(verdicts[cause]);
    const end = endOf(cause);
    if (end === copyItself) await walk.command(title);
    else {
      const button = page.locator(end).first();
      await expect.poll(() => button.evaluate((e) => e === document.activeElement)).toBe(true);
      await walk.press('Enter');
    }
    await copied(main, cause);
    expect(walk.count).toBe(2);
  });
});

test('nothing is asked of the service to open a page, and one thing when the user asks', () =>
  inWindow({}, async (page, main) => {
    await page.getByRole('searchbox').fill('Guest');
    await page.getByRole('row').filter({ hasText: 'Guest' }).first().click();
    await page.locator('[data-secret]').first().waitFor();
    expect(main.callsOf('cache.read')).toEqual([]);
    await page.locator('[data-why-open]').click();
    await note(page).waitFor();
    await expect.poll(() => main.callsOf('cache.read')).toMatchObject([{ id: 'devices.list' }]);
  }));

test('a check from the answer changes the answer', () =>
  inWindow({}, async (page) => {
    await page.getByRole('searchbox').fill('Desktop');
    await page.getByRole('row').filter({ hasText: 'Desktop' }).first().click();
    await page.locator('[data-why-open]').click();
    await expect.poll(() => note(page).textContent()).toMatch(/fedora|cannot be told/);
    await page.locator('[data-check-one]').click();
    await expect.poll(() => note(page).textContent()).toMatch(verdicts['fails-here']);
  }));

test('offline, where nothing is known to work, it says so and offers a check', () =>
  inWindow({ setup: offline.setup }, async (page, main) => {
    await offline.act(page, main);
    const walk = new Walk(page);
    await walk.command('why Phone');
    await expect.poll(() => note(page).textContent()).toMatch(verdicts.unknown);
    expect(await note(page).textContent()).toContain('The service is not reached now');
    // Checks go to the servers themselves.
    await page.locator('[data-next-action]:focus').waitFor();
    await walk.press('Enter');
    await page.locator('[data-next-action]:has-text("Copy")').waitFor();
    await walk.press('Enter');
    await expect.poll(() => main.machine.clipboard.text).not.toBe('');
    expect(walk.count).toBe(3);
  }));

test('with nothing that works, the search says so, and the verdict stays', () =>
  inWindow(
    {
      setup: {
        before: (main) => {
          main.sockets.connect = () => Promise.reject(new ProbeFault('refused'));
          return Promise.resolve();
        },
      },
    },
    async (page, main) => {
      const walk = new Walk(page);
      await walk.command('why Офис');
      await expect.poll(() => note(page).textContent()).toMatch(verdicts.down);
      await page.locator('[data-next-action]:focus').waitFor();
      await walk.press('Enter');
      await note(page).getByText('answers from here').waitFor();
      expect(await note(page).textContent()).toMatch(verdicts.down);
      await note(page).getByRole('button', { name: 'Move to another server…' }).click();
      await page.locator('[data-changes] form').first().waitFor();
      expect(main.machine.clipboard.text).toBe('');
    },
  ));

test('a note that begins a page comes and goes while the pointer is elsewhere', () =>
  inWindow({}, async (page, main) => {
    await page.getByRole('searchbox').fill('Desktop');
    const row = page.getByRole('row').filter({ hasText: 'Desktop' }).first();
    await row.click();
    await page.locator('article [data-initial-focus]').hover();
    await check(main, 'Desktop');
    await row.locator('[data-check]').waitFor();
    expect(await note(page).count()).toBe(0);
    await row.hover();
    await note(page).waitFor();
  }));

test('the palette asks why of what is not well first, and of what its question names', () =>
  inWindow({}, async (page) => {
    const options = page.getByRole('option');
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox').fill('why');
    await expect.poll(() => options.first().textContent()).toContain('Why does “Expired');
    await page.getByRole('combobox').fill('why does phone not work');
    await expect.poll(() => options.first().textContent()).toContain('Why does “Phone” not work?');
    await page.getByRole('combobox').fill('phone');
    await expect.poll(() => options.first().textContent()).toMatch(/^Phone/);
    await page.getByText('Why does “Phone” not work?').waitFor();
  }));
