import { shallowRef } from 'vue';
import type { ConnectionPage, ConnectionRow } from '#contract/ipc/connections.ts';
import type { Failure, Result } from '#contract/failure.ts';
import { blockStart, rowBlocks, wholeBlocks } from './row-blocks.ts';

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
  /** At most as many rows as the view has room for, until it says what it wants. */
  readonly room: number;
  /** Scrolls so that the row at `from` is seen where the row at `to` was before it moved. */
  readonly shift: (rows: number) => void;
  /**
   * Runs what may wait until nothing is left to draw; after a jump until the view has rested, as it
   * has not while the scrollbar is dragged.
   */
  readonly soon: (work: () => void, jumped: boolean) => void;
}

/** With fewer rows than `near` before the view the way it moves, those up to `far` are read. */
const near = 40;
const far = 100;

/**
 * The rows of a long list, of which main holds all and the window a few blocks. What is drawn is
 * swapped whole, when its rows are there: never a blank row. Answers to questions that are no longer
 * asked are dropped.
 */
export function pagedRows({ read, held, room, shift, soon }: PagedRowsOptions) {
  const shown = shallowRef<Shown | null>(null);
  const failure = shallowRef<Failure | null>(null);
  /** The list is in another order than what is drawn, and waits until it may move. */
  const waiting = shallowRef(false);

  const blocks = rowBlocks();
  let asked = new Set<number>();
  let revision = -1;
  let total = 0;
  let all = 0;
  let wanted: Wanted = { top: 0, first: 0, end: room };
  /** Answers of an earlier age belong to another query or revision. */
  let age = 0;
  /** What is wanted is not what is drawn, for want of rows. */
  let behind = false;
  /** The rows are being replaced as a whole: nothing may be added to the old ones. */
  let turning = false;
  let refreshing = false;
  let refreshAgain = false;
  /** Rows that are wanted have been asked for: the next question waits for that answer. */
  let asking = false;
  let lookingAhead = false;
  /** Which way the view moved last: 1 towards the end, -1 towards the beginning. */
  let way = 1;

  function newAge(): number {
    asked = new Set();
    asking = false;
    age += 1;
    return age;
  }

  function start(page: ConnectionPage): void {
    newAge();
    blocks.clear();
    waiting.value = false;
    failure.value = null;
    keep(page);
  }

  function keep(page: ConnectionPage): void {
    ({ revision, total, all } = page);
    blocks.keep(page, wanted.first);
  }

  /** Draws what is wanted, or the end of a list that became shorter, if all of it is there. */
  function draw(): boolean {
    const end = Math.min(wanted.end, total);
    const first = Math.max(0, Math.min(wanted.first, end - (wanted.end - wanted.first)));
    const rows: ConnectionRow[] = [];
    for (let index = first; index < end; index += 1) {
      const found = blocks.at(index);
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

  /** The blocks of a stretch that are neither held nor asked for. */
  function missing(first: number, end: number): number[] {
    const last = Math.min(end, total);
    // As `draw` does, past the end of a list that became shorter.
    const from = Math.max(0, Math.min(first, last - (end - first)));
    return blocks.missing(from, last).filter((index) => !asked.has(index));
  }

  /** Reads the stretch from the first of these blocks to the last. */
  async function fetch(indices: readonly number[]): Promise<void> {
    const mine = age;
    for (const index of indices) asked.add(index);
    const answer = await read(blocks.stretch(indices));
    if (mine !== age) return;
    for (const index of indices) asked.delete(index);
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

  /**
   * Asks for what is wanted and not there. One question at a time: when its answer has come, the next
   * is about where the view stands then, and what it flew past is never read.
   */
  async function ask(): Promise<void> {
    const needed = missing(wanted.first, wanted.end);
    if (asking || turning || needed.length === 0) return;
    asking = true;
    const [mine, then] = [age, wanted];
    await fetch(needed);
    if (mine !== age) return;
    asking = false;
    if (wanted !== then) void ask();
  }

  /** Reads what will be wanted next, so that it is there when it is. */
  function lookAhead(jumped: boolean): void {
    if (lookingAhead && !jumped) return;
    lookingAhead = !jumped;
    const then = wanted;
    soon(() => {
      if (!jumped) lookingAhead = false;
      if (turning || waiting.value || (jumped && wanted !== then)) return;
      const { first, end } = wanted;
      const beyond = (rows: number) =>
        way > 0 ? missing(end, end + rows) : missing(first - rows, first);
      if (beyond(near).length > 0) void fetch(beyond(far));
    }, jumped);
  }

  /** The view scrolled, or became another size. */
  function want(next: Wanted): void {
    const by = next.first - wanted.first;
    if (by !== 0) way = Math.sign(by);
    wanted = next;
    const drawn = draw();
    if (turning) return;
    // Out of the rows that were kept while the order changed: from here on the new order counts.
    if (!drawn && waiting.value && missing(next.first, next.end).length > 0) {
      void accept();
      return;
    }
    void ask();
    lookAhead(Math.abs(by) > next.end - next.first);
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
      limit: wholeBlocks(wanted.end - wanted.first),
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
    lookAhead(false);
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
    const from = blockStart(centre);
    const rows = wanted.end + (centre - wanted.first) - from;
    return read({
      offset: from,
      limit: wholeBlocks(rows),
      ...(locate === undefined ? {} : { locate }),
    });
  }

  /** Whether the rows that are drawn stand at the same places in `page`. */
  function standsStill(page: ConnectionPage): boolean {
    const drawn = shown.value;
    if (drawn === null) return true;
    return drawn.rows.every((old, n) => page.rows[drawn.first + n - page.offset]?.key === old.key);
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
      blocks.merge(answer.value.rows);
      draw();
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
    const anchor = wanted.top === 0 ? undefined : blocks.at(index)?.key;
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
    blocks.merge([changed]);
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
    at: blocks.at,
  };
}

export type PagedRows = ReturnType<typeof pagedRows>;
