import { computed, shallowRef } from 'vue';
import type { ConnectionRow } from '#contract/ipc/connections.ts';

type Rows = readonly ConnectionRow[];

/** The rows that are drawn, and where the first of them stands in the list. */
interface DrawnRows {
  readonly first: number;
  readonly rows: Rows;
}

interface FrozenListOptions {
  /** Pixels from one row to the next. */
  readonly rowHeight: number;
  /** Pixels below the last row of a list that scrolls. */
  readonly endRoom?: number;
  /** Height of the view in pixels until it is measured. */
  readonly height: number;
  /** A row with its present values; one that is gone stays as it was last known. */
  readonly valueOf: (row: ConnectionRow) => ConnectionRow;
  /** Whether a user is about to click: rows then change their values but not their positions. */
  readonly isHeld: () => boolean;
  /** Whether the keyboard is in the list, which holds it too once it was complete. */
  readonly isFocused: () => boolean;
  /** Key of the row that is opened; in view, it stays there when the rows move. */
  readonly current: () => string | null;
  /** Whether main reads no list for the first time: until then rows stay, and others come below them. */
  readonly isComplete: () => boolean;
}

/** Rows beyond either edge. One is enough: rows are drawn in the frame in which the view moves. */
const overscan = 1;

/**
 * Rows that come and go are shown at once unless rows would move under pointer or keyboard, or before the list is
 * complete. Those that stay keep their order until it starts again.
 */
export class FrozenList {
  /** The rows in the order that is shown, with the values of when that was adopted. */
  readonly shown = shallowRef<Rows>([]);
  /** The rows that there are now: other than `shown` while that is held. */
  readonly next = shallowRef<Rows>([]);
  readonly pending = computed(() => this.next.value !== this.shown.value);
  /** Pixels from the top of the list to the top of the view. */
  readonly top = shallowRef(0);
  /** Height of the view, pixels. */
  readonly height = shallowRef(0);
  readonly drawn = computed<DrawnRows>(() => {
    const { first, end } = this.#range();
    return { first, rows: this.shown.value.slice(first, end).map(this.#options.valueOf) };
  });

  readonly #options: FrozenListOptions;
  /** What is shown was adopted after main had read every list. */
  #complete = false;

  constructor(options: FrozenListOptions) {
    this.#options = options;
    this.height.value = options.height;
  }

  /** Another search or filter, whose rows are shown from their top, or another order of the same. */
  restart(rows: Rows, isSame = false): void {
    const opened = isSame ? this.openedInView() : null;
    this.next.value = rows;
    this.top.value = 0;
    this.#show();
    this.#reveal(opened);
  }

  /** Rows came or went: shows that, unless it would move what a user is about to click. */
  update(rows: Rows): void {
    const wasComplete = this.#complete && this.#options.isComplete();
    this.next.value = wasComplete ? this.#inShownOrder(rows) : rows;
    if (!this.#isHeld() || this.#viewStays()) this.#adopt();
    else if (!this.#options.isComplete()) this.#append();
  }

  /** Nobody is about to click any more: shows what waited. */
  release(): void {
    if (this.pending.value && !this.#isHeld()) this.#adopt();
  }

  /** Where a row stands, or -1. */
  positionOf(key: string | null): number {
    return key === null ? -1 : this.shown.value.findIndex((row) => row.key === key);
  }

  /** Key of the row that is opened, while that is in view. */
  openedInView(): string | null {
    const { current, rowHeight } = this.#options;
    const y = this.positionOf(current()) * rowHeight - this.top.value;
    return y > -rowHeight && y < this.height.value ? current() : null;
  }

  #isHeld(): boolean {
    const { isHeld, isFocused, isComplete } = this.#options;
    const holds = isHeld() || !isComplete() || (this.#complete && isFocused());
    return this.shown.value.length > 0 && holds;
  }

  #append(): void {
    const shown = new Set(this.shown.value.map(({ key }) => key));
    const added = this.next.value.filter(({ key }) => !shown.has(key));
    this.shown.value = [...this.shown.value, ...added];
  }

  /** A new row follows the one that it is behind; the others do not move. */
  #inShownOrder(rows: Rows): Rows {
    const places = new Map(this.shown.value.map(({ key }, n) => [key, n]));
    let place = -1;
    return rows
      .map((row) => {
        place = places.get(row.key) ?? place;
        return { row, place };
      })
      .toSorted((one, other) => one.place - other.place)
      .map(({ row }) => row);
  }

  /** The drawn rows, `end` exclusive. */
  #range(): { readonly first: number; readonly end: number } {
    const { rowHeight } = this.#options;
    const first = Math.max(0, Math.floor(this.top.value / rowHeight) - overscan);
    const count = Math.ceil(this.height.value / rowHeight) + 2 * overscan + 1;
    return { first, end: Math.min(first + count, this.shown.value.length) };
  }

  #viewStays(): boolean {
    const { first, end } = this.#range();
    const next = this.next.value;
    return this.shown.value.slice(first, end).every(({ key }, n) => next[first + n]?.key === key);
  }

  /** The focused row in view stays where it is; where the list is scrolled, the first that is still there. */
  #adopt(): void {
    const { rowHeight, isFocused } = this.#options;
    const opened = this.openedInView();
    const focused = isFocused() ? this.positionOf(opened) : -1;
    if (this.top.value > 0 || focused >= 0) {
      const positions = new Map(this.next.value.map(({ key }, position) => [key, position]));
      const from = focused < 0 ? Math.floor(this.top.value / rowHeight) : focused;
      for (let before = from; before < this.#range().end; before += 1) {
        const after = positions.get(this.shown.value[before]?.key ?? '');
        if (after === undefined) continue;
        this.top.value += (after - before) * rowHeight;
        break;
      }
    }
    this.#show();
    this.#reveal(opened);
  }

  #reveal(key: string | null): void {
    const { rowHeight } = this.#options;
    const y = this.positionOf(key) * rowHeight;
    if (y < 0) return;
    this.top.value = Math.min(y, Math.max(this.top.value, y + rowHeight - this.height.value));
  }

  #show(): void {
    this.shown.value = this.next.value;
    this.#complete = this.#options.isComplete();
    const { rowHeight, endRoom = 0 } = this.#options;
    const length = this.shown.value.length * rowHeight;
    const lowest = length > this.height.value ? length + endRoom - this.height.value : 0;
    this.top.value = Math.max(0, Math.min(this.top.value, lowest));
  }
}
