import type { Page } from 'playwright-core';
import type { BatchDetail, BatchList } from '#contract/ipc/batches.ts';
import type { ConnectionRows } from '#contract/ipc/connections.ts';
import { rowsFrom } from '#contract/connections/rows-text.ts';
import { compareTitles } from './compare-stored.ts';
import type { ManyChange } from './steps.ts';
import { read, type Place } from './surroundings.ts';
import { shortTimeout, succeeds, type WalkContext } from './walk-context.ts';

/** How long to wait for a batch before the next step, milliseconds. */
const watchMs = 10_000;

/** What a user does with many connections at once, by the keyboard. */
export class BatchSteps {
  readonly #walk: WalkContext;

  constructor(walk: WalkContext) {
    this.#walk = walk;
  }

  /** Changes all that are selected. */
  async change(change: ManyChange): Promise<void> {
    const { culvert, around } = this.#walk;
    const [page, place] = [await culvert.page(), await around.openPlace(culvert)];
    const keys = await page.evaluate<string[]>(
      "[...document.querySelectorAll('[role=row][aria-selected=true]')].map(({ id }) => id.slice(4))",
    );
    const more = page.getByRole('button', { name: 'What else to do with the selected' });
    const isOpen = await succeeds(more.press('Enter', shortTimeout));
    if (!isOpen || place === undefined) return;
    const line = page.getByRole('menuitem', { name: change, exact: true });
    await succeeds(line.focus(shortTimeout));
    await this.#walk.press('Enter');
    if (change === 'Add to favourites' || change === 'Remove from favourites') {
      await this.#checkFavourites(keys, change === 'Add to favourites');
      return;
    }
    await this.#begin(page, place, keys);
  }

  /** Takes the n-th offer of the page of batches. */
  async again(nth: number): Promise<void> {
    const { culvert, around } = this.#walk;
    await this.#walk.press('Escape');
    await this.#walk.go('/batches');
    const [page, place] = [await culvert.page(), await around.openPlace(culvert)];
    const offers = page.locator('main [data-batch] button');
    await succeeds(offers.first().waitFor(shortTimeout));
    const count = await offers.count();
    if (count === 0 || place === undefined) return;
    await succeeds(offers.nth(nth % count).focus(shortTimeout));
    await this.#walk.press('Enter');
    await this.#begin(page, place, null);
  }

  /**
   * Starts the batch that the panel shows, if possible, and closes the panel.
   *
   * @param keys the connections that it may change; `null` for those of an earlier batch
   */
  async #begin(page: Page, place: Place, keys: readonly string[] | null): Promise<void> {
    const { culvert, around } = this.#walk;
    const panel = page.locator('[data-batch-panel]');
    const isThere = await succeeds(panel.waitFor(shortTimeout));
    // The offer was to stop one.
    if (!isThere) return;
    const before = await this.#list();
    const pattern = panel.getByLabel('Title', { exact: true });
    if ((await pattern.count()) > 0) await pattern.fill(`${place.mark}{n}`, shortTimeout);
    const start = panel.locator('footer button:last-child:not([aria-disabled=true])');
    // No item can be changed, or the plan has not arrived yet.
    if (!(await succeeds(start.waitFor(shortTimeout)))) {
      await this.#walk.press('Escape');
      return;
    }
    await succeeds(start.focus(shortTimeout));
    await this.#walk.press('Enter');
    await this.#walk.answerSoon();
    const until = performance.now() + watchMs;
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
    await this.#walk.press('Escape');
  }

  async #list(): Promise<BatchList> {
    const list = (await read(this.#walk.culvert, 'batches.list', {})) as Partial<BatchList>;
    return { batches: list.batches ?? [] };
  }

  async #checkFavourites(keys: readonly string[], favourite: boolean): Promise<void> {
    const { culvert, around } = this.#walk;
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
