import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { whyCauses } from '#contract/connections/why-not-working.ts';
import { messages } from '#test/renderer/messages.ts';
import { sampled } from '#test/simulator/deep.ts';
import { troubles } from '#test/renderer/scenes/why.ts';
import type { MainProcess, Setup } from './main-process.ts';
import { chooseMore } from '#test/renderer/scenes/scene.ts';
import { hasFocus, inWindow } from './in-window.ts';

type Cause = keyof typeof troubles;
type Language = 'en' | 'ru';

/** The causes that the page shows without a request. */
const unasked: readonly Cause[] = [
  'expired',
  'option-off',
  'traffic',
  'down',
  'rebooting',
  'changed',
  'network',
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
    await this.page.locator('input[role=combobox]').fill(words);
    await this.page.keyboard.press('Enter');
  }
}

const note = (page: Page) => page.getByRole('article').locator('[data-why]');

/** The page says this verdict. */
async function says(page: Page, cause: Cause, language: Language = 'en'): Promise<void> {
  const verdict = messages[language].why.cause[cause];
  const text = async () => (await note(page).textContent())?.trim().startsWith(verdict);
  await expect.poll(text, { message: verdict }).toBe(true);
}

/** With these the connection itself is copied once more; with the others one that works in its place. */
const itself: readonly Cause[] = [
  'changed',
  'device-limit',
  'works-here',
  'answers-here',
  'expiring',
];

/** What opens the connection that works in a trouble, as it is now: another one, or the one itself. */
async function working(main: MainProcess, cause: Cause): Promise<string> {
  const search = itself.includes(cause) ? troubles[cause].title : 'Guest';
  const { rows } = await main.ask('quick.find', { search });
  const [{ key, forms: [form] } = { key: '', forms: [] }] = rows;
  if (form === undefined) throw new Error(`Nothing is called ${search}.`);
  return (await main.ask('secrets.reveal', { of: 'connection', key, form })).text;
}

async function copied(main: MainProcess, cause: Cause): Promise<void> {
  const text = await working(main, cause);
  await expect.poll(() => main.machine.clipboard.text).toBe(text);
}

const causes = Object.keys(troubles) as Cause[];
const copyItself = 'article [data-initial-focus]';
/** The button that ends each walk. */
const endOf = (cause: Cause, language: Language): string => {
  const next = `article [data-next-action]:has-text("${messages[language].action.copy}")`;
  return itself.includes(cause) ? copyItself : next;
};

const walks = (['en', 'ru'] as const).flatMap((language) =>
  causes.map((cause) => ({ cause, language })),
);

test('every cause that the service can play is walked, which is every cause', () => {
  expect(causes.toSorted()).toEqual(whyCauses.toSorted());
});

/** From the list to a working connection on the clipboard, by the mouse alone. */
async function walkByMouse(page: Page, main: MainProcess, cause: Cause, language: Language) {
  const { title } = troubles[cause];
  // Stands for scrolling to the row, which is not counted.
  await page.getByRole('searchbox').fill(title);
  const walk = new Walk(page);
  await walk.click(`[role=row]:has-text("${title}")`);
  await page.locator('[data-secret]').first().waitFor();
  if (!unasked.includes(cause)) {
    await walk.click('article header [data-more]');
    await walk.click('[data-why-open]');
  }
  // That it has expired the head of the page says.
  if (cause !== 'expired') await says(page, cause, language);
  await walk.click(endOf(cause, language));
  await copied(main, cause);
  return walk.count;
}

/** The same by the keyboard alone. */
async function walkByKeyboard(page: Page, main: MainProcess, cause: Cause, language: Language) {
  const { title } = troubles[cause];
  const walk = new Walk(page);
  await walk.command(`${messages[language].why.askWord} ${title}`);
  await says(page, cause, language);
  const end = endOf(cause, language);
  if (end === copyItself) await walk.command(title);
  else {
    const button = page.locator(end).first();
    await expect.poll(hasFocus(button)).toBe(true);
    await walk.press('Enter');
  }
  await copied(main, cause);
  return walk.count;
}

/** The window as it opens, before any request of the user. */
async function reopen(page: Page, main: MainProcess): Promise<void> {
  main.machine.clipboard.text = '';
  await page.reload();
  await page.locator('h1').waitFor();
  await main.idle();
}

// What a cause is and says is proven in `contract/why-not-working`; here it is reached and read.
test.each(sampled(unasked, 1))(
  'the tip of a row says what is wrong, and by which facts: %s',
  (cause) =>
    inWindow({ setup: troubles[cause].setup }, async (page) => {
      const { title } = troubles[cause];
      await page.getByRole('searchbox').fill(title);
      const facts = page.locator(`[role=row]:has-text("${title}") [title]`);
      const tips = () => facts.evaluateAll((all) => all.map((one) => one.getAttribute('title')));
      const verdict = `${messages.en.why.cause[cause]}. `;
      await expect.poll(tips).toContainEqual(expect.stringMatching(RegExp(`^${verdict}.+`)));
    }),
);

test.each(sampled(walks, 1))(
  '$cause, in $language: a working connection is copied in four actions by mouse at most, two by keyboard',
  async ({ cause, language }) => {
    const setup = { ...troubles[cause].setup, settings: { language } };
    const byMouse = async (page: Page, main: MainProcess) => {
      const count = await walkByMouse(page, main, cause, language);
      expect(count).toBe(unasked.includes(cause) ? 2 : 4);
    };
    await inWindow({ setup }, async (page, main) => {
      expect(await walkByKeyboard(page, main, cause, language)).toBe(2);
      // What was copied just now is not out of date any more.
      if (cause === 'changed') return;
      await reopen(page, main);
      await byMouse(page, main);
    });
    if (cause === 'changed') await inWindow({ setup }, byMouse);
  },
);

/** Finds one that works while nothing is known to, with the mouse alone. */
async function searchByMouse(page: Page, main: MainProcess, language: Language) {
  const { title } = troubles.expiring;
  await page.getByRole('searchbox').fill(title);
  const walk = new Walk(page);
  walk.count += 1;
  await page.locator(`[role=row]:has-text("${title}")`).first().click({ button: 'right' });
  await walk.click(`[role=menuitem]:has-text("${messages[language].check.find.action}")`);
  await walk.click(endOf('unknown', language));
  await expect.poll(() => main.machine.clipboard.text).not.toBe('');
  return walk.count;
}

/** The same with the keyboard alone. */
async function searchByKeyboard(page: Page, main: MainProcess, language: Language) {
  const walk = new Walk(page);
  await walk.command(`${messages[language].why.askWord} ${troubles.expiring.title}`);
  await says(page, 'unknown', language);
  const { fact } = messages[language].why;
  expect(await page.locator('[data-why-facts]').textContent()).toContain(fact.unreached);
  await page.locator('[data-next-action]:focus').waitFor();
  await walk.press('Enter');
  await page.locator(`${endOf('unknown', language)}:focus`).waitFor();
  await walk.press('Enter');
  await expect.poll(() => main.machine.clipboard.text).not.toBe('');
  return walk.count;
}

const searches = (['en', 'ru'] as const).flatMap((language) => [
  { language, by: 'mouse', search: searchByMouse },
  { language, by: 'keyboard', search: searchByKeyboard },
]);

test.each(sampled(searches, 1))(
  'without a network and with nothing known to work one is found and copied in three actions, by $by in $language',
  ({ language, search }) => {
    const setup: Setup = {
      ...troubles.expiring.setup,
      settings: { language },
      before: (main) => main.goOffline(60_000),
    };
    return inWindow({ setup }, async (page, main) => {
      expect(await search(page, main, language)).toBe(3);
    });
  },
);

test('opening a page requests nothing of what the answer rests on, asking why one thing, a check changes the answer, and the palette copies what works', () =>
  inWindow({}, async (page, main, rested) => {
    await page.getByRole('searchbox').fill('Desktop');
    await page.getByRole('row').filter({ hasText: 'Desktop' }).first().click();
    await page.locator('[data-secret]').first().waitFor();
    await rested();
    // What its renewal costs.
    const opening = main.callsOf('cache.read') as { id: string }[];
    expect(opening.map(({ id }) => id)).not.toContain('devices.list');
    await chooseMore(page, '[data-why-open]');
    await note(page).waitFor();
    await expect
      .poll(() => main.callsOf('cache.read').slice(opening.length))
      .toMatchObject([{ id: 'devices.list' }]);
    await expect.poll(() => note(page).textContent()).toMatch(/fedora|No cause found/);
    await page.locator('[data-check-one]').click();
    const { cause } = messages.en.why;
    await expect.poll(() => note(page).textContent()).toContain(cause['fails-here']);
    const walk = new Walk(page);
    await walk.command('find one that works');
    await expect.poll(() => main.machine.clipboard.text).not.toBe('');
    expect(walk.count).toBe(1);
  }));
