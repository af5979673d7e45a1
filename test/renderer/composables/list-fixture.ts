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
    expiresAt: null,
    autoRenewal: null,
    favourite: false,
    server: null,
    forms: ['url'],
  };
}

/** A main process that holds a list and answers when the test says so. */
export function list(size: number) {
  let rows = Array.from({ length: size }, (_, n) => row(`config:${String(n)}`));
  let revision = 1;
  const open: { query: RowQuery; answer: () => void; refuse: () => void }[] = [];
  const shifts: number[] = [];
  const idle: (() => void)[] = [];
  const resting: (() => void)[] = [];
  let held = false;
  let complete = true;

  const page = ({ offset, limit, locate }: RowQuery): ConnectionPage => ({
    revision,
    total: rows.length,
    all: rows.length,
    offset,
    rows: rows.slice(offset, offset + limit),
    located: locate === undefined ? -1 : rows.findIndex(({ key }) => key === locate),
  });

  const paged = new PagedList({
    read: (query) =>
      new Promise<Result<ConnectionPage>>((resolve) => {
        open.push({
          query,
          answer: () => {
            resolve(ok(page(query)));
          },
          refuse: () => {
            resolve(fail('vault'));
          },
        });
      }),
    isHeld: () => held,
    isComplete: () => complete,
    initialRows: 50,
    scrollBy: (by) => shifts.push(by),
    whenIdle: (work, jumped) => {
      if (jumped) resting.push(work);
      else idle.push(work);
    },
  });

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }

  return {
    paged,
    open,
    shifts,
    settle,
    hold(on: boolean) {
      held = on;
    },
    /** Main has read every list at least once, or not yet. */
    setComplete(on: boolean) {
      complete = on;
    },
    /** The window has drawn everything, and so many jumps are over for a while. */
    idle(jumps = 0) {
      for (const work of idle.splice(0)) work();
      for (const work of resting.splice(0, jumps)) work();
    },
    /** Answers every request, until there is none. */
    async answerAll() {
      for (let turn = 0; turn < 20 && open.length > 0; turn += 1) {
        for (const { answer } of open.splice(0)) answer();
        await settle();
      }
    },
    change(alter: (all: ConnectionRow[]) => ConnectionRow[]) {
      rows = alter(rows);
      revision += 1;
    },
    async start() {
      const started = paged.restart();
      await this.answerAll();
      await started;
      paged.setViewport({ top: 0, first: 0, end: 20 });
      await this.answerAll();
    },
    keys: () => paged.rendered.value?.rows.map(({ key }) => key) ?? [],
  };
}

/** What is in view when this row is the first. */
export const at = (first: number) => ({ top: first * 52, first, end: first + 20 });
