import { shallowRef } from 'vue';
import type { ConnectionPage, ConnectionRow } from '../../src-contract/bridge.ts';
import type { Failure, Result } from '../../src-contract/failure.ts';

/** What is drawn: rows that stand together, and the scroll position they were laid out for. */
export interface Shown {
  /** Position of the first of `rows` among all that match. */
  readonly first: number;
  readonly rows: readonly ConnectionRow[];
  /** How many match, and how many there are. */
  readonly total: number;
  readonly all: number;
  /** Pixels from the top of the list. */
  readonly top: number;
}

/** What the view wants to draw: rows `first` up to, without, `end`, at a scroll position. */
export interface Wanted {
  readonly top: number;
  readonly first: number;
  readonly end: number;
}

/** One question to main: a stretch of the list as it is filtered and sorted now. */
export interface Stretch {
  readonly offset: number;
  readonly limit: number;
  readonly locate?: string;
}

export interface PagedRowsOptions {
  /** Reads a stretch of the list with the filter and order of this moment. */
  readonly read: (stretch: Stretch) => Promise<Result<ConnectionPage>>;
  /** Whether a person is about to click: rows then change their values but not their places. */
  readonly held: () => boolean;
  /** Scrolls so that the row at `from` is seen where the row at `to` was before it moved. */
  readonly shift: (rows: number) => void;
}

const block = 50;
const mostBlocks = 24;
/** Rows read ahead on either side of what is drawn. */
const ahead = 50;

/**
 * The rows of a long list, of which main holds all and the window a few blocks. What is drawn is
 * swapped whole, when its rows are there: never a blank row. Answers to questions that are no longer
 * asked are dropped.
 */
export function pagedRows({ read, held, shift }: PagedRowsOptions) {
  const shown = shallowRef<Shown | null>(null);
  const failure = shallowRef<Failure | null>(null);
  /** The list is in another order than what is drawn, and waits until it may move. */
  const waiting = shallowRef(false);

  let blocks = new Map<number, readonly ConnectionRow[]>();
  let asked = new Set<number>();
  let revision = -1;
  let total = 0;
  let all = 0;
  let wanted: Wanted = { top: 0, first: 0, end: block };
  /** Answers of an earlier age belong to another query or revision. */
  let age = 0;
  /** What is wanted is not what is drawn, for want of rows. */
  let behind = false;
  /** The rows are being replaced as a whole: nothing may be added to the old ones. */
  let turning = false;
  let refreshing = false;
  let refreshAgain = false;

  function row(index: number): ConnectionRow | undefined {
    const found = blocks.get(Math.floor(index / block));
    return found?.[index % block];
  }

  function newAge(): number {
    asked = new Set();
    age += 1;
    return age;
  }

  function start(page: ConnectionPage): void {
    newAge();
    blocks = new Map();
    waiting.value = false;
    failure.value = null;
    keep(page);
  }

  function keep(page: ConnectionPage): void {
    ({ revision, total, all } = page);
    for (let at = page.offset; at < page.offset + Math.max(1, page.rows.length); at += block) {
      const index = Math.floor(at / block);
      blocks.delete(index);
      blocks.set(index, page.rows.slice(at - page.offset, at - page.offset + block));
    }
    const near = Math.floor(wanted.first / block);
    const byDistance = [...blocks.keys()].sort((a, b) => Math.abs(b - near) - Math.abs(a - near));
    for (const index of byDistance.slice(0, Math.max(0, blocks.size - mostBlocks))) {
      blocks.delete(index);
    }
  }

  /** Draws what is wanted, or the end of a list that became shorter, if all of it is there. */
  function draw(): boolean {
    const end = Math.min(wanted.end, total);
    const first = Math.max(0, Math.min(wanted.first, end - (wanted.end - wanted.first)));
    const rows: ConnectionRow[] = [];
    for (let index = first; index < end; index += 1) {
      const found = row(index);
      if (found === undefined) {
        behind = true;
        return false;
      }
      rows.push(found);
    }
    behind = false;
    shown.value = { first, rows, total, all, top: wanted.top };
    return true;
  }

  function missing(first: number, end: number): number[] {
    const found: number[] = [];
    const last = Math.min(end, total) - 1;
    // As `draw` does, past the end of a list that became shorter.
    const from = Math.max(0, Math.min(first, last + 1 - (end - first)));
    for (let index = Math.floor(from / block); index * block <= last; index += 1) {
      if (!blocks.has(index) && !asked.has(index)) found.push(index);
    }
    return found;
  }

  async function fetch(index: number): Promise<void> {
    const mine = age;
    asked.add(index);
    const answer = await read({ offset: index * block, limit: block });
    if (mine !== age) return;
    asked.delete(index);
    if (!answer.ok) {
      failure.value = answer.failure;
      return;
    }
    if (answer.value.revision !== revision && !waiting.value) {
      void refresh();
      return;
    }
    keep(answer.value);
    if (behind) draw();
  }

  /** The view scrolled, or became another size. */
  function want(next: Wanted): void {
    wanted = next;
    const drawn = draw();
    if (turning) return;
    const needed = missing(next.first, next.end);
    // Out of the rows that were kept while the order changed: from here on the new order counts.
    if (!drawn && needed.length > 0 && waiting.value) {
      void accept();
      return;
    }
    const around = waiting.value ? [] : missing(next.first - ahead, next.end + ahead);
    for (const index of new Set([...needed, ...around])) void fetch(index);
  }

  /**
   * Another filter or order: from the top, with what is drawn standing until it has arrived.
   * Answers with the position of `locate`, or -1.
   */
  async function restart(locate?: string): Promise<number> {
    const mine = newAge();
    turning = true;
    const answer = await read({
      offset: 0,
      limit: block,
      ...(locate === undefined ? {} : { locate }),
    });
    if (mine !== age) return -1;
    turning = false;
    if (!answer.ok) {
      failure.value = answer.failure;
      return -1;
    }
    wanted = { top: 0, first: 0, end: Math.max(1, wanted.end - wanted.first) };
    start(answer.value);
    draw();
    catchUp();
    return answer.value.located;
  }

  /** A change that was heard of while it could not be looked at. */
  function catchUp(): void {
    if (turning || !refreshAgain) return;
    refreshAgain = false;
    void refresh();
  }

  /** Reads the stretch that is drawn, in whole blocks, as the list is now. */
  function readAround(centre: number, locate: string | undefined) {
    const from = Math.max(0, Math.floor(centre / block) * block);
    const spans = wanted.end + (centre - wanted.first) > from + block;
    return read({
      offset: from,
      limit: spans ? 2 * block : block,
      ...(locate === undefined ? {} : { locate }),
    });
  }

  /** Whether the rows that are drawn stand at the same places in `page`. */
  function standsStill(page: ConnectionPage): boolean {
    const drawn = shown.value;
    if (drawn === null) return true;
    return drawn.rows.every((old, n) => page.rows[drawn.first + n - page.offset]?.key === old.key);
  }

  /** New values for the rows that are drawn and still found, in their old places. */
  function mergeValues(page: ConnectionPage): void {
    const fresh = new Map(page.rows.map((found) => [found.key, found]));
    for (const [index, rows] of blocks) {
      blocks.set(
        index,
        rows.map((old) => fresh.get(old.key) ?? old),
      );
    }
    draw();
  }

  /** Something in the list changed: takes it over, without moving what is about to be clicked. */
  async function refresh(): Promise<void> {
    if (refreshing || turning) {
      refreshAgain = true;
      return;
    }
    refreshing = true;
    const mine = age;
    const answer = await readAround(wanted.first, undefined);
    refreshing = false;
    if (mine !== age) refreshAgain = true;
    else if (!answer.ok) failure.value = answer.failure;
    else if (standsStill(answer.value)) {
      start(answer.value);
      if (!draw()) want(wanted);
    } else if (held() && total > 0) {
      mergeValues(answer.value);
      waiting.value = true;
    } else await accept();
    catchUp();
  }

  /** Takes the new order over, with the first row that is drawn staying where it is if it can. */
  async function accept(): Promise<void> {
    if (turning) return;
    const mine = newAge();
    turning = true;
    const index = wanted.first;
    const anchor = wanted.top === 0 ? undefined : row(index)?.key;
    let answer = await readAround(index, anchor);
    const moved = answer.ok && answer.value.located >= 0 ? answer.value.located - index : 0;
    if (moved !== 0 && mine === age) answer = await readAround(index + moved, undefined);
    if (mine !== age) return;
    turning = false;
    if (!answer.ok) {
      failure.value = answer.failure;
      return;
    }
    start(answer.value);
    if (moved !== 0) {
      wanted = { ...wanted, first: wanted.first + moved, end: wanted.end + moved };
      shift(moved);
    }
    if (!draw()) want(wanted);
    catchUp();
  }

  /** Changes one row that is held here, as when it became a favourite. */
  function replace(changed: ConnectionRow): void {
    for (const [index, rows] of blocks) {
      const at = rows.findIndex((old) => old.key === changed.key);
      if (at >= 0) blocks.set(index, rows.with(at, changed));
    }
    draw();
  }

  return {
    shown,
    failure,
    waiting,
    want,
    restart,
    refresh,
    accept,
    replace,
    /** The row at a position, if it is held here. */
    at: row,
  };
}

export type PagedRows = ReturnType<typeof pagedRows>;
