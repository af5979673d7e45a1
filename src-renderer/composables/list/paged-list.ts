import { shallowRef } from 'vue';
import type { ConnectionPage, ConnectionRow } from '#contract/ipc/connections.ts';
import type { Failure, Result } from '#contract/failure.ts';
import { createPageCache, pageStart, roundUpToPages, type RowRange } from './page-cache.ts';

/** The rows that are drawn, and the scroll position they were laid out for. */
interface RenderedRows {
  /** Position of the first of `rows` among all that match. */
  readonly first: number;
  readonly rows: readonly ConnectionRow[];
  /** How many match, and how many connections there are. */
  readonly total: number;
  readonly all: number;
  /** How many rows the list is laid out for: `total`, or of the old order while that is held. */
  readonly length: number;
  /** Pixels from the top of the list. */
  readonly top: number;
}

/** Rows `first` to `end` (exclusive) are in view at the scroll position `top`, in pixels. */
interface Viewport {
  readonly top: number;
  readonly first: number;
  readonly end: number;
}

/** A query to main: a range of rows, and the key whose position is requested with it. */
export interface RowQuery extends RowRange {
  readonly locate?: string;
}

export interface PagedListOptions {
  /** Reads rows with the filter and the order of this moment. */
  readonly read: (query: RowQuery) => Promise<Result<ConnectionPage>>;
  /** Whether a user is about to click: rows then change their values but not their positions. */
  readonly isHeld: () => boolean;
  /** Whether main has read every list at least once. Until the rows of that are shown, none is held. */
  readonly isComplete: () => boolean;
  /** At most as many rows as fit into the view, until `setViewport` is called. */
  readonly initialRows: number;
  /** Scrolls by a number of rows, so that the rows in view stay where they are. */
  readonly scrollBy: (rows: number) => void;
  /**
   * Runs work once nothing is left to draw; after a jump, once the view has rested. It has not while
   * the scrollbar is dragged.
   */
  readonly whenIdle: (work: () => void, jumped: boolean) => void;
}

/** With fewer than `prefetchBelow` rows cached ahead of the view, rows up to `prefetchTo` are read. */
const prefetchBelow = 40;
const prefetchTo = 100;

/**
 * The rows of a long list of which main holds all and the window a few pages. The drawn rows are
 * replaced only when all of the new ones are cached, so no row is ever blank. Answers to outdated
 * queries are dropped.
 */
export class PagedList {
  readonly rendered = shallowRef<RenderedRows | null>(null);
  readonly failure = shallowRef<Failure | null>(null);
  /** The list has a new order, which is held back until it may be shown. */
  readonly pending = shallowRef(false);

  readonly #options: PagedListOptions;
  readonly #cache = createPageCache();
  #viewport: Viewport;
  /** Which way the view moved last: 1 towards the end, -1 towards the beginning. */
  #direction = 1;

  #revision = -1;
  #total = 0;
  #all = 0;
  /** How many rows the cached order has. */
  #length = 0;
  /** The cached rows were read after main had read every list. */
  #complete = false;

  /** Answers of an earlier generation belong to another query or revision. */
  #generation = 0;
  #requested = new Set<number>();
  /** Rows in view are being read: the next read waits for that answer. */
  #loading = false;
  #prefetching = false;
  /** The rows in view are not all cached, so older ones are still drawn. */
  #incomplete = false;
  /** All rows are being replaced: nothing may be added to the old ones. */
  #replacing = false;
  #refreshing = false;
  #refreshAgain = false;

  constructor(options: PagedListOptions) {
    this.#options = options;
    this.#viewport = { top: 0, first: 0, end: options.initialRows };
  }

  /** The row at a position, if it is cached. */
  at(position: number): ConnectionRow | undefined {
    return this.#cache.at(position);
  }

  /** The view was scrolled or resized. */
  setViewport(next: Viewport): void {
    const moved = next.first - this.#viewport.first;
    if (moved !== 0) this.#direction = Math.sign(moved);
    this.#viewport = next;
    const drawn = this.#render();
    if (this.#replacing) return;
    // Beyond the rows that are cached of the old order: from here on the new order counts.
    if (!drawn && this.pending.value && this.#missing(next.first, next.end).length > 0) {
      void this.applyPending();
      return;
    }
    void this.#loadVisible();
    this.#prefetch(Math.abs(moved) > next.end - next.first);
  }

  /**
   * Starts over from the top, after another filter or order; the old rows stay drawn until the answer.
   *
   * @returns the position of `locate`, or -1
   */
  async restart(locate?: string): Promise<number> {
    const generation = this.#nextGeneration();
    this.#replacing = true;
    const rows = this.#viewport.end - this.#viewport.first;
    const complete = this.#options.isComplete();
    const answer = await this.#read({ offset: 0, limit: roundUpToPages(rows) }, locate);
    if (generation !== this.#generation) return -1;
    this.#replacing = false;
    if (!answer.ok) {
      this.failure.value = answer.failure;
      return -1;
    }
    this.#viewport = { top: 0, first: 0, end: Math.max(1, rows) };
    this.#replaceRows(answer.value, complete);
    this.#render();
    this.#prefetch(false);
    this.#refreshIfMissed();
    return answer.value.located;
  }

  /** Something in the list changed: shows it, without moving what a user is about to click. */
  async refresh(): Promise<void> {
    if (this.#refreshing || this.#replacing) {
      this.#refreshAgain = true;
      return;
    }
    this.#refreshing = true;
    const generation = this.#generation;
    const complete = this.#options.isComplete();
    const answer = await this.#readAround(this.#viewport.first);
    this.#refreshing = false;
    if (generation !== this.#generation) this.#refreshAgain = true;
    else if (!answer.ok) this.failure.value = answer.failure;
    else if (this.#keepsPositions(answer.value)) this.#showReplaced(answer.value, complete);
    else if (this.#isHeld()) this.#hold(answer.value);
    else await this.applyUnlessHeld();
    this.#refreshIfMissed();
  }

  /** Shows the new order because the user wants to see it. */
  applyPending(): Promise<void> {
    return this.#showNewOrder(() => false);
  }

  /** Shows the new order, unless somebody is about to click by the time it has been read. */
  applyUnlessHeld(): Promise<void> {
    return this.#showNewOrder(() => this.#isHeld());
  }

  /** Shows the new order, with the first row in view staying where it is if it can. */
  async #showNewOrder(isHeld: () => boolean): Promise<void> {
    if (this.#replacing) return;
    const generation = this.#nextGeneration();
    this.#replacing = true;
    const { first, top, end } = this.#viewport;
    const complete = this.#options.isComplete();
    const anchor = top === 0 ? undefined : this.#cache.at(first)?.key;
    let answer = await this.#readAround(first, anchor);
    const moved = answer.ok && answer.value.located >= 0 ? answer.value.located - first : 0;
    if (moved !== 0 && generation === this.#generation) {
      answer = await this.#readAround(first + moved);
    }
    if (generation !== this.#generation) return;
    this.#replacing = false;
    if (!answer.ok) {
      this.failure.value = answer.failure;
      return;
    }
    if (isHeld()) {
      this.#hold(answer.value);
      this.setViewport(this.#viewport);
      this.#refreshIfMissed();
      return;
    }
    if (moved !== 0) {
      this.#viewport = { top, first: first + moved, end: end + moved };
      this.#options.scrollBy(moved);
    }
    this.#showReplaced(answer.value, complete);
    this.#refreshIfMissed();
  }

  /** Replaces one row in its place, for example when it became a favourite. */
  replace(changed: ConnectionRow): void {
    this.#cache.update([changed]);
    this.#render();
  }

  #isHeld(): boolean {
    return this.#complete && this.#options.isHeld() && this.#length > 0;
  }

  #nextGeneration(): number {
    this.#requested = new Set();
    this.#loading = false;
    this.#generation += 1;
    return this.#generation;
  }

  #replaceRows(page: ConnectionPage, complete: boolean): void {
    this.#nextGeneration();
    this.#cache.clear();
    this.pending.value = false;
    this.failure.value = null;
    this.#complete = complete;
    this.#store(page);
  }

  #store(page: ConnectionPage): void {
    this.#revision = page.revision;
    this.#total = page.total;
    this.#all = page.all;
    this.#length = page.total;
    this.#cache.store(page, this.#viewport.first);
  }

  #showReplaced(page: ConnectionPage, complete: boolean): void {
    this.#replaceRows(page, complete);
    if (!this.#render()) this.setViewport(this.#viewport);
  }

  /** Takes over values and totals, and leaves the rows in their order until `applyPending`. */
  #hold(page: ConnectionPage): void {
    this.#cache.update(page.rows);
    this.#total = page.total;
    this.#all = page.all;
    this.pending.value = true;
    this.#render();
  }

  /** Draws the rows in view, or the end of a list that became shorter, if all of them are cached. */
  #render(): boolean {
    const { first, end } = this.#clamp(this.#viewport.first, this.#viewport.end);
    const rows: ConnectionRow[] = [];
    for (let position = first; position < end; position += 1) {
      const row = this.#cache.at(position);
      if (row === undefined) {
        this.#incomplete = true;
        return false;
      }
      rows.push(row);
    }
    this.#incomplete = false;
    const { top } = this.#viewport;
    const [total, all, length] = [this.#total, this.#all, this.#length];
    this.rendered.value = { first, rows, total, all, length, top };
    return true;
  }

  /** A range of rows, moved up to the end of the list where it lies beyond. */
  #clamp(first: number, end: number): { readonly first: number; readonly end: number } {
    const last = Math.min(end, this.#length);
    return { first: Math.max(0, Math.min(first, last - (end - first))), end: last };
  }

  /** The pages of a range that are neither cached nor requested. */
  #missing(first: number, end: number): number[] {
    const range = this.#clamp(first, end);
    return this.#cache
      .missing(range.first, range.end)
      .filter((index) => !this.#requested.has(index));
  }

  #read(range: RowRange, locate?: string): Promise<Result<ConnectionPage>> {
    return this.#options.read(locate === undefined ? range : { ...range, locate });
  }

  /** Reads whole pages for the view as if the row at `first` were its first. */
  #readAround(first: number, locate?: string): Promise<Result<ConnectionPage>> {
    const offset = pageStart(first);
    const rows = first + this.#viewport.end - this.#viewport.first - offset;
    return this.#read({ offset, limit: roundUpToPages(rows) }, locate);
  }

  async #load(pages: readonly number[]): Promise<void> {
    const generation = this.#generation;
    for (const index of pages) this.#requested.add(index);
    const answer = await this.#read(this.#cache.rangeOf(pages));
    if (generation !== this.#generation) return;
    for (const index of pages) this.#requested.delete(index);
    if (!answer.ok) {
      this.failure.value = answer.failure;
      return;
    }
    if (answer.value.revision !== this.#revision) {
      // While the old order is held, rows of the new one are none of it.
      if (!this.pending.value) void this.refresh();
      return;
    }
    this.#store(answer.value);
    if (this.#incomplete) this.#render();
  }

  /**
   * Reads the rows in view that are not cached, one query at a time: after an answer, the next one
   * is about where the view is by then. Rows that it only flew past are never read.
   */
  async #loadVisible(): Promise<void> {
    const { first, end } = this.#viewport;
    const pages = this.#missing(first, end);
    if (this.#loading || this.#replacing || pages.length === 0) return;
    this.#loading = true;
    const [generation, viewport] = [this.#generation, this.#viewport];
    await this.#load(pages);
    if (generation !== this.#generation) return;
    this.#loading = false;
    if (this.#viewport !== viewport) void this.#loadVisible();
  }

  /** Reads the rows ahead of the view, so that they are cached when it gets there. */
  #prefetch(jumped: boolean): void {
    if (this.#prefetching && !jumped) return;
    this.#prefetching = !jumped;
    const viewport = this.#viewport;
    this.#options.whenIdle(() => {
      if (!jumped) this.#prefetching = false;
      if (this.#replacing || this.pending.value) return;
      if (jumped && this.#viewport !== viewport) return;
      if (this.#missingAhead(prefetchBelow).length > 0) {
        void this.#load(this.#missingAhead(prefetchTo));
      }
    }, jumped);
  }

  #missingAhead(rows: number): number[] {
    const { first, end } = this.#viewport;
    return this.#direction > 0
      ? this.#missing(end, end + rows)
      : this.#missing(first - rows, first);
  }

  /** Whether the drawn rows have the same positions in `page`. */
  #keepsPositions(page: ConnectionPage): boolean {
    const drawn = this.rendered.value;
    if (drawn === null) return true;
    return drawn.rows.every((row, n) => page.rows[drawn.first + n - page.offset]?.key === row.key);
  }

  /** Refreshes for a change that was published while a read was under way. */
  #refreshIfMissed(): void {
    if (this.#replacing || !this.#refreshAgain) return;
    this.#refreshAgain = false;
    void this.refresh();
  }
}
