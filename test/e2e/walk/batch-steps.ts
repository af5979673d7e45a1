import type { Page } from 'playwright-core';
import type { BatchDetail, BatchList } from '#contract/ipc/batches.ts';
import type { ConnectionRows } from '#contract/ipc/connections.ts';
import { rowsFrom } from '#contract/list/rows-text.ts';
import { compareTitles } from './compare-kept.ts';
import type { ManyChange } from './steps.ts';
import { read, type Place } from './surroundings.ts';
import { impatient, isDone, type Hands } from './hands.ts';

/** How long a batch is watched before it goes on behind the next steps, milliseconds. */
const watched = 10_000;

/** What a user does with many connections at once, by the keyboard. */
export class BatchSteps {
  readonly #hands: Hands;

  constructor(hands: Hands) {
    this.#hands = hands;
  }

  /** Changes all that are selected. */
  async change(change: ManyChange): Promise<void> {
    const { culvert, around } = this.#hands;
    const [page, place] = [await culvert.page(), await around.openPlace(culvert)];
    const keys = await page.evaluate<string[]>(
      "[...document.querySelectorAll('[role=row][aria-selected=true]')].map(({ id }) => id.slice(4))",
    );
    const more = page.getByRole('button', { name: 'What else to do with the selected' });
    const isOpen = await isDone(more.press('Enter', impatient));
    if (!isOpen || place === undefined) return;
    const line = page.getByRole('menuitem', { name: change, exact: true });
    await isDone(line.focus(impatient));
    await this.#hands.press('Enter');
    if (change === 'Favourite' || change === 'Not favourite') {
      await this.#checkFavourites(keys, change === 'Favourite');
      return;
    }
    await this.#begin(page, place, keys);
  }

  /** Takes the n-th offer of the page of batches. */
  async again(nth: number): Promise<void> {
    const { culvert, around } = this.#hands;
    await this.#hands.press('Escape');
    await this.#hands.go('/batches');
    const [page, place] = [await culvert.page(), await around.openPlace(culvert)];
    const offers = page.locator('main [data-batch] button');
    await isDone(offers.first().waitFor(impatient));
    const count = await offers.count();
    if (count === 0 || place === undefined) return;
    await isDone(offers.nth(nth % count).focus(impatient));
    await this.#hands.press('Enter');
    await this.#begin(page, place, null);
  }

  /**
   * Begins what the panel shows, if it can be begun, and closes the panel.
   *
   * @param keys what it may be of; `null` for what an earlier batch was of
   */
  async #begin(page: Page, place: Place, keys: readonly string[] | null): Promise<void> {
    const { culvert, around } = this.#hands;
    const panel = page.locator('[data-batch-panel]');
    const isThere = await isDone(panel.waitFor(impatient));
    // The offer was to stop one.
    if (!isThere) return;
    const before = await this.#list();
    const pattern = panel.getByLabel('Title', { exact: true });
    if ((await pattern.count()) > 0) await pattern.fill(`${place.mark}{n}`, impatient);
    const start = panel.locator('footer button:last-child:not([aria-disabled=true])');
    // Nothing of it can be done, or the service has not said yet what can.
    if (!(await isDone(start.waitFor(impatient)))) {
      await this.#hands.press('Escape');
      return;
    }
    await isDone(start.focus(impatient));
    await this.#hands.press('Enter');
    await this.#hands.answerSoon();
    const until = performance.now() + watched;
    let now = await this.#list();
    while (now.batches.some(({ running }) => running) && performance.now() < until) {
      await page.waitForTimeout(200);
      now = await this.#list();
    }
    const known = new Set(before.batches.map(({ id }) => id));
    for (const { id } of now.batches.filter((batch) => !known.has(batch.id))) {
      const detail = (await read(culvert, 'batches.get', { id })) as BatchDetail;
      around.count(`batch: ${detail.summary.action}`);
      around.complaints.push(...compareTitles(detail, place.service.control.account()));
      const others = detail.items.filter(({ key }) => keys?.includes(key) === false);
      around.complaints.push(...others.map(({ key }) => `${key} was changed and not selected`));
    }
    await this.#hands.press('Escape');
  }

  async #list(): Promise<BatchList> {
    const list = (await read(this.#hands.culvert, 'batches.list', {})) as Partial<BatchList>;
    return { batches: list.batches ?? [] };
  }

  async #checkFavourites(keys: readonly string[], favourite: boolean): Promise<void> {
    const { culvert, around } = this.#hands;
    // Main answers in order.
    const answer = (await read(culvert, 'connections.rows', {})) as Partial<ConnectionRows>;
    if (answer.rows === undefined) return;
    const wrong = rowsFrom(answer.rows).filter(
      (row) => keys.includes(row.key) && row.favourite !== favourite,
    );
    around.count('batch: favourites');
    around.complaints.push(...wrong.map(({ key }) => `${key}: favourite is ${String(!favourite)}`));
  }
}
