import { PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { accountBounds } from '#core/api/account-bounds.ts';
import { readAnswer } from '#core/api/answer.ts';
import { nextTurn } from '#core/kernel/next-turn.ts';
import type { HttpTransport, RecordChange } from '#core/kernel/ports.ts';
import { sampleInput } from '#test/contract/samples.ts';
import { manualClock } from '#test/core/fakes.ts';
import { run, newMachine, rowsOf, type Running } from '#test/core/harness.ts';
import { isDeep, sampled } from '#test/simulator/deep.ts';
import { endpointOf, largestAnswer, type Harm } from './largest-answer.ts';

const ids = Object.keys(api) as EndpointId[];
const base = 'https://vpn.example.com/api';
const key = 'svc_abcdefgh_0123456789abcdef01234567';

const minute = 60_000;
/**
 * The longest pause of main: 50 ms, in readings of the longest answer that is one list, each 8 ms of an
 * idle processor. What else runs makes both longer, so a long pause is compared with readings right
 * after it. The collection of garbage is left out: that of this test is collected in main's turns too.
 */
const longestPause = 50 / 8;
/** The most requests and bytes of what is asked for once, be it a refresh. */
const [mostRequests, mostBytes] = [2000, 512 * 1024 * 1024];

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Processor time of this thread, milliseconds: what else the machine does is not in it. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

interface Pause {
  /** In milliseconds of `performance`. */
  readonly from: number;
  readonly to: number;
  readonly readings: number;
  readonly at: string;
}

/** Of each pause the readings that were no collection of garbage. */
function longPauses() {
  const pauses: Pause[] = [];
  const collections: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const reading = readingTime();
  return {
    /** Notes what this thread did since then, where that is long. */
    note(since: { readonly at: number; readonly thread: number }, at: string): void {
      const [to, work] = [performance.now(), threadTime() - since.thread];
      if (work <= longestPause * reading) return;
      pauses.push({ from: since.at, to, readings: work / Math.max(reading, readingTime()), at });
    },
    async end(): Promise<readonly Pause[]> {
      await turn();
      observer.disconnect();
      return pauses
        .map((pause) => {
          const { from, to } = pause;
          const collected = collections
            .filter(({ startTime }) => startTime >= from && startTime < to)
            .reduce((sum, { duration }) => sum + duration, 0);
          return { ...pause, readings: pause.readings * (1 - collected / (to - from)) };
        })
        .filter(({ readings }) => readings > longestPause);
    },
  };
}

/** Between two refreshes all records change, their secrets with them, and pages end no more. */
const harms: Readonly<Record<string, Harm>> = {
  // Two hundred lists of a hundred servers take this twice the time that a short run has.
  ...(isDeep && { 'ids of their own': {} }),
  'one id and pages without end': { oneId: true, fullPages: true },
  'one id': { oneId: true },
  'one id and numbers as large as JSON has': { oneId: true, hugeNumbers: true },
};

/** So many configurations there are; in a deep run of one id nearly as many as an account may have. */
const configsOf = ({ oneId }: Harm) => (isDeep && oneId === true ? 9000 : 1000);

/** One of them is large each day, and one of the others. There are four, and three harms: all meet. */
const longest = /^((configs|cloudServers|customSubscriptions)\.list|notifications\.take)$/;

/** A service in this process whose answers are as large as they may be, and what main does with them. */
function hostileService(harm: Harm, large: ReadonlySet<EndpointId>) {
  const bodies = new Map<string, Uint8Array>();
  const answers: (() => void)[] = [];
  const answered = new Set<EndpointId>();
  const seen = { mark: 'a', requests: 0, bytes: 0, timers: 0 };
  let [label, isOver] = ['the start', false];
  const pauses = longPauses();

  function bodyFor(id: EndpointId, { searchParams }: URL): Uint8Array {
    const name = `${id} ${seen.mark} ${searchParams.toString()}`;
    const [limit = Infinity, offset = 0, page = 1] = ['limit', 'offset', 'page'].map((field) =>
      searchParams.has(field) ? Number(searchParams.get(field)) : undefined,
    );
    // What two lists have is not the same.
    const first = 1_000_000 * (1 + ids.indexOf(id)) + (harm.oneId ? 0 : offset + 1000 * (page - 1));
    const isEndless = harm.fullPages === true && seen.mark === 'b';
    const isEnd = !isEndless && offset >= (id === 'configs.list' ? configsOf(harm) : limit);
    const isLarge = large.has(id) || (isEndless && searchParams.has('limit'));
    const most = isEnd ? 0 : isLarge ? Math.min(limit, 2 ** 17) : 1;
    const body =
      bodies.get(name) ??
      largestAnswer(api[id], harm, { mark: `${seen.mark}-${id}-`, first, most });
    bodies.set(name, body);
    return body;
  }

  const transport: HttpTransport = {
    send: (request) =>
      new Promise((resolve) => {
        seen.requests += 1;
        answers.push(() => {
          const id = endpointOf(request);
          answered.add(id);
          label = id;
          const body = bodyFor(id, new URL(request.url));
          seen.bytes += body.byteLength;
          resolve({ status: 200, headers: {}, body });
        });
      }),
    close: () => Promise.resolve(),
  };
  const clock = manualClock();

  /** All answers at once; what main does between two turns is one pause. */
  async function measure(): Promise<void> {
    while (!isOver) {
      const since = { at: performance.now(), thread: threadTime() };
      await turn();
      pauses.note(since, label);
      label = 'something else';
      for (const answer of answers.splice(0)) answer();
    }
  }
  let measured = Promise.resolve();

  return {
    transport,
    answered,
    seen,
    time: {
      ...clock,
      after: (ms: number, then: () => void) => {
        seen.timers += 1;
        return clock.after(ms, () => {
          label = `a timer of ${String(ms)} ms`;
          then();
        });
      },
    },
    /** Lets time pass until something is done; by default for so long. */
    async pass(ms: number, isDone = () => false): Promise<void> {
      for (let passed = 0; passed < ms && !isDone(); passed += 10_000) {
        await clock.advance(10_000);
        // Time is not ahead of what main works on.
        do await nextTurn();
        while (answers.length > 0);
      }
    },
    /** Begins to answer, and to measure: how long the program's own start takes is not its doing. */
    begin() {
      measured = measure();
    },
    async close() {
      isOver = true;
      await measured;
      return await pauses.end();
    },
  };
}

type HostileService = ReturnType<typeof hostileService>;

function weighedMachine() {
  const machine = newMachine();
  const sizes = new Map<string, number>();
  const vault = {
    ...machine.vault,
    write(changes: readonly RecordChange[]) {
      for (const { account, purpose, name, sealed } of changes) {
        sizes.set(JSON.stringify([account, purpose, name]), sealed?.byteLength ?? 0);
      }
      machine.vault.write(changes);
    },
  };
  return {
    machine: { ...machine, vault },
    bytes: () => [...sizes.values()].reduce((sum, size) => sum + size, 0),
  };
}

/** Has the window call something, while time passes. */
async function call(service: HostileService, running: Running, name: string, input: unknown) {
  const state = { isDone: false };
  const { requests } = service.seen;
  const answer = running.app.call(name, input).finally(() => {
    state.isDone = true;
  });
  await service.pass(60 * minute, () => state.isDone);
  expect(service.seen.requests - requests, name).toBeLessThan(mostRequests);
  return await answer;
}

/** Lets a refresh end: the limits spread two hundred lists of a hundred servers over time. */
async function passRefresh(service: HostileService, running: Running): Promise<void> {
  await service.pass(10 * minute);
  for (let minutes = 0; minutes < 120; minutes += 1) {
    await service.pass(minute);
    const { refreshing } = SyncState.parse(await running.ask('sync.get', {}));
    if (!refreshing) return;
  }
  throw new Error('a refresh does not end');
}

const SyncState = z.object({ refreshing: z.boolean() });

/** Has the window show all that there is: lists, a page of each kind of connection, statistics. */
async function show(
  service: HostileService,
  running: Running,
  kinds: <T>(all: readonly T[]) => readonly T[] = (all) => all,
): Promise<void> {
  await passRefresh(service, running);
  const rows = await rowsOf(running);
  await call(service, running, 'inbox.get', {});
  for (const of of kinds([...Map.groupBy(rows, ({ source }) => source).values()])) {
    const [{ key: first } = { key: '' }] = of;
    running.app.setWindowVisible(true);
    const servers = [...new Set(of.flatMap(({ server }) => server ?? []))].slice(0, 100);
    await call(service, running, 'connections.get', { key: first });
    await call(service, running, 'connections.setTitle', { key: first, title: 'x' });
    await call(service, running, 'stats.watch', { servers, focus: servers[0] ?? null });
    await service.pass(2 * minute);
    running.app.setWindowVisible(false);
  }
  await call(service, running, 'stats.watch', { servers: [], focus: null });
}

async function readAll(service: HostileService, running: Running): Promise<void> {
  for (const { id, exposure, effect } of Object.values<Endpoint>(api)) {
    const input = sampleInput(id as EndpointId);
    if (exposure === 'window' && effect === 'read')
      await call(service, running, 'cache.read', { id, input });
  }
}

async function changeAll(service: HostileService, running: Running): Promise<void> {
  for (const { id, exposure, effect } of Object.values<Endpoint>(api)) {
    const input = sampleInput(id as EndpointId);
    const form = { ticket: `a form for ${id}`, endpoint: id, input };
    if (exposure === 'journal') await call(service, running, 'purchases.submit', form);
    if (exposure === 'window' && effect !== 'read') await call(service, running, id, input);
  }
  await service.pass(60 * minute, () => service.answered.size === ids.length);
}

/** How long it takes to read the longest answer that is one list, milliseconds. */
function readingTime(): number {
  const endpoint = api['cloudServers.list'];
  const longest = { mark: 'a', first: 0, most: 2 ** 17 };
  const answer = { status: 200, headers: {}, body: largestAnswer(endpoint, {}, longest) };
  const times = Array.from({ length: 5 }, () => {
    const before = threadTime();
    expect(readAnswer(endpoint, answer).ok).toBe(true);
    return threadTime() - before;
  });
  return times.toSorted((one, other) => one - other)[2] ?? NaN;
}

/** Signs in, shows and changes all, refreshes and restarts; answers which pauses of main were too long. */
async function walk(harm: Harm, large: ReadonlySet<EndpointId>): Promise<readonly Pause[]> {
  const service = hostileService(harm, large);
  const { machine, bytes } = weighedMachine();
  const notifications: unknown[] = [];
  const start = () =>
    run(
      machine,
      () => service.transport,
      service.time,
      (app) => app.onNotification((notification) => notifications.push(notification)),
    );
  let running = await start();
  service.begin();
  await call(service, running, 'session.signIn', { service: base, key });
  await show(service, running);
  await readAll(service, running);
  await changeAll(service, running);
  expect(ids.filter((id) => !service.answered.has(id))).toEqual([]);

  const before = { ...service.seen, notifications: notifications.length };
  service.seen.mark = 'b';
  await call(service, running, 'sync.refresh', {});
  await passRefresh(service, running);
  const { seen } = service;
  expect(seen.requests - before.requests).toBeLessThan(mostRequests);
  expect(seen.bytes - before.bytes).toBeLessThan(mostBytes);
  expect(seen.timers - before.timers).toBeLessThan(5000);
  expect(notifications.length - before.notifications).toBeLessThanOrEqual(20);

  // A withdrawal reads the whole history before it.
  const id = 'referral.withdrawSbp';
  const form = { ticket: `again a form for ${id}`, endpoint: id, input: sampleInput(id) };
  await call(service, running, 'purchases.submit', form);

  await running.stop();
  running = await start();
  await show(service, running, (all) => sampled(all, 1));
  if (isDeep) await readAll(service, running);
  expect((await rowsOf(running)).length).toBeLessThanOrEqual(accountBounds.connections);
  expect(bytes()).toBeLessThan(accountBounds.bytes);
  await running.stop();
  return await service.close();
}

describe('the largest answers of every endpoint', { timeout: 3_600_000 }, () => {
  it.each(sampled(Object.entries(harms), 1))(
    'hold nothing up with records of %s, through refreshes, changes and a restart',
    async (_, harm) => {
      const kinds = [...Map.groupBy(ids, (id) => longest.test(id)).values()];
      const large = new Set(kinds.flatMap((kind) => sampled(kind, 1)));
      const pauses = await walk(harm, large);
      // What the machine did comes once, what the program does comes each time.
      if (pauses.length > 0) expect(await walk(harm, large), JSON.stringify(pauses)).toEqual([]);
    },
  );
});
