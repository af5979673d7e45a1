import type { ConnectionPage, ConnectionRow } from '#contract/ipc/connections.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import { PagedList, type RowQuery } from '#renderer/composables/list/paged-list.ts';

export function row(key: string, title = key): ConnectionRow {
  return {
    key,
    source: 'config',
    title,
    protocol: 'vless',
    country: 'NL',
    place: 'Amsterdam',
    host: 'nl.example.net:443',
    state: { state: 'usable', online: 'online', since: 1 },
    createdAt: null,
    expiresAt: null,
    autoRenewal: null,
    favourite: false,
    server: null,
    forms: ['url'],
  };
}

/** A main process that holds a list and answers when the test says so, and the list read from it. */
class ListFixture {
  readonly open: { query: RowQuery; answer: () => void; refuse: () => void }[] = [];
  readonly shifts: number[] = [];
  readonly paged = new PagedList({
    read: (query) => this.#read(query),
    isHeld: () => this.#held,
    isComplete: () => this.#complete,
    initialRows: 50,
    scrollBy: (by) => this.shifts.push(by),
    whenIdle: (work, jumped) => {
      if (jumped) this.#whenSettled.push(work);
      else this.#whenDrawn.push(work);
    },
  });
  readonly #whenDrawn: (() => void)[] = [];
  readonly #whenSettled: (() => void)[] = [];
  #rows: ConnectionRow[];
  #revision = 1;
  #held = false;
  #complete = true;

  constructor(size: number) {
    this.#rows = Array.from({ length: size }, (_, n) => row(`config:${String(n)}`));
  }

  hold(on: boolean): void {
    this.#held = on;
  }

  /** Main has read every list at least once, or not yet. */
  setComplete(on: boolean): void {
    this.#complete = on;
  }

  /** The window has drawn everything, and so many jumps are over for a while. */
  idle(jumps = 0): void {
    for (const work of this.#whenDrawn.splice(0)) work();
    for (const work of this.#whenSettled.splice(0, jumps)) work();
  }

  /** Answers every request, until there is none. */
  async answerAll(): Promise<void> {
    for (let turn = 0; turn < 20 && this.open.length > 0; turn += 1) {
      for (const { answer } of this.open.splice(0)) answer();
      await this.settle();
    }
  }

  async settle(): Promise<void> {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }

  change(alter: (all: ConnectionRow[]) => ConnectionRow[]): void {
    this.#rows = alter(this.#rows);
    this.#revision += 1;
  }

  async start(): Promise<void> {
    const started = this.paged.restart();
    await this.answerAll();
    await started;
    this.paged.setViewport({ top: 0, first: 0, end: 20 });
    await this.answerAll();
  }

  keys(): string[] {
    return this.paged.rendered.value?.rows.map(({ key }) => key) ?? [];
  }

  #read(query: RowQuery): Promise<Result<ConnectionPage>> {
    return new Promise((resolve) => {
      this.open.push({
        query,
        answer: () => {
          resolve(ok(this.#page(query)));
        },
        refuse: () => {
          resolve(fail('vault'));
        },
      });
    });
  }

  #page({ offset, limit, locate }: RowQuery): ConnectionPage {
    const rows = this.#rows;
    return {
      revision: this.#revision,
      total: rows.length,
      all: rows.length,
      offset,
      rows: rows.slice(offset, offset + limit),
      located: locate === undefined ? -1 : rows.findIndex(({ key }) => key === locate),
    };
  }
}

/** A list of so many rows, whose main process answers when the test says so. */
export const list = (size: number): ListFixture => new ListFixture(size);

/** What is in view when this row is the first. */
export const at = (first: number) => ({ top: first * 52, first, end: first + 20 });
