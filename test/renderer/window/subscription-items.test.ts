import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from '#test/renderer/eventually.ts';
import { subscriptionPage } from '#test/renderer/scenes/scene.ts';
import type { MainProcess } from './main-process.ts';
import { inWindow } from './in-window.ts';

const contents = (page: Page) => page.getByRole('list', { name: 'Contents' });
const boxes = (page: Page) => contents(page).getByRole('checkbox');
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected connections' });
const panel = (page: Page) => page.locator('[data-batch-panel]');
const ticked = (page: Page) =>
  boxes(page).evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked));
const itemsOf = (main: MainProcess) => main.account.subscriptions[0]?.items ?? [];
const references = (main: MainProcess) =>
  itemsOf(main).map(({ item_type, item_reference_id: id }) => `${item_type}:${String(id)}`);

/** Chooses what else to do with the selected. */
async function choose(page: Page, name: string): Promise<void> {
  await bar(page).getByRole('button', { name: 'What else to do with the selected' }).click();
  await page.getByRole('menuitem', { name }).click();
}

test('items of a subscription are selected by mouse, by keyboard, as a range, and all at once; the last are not removed: the editor opens, and saves nothing empty; with the rest it opens too and says why if the service refuses it', () =>
  inWindow({ path: subscriptionPage }, async (page, main) => {
    await boxes(page).first().click();
    const all = itemsOf(main).length;
    const first = (n: number) => Array.from({ length: all }, (_, at) => at < n);
    expect(await ticked(page)).toEqual(first(1));
    await boxes(page)
      .nth(2)
      .click({ modifiers: ['Shift'] });
    expect(await ticked(page)).toEqual(first(3));
    await page.keyboard.press('Escape');
    expect(await ticked(page)).toEqual(first(0));
    await bar(page).waitFor({ state: 'detached' });
    await boxes(page).first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    expect(await ticked(page)).toEqual(first(2));
    await page.keyboard.press('ControlOrMeta+a');
    expect(await ticked(page)).toEqual(first(all));
    await page.keyboard.press('Escape');
    expect(await ticked(page)).toEqual(first(0));

    const before = references(main);
    await boxes(page).first().focus();
    await page.keyboard.press('ControlOrMeta+a');
    await choose(page, 'Remove from this subscription');
    const save = page.getByRole('button', { name: 'Save the subscription' });
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    expect(references(main)).toEqual(before);
    await page.getByRole('button', { name: 'Cancel' }).click();

    await boxes(page).first().click();
    await choose(page, 'Remove from this subscription');
    const editor = page.locator('[data-bundle-editor]');
    await editor.getByText('The service refused').waitFor();
    expect(references(main)).toEqual(before);
    // One of them is gone at the service.
    await editor.getByRole('button', { name: 'Remove what no longer works' }).click();
    await editor.getByRole('button', { name: 'Save the subscription' }).click();
    await expect.poll(() => references(main)).toHaveLength(before.length - 3);
  }));

test('the actions for connections apply to the selected items that are connections; what no longer works leaves at once, as selected items do, which come back where they were; each state is said once', () =>
  inWindow({ path: subscriptionPage }, async (page, main) => {
    await boxes(page).first().focus();
    await page.keyboard.press('ControlOrMeta+a');
    await bar(page)
      .getByText(/^\d selected, connections: \d$/)
      .waitFor();
    await bar(page).getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => main.callsOf('secrets.copy')).toHaveLength(1);
    await bar(page).getByRole('button', { name: 'Clear the selection' }).click();
    await boxes(page).first().click();
    await boxes(page).nth(1).click();
    const [one, other] = main.account.configs;
    const keys = [one, other].map((config) => `config:${String(config?.id)}`);
    await choose(page, 'Remove from favourites');
    await expect
      .poll(() => main.callsOf('connections.setFavourites'))
      .toEqual([{ keys, favourite: false }]);
    // Undone for what had been a favourite.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => main.callsOf('connections.setFavourites').at(-1))
      .toEqual({ keys: keys.slice(0, 1), favourite: true });
    await choose(page, 'Rename…');
    await panel(page).getByLabel('Title').fill('Family {n}');
    await panel(page).getByRole('button', { name: 'Rename 2' }).press('Enter');
    await eventually(main, () => [one?.title, other?.title]).toEqual(['Family 1', 'Family 2']);
    await panel(page).getByRole('button', { name: 'Close' }).click();
    await contents(page).getByText('Family 2').waitFor();

    const row = contents(page).getByRole('listitem').first();
    expect(await row.locator('[data-state], [data-check], [data-verdict]').count()).toBe(1);
    const before = references(main);
    await page.getByRole('button', { name: 'Remove what no longer works' }).click();
    await expect.poll(() => references(main)).toHaveLength(before.length - 2);
    await expect.poll(() => contents(page).getByText('no longer works').count()).toBe(0);

    const left = references(main);
    const shown = await boxes(page).count();
    await boxes(page).nth(1).click();
    await boxes(page).nth(3).click();
    await choose(page, 'Remove from this subscription');
    await expect.poll(() => references(main)).toEqual(left.filter((_, at) => at !== 1 && at !== 3));
    await expect.poll(() => boxes(page).count()).toBe(shown - 2);
    await bar(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => references(main)).toEqual(left);
  }));
