import { readdirSync } from 'node:fs';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { HttpTransport } from '#core/kernel/ports.ts';
import { createBenchCore } from '#test/bench/bench-core.ts';
import { figure, type Bench } from '#test/bench/figure.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';

const scale = 1000;
const minute = 60_000;
/** Before it counts: everything has been read once, and what runs again and again is compiled. */
const settlingMs = 6 * 60 * minute;
const sampleEveryMs = 5 * minute;
const samples = 12;

/** The core in virtual time, its requests counted. */
async function createIdle() {
  let underWay = 0;
  let requests = 0;
  const began = Date.now();
  const time = createVirtualTime(() => underWay > 0);
  const counted = (transport: HttpTransport): HttpTransport => ({
    ...transport,
    async send(request) {
      underWay += 1;
      requests += 1;
      try {
        return await transport.send(request);
      } finally {
        underWay -= 1;
      }
    },
  });
  const clock = { ...time.clock, now: () => began + time.clock.monotonic() };
  const core = await createBenchCore({ scale, clock, through: counted });
  return { ...core, time, requests: () => requests };
}

/** What the process holds open and waits for: files, sockets, timers. */
function handleCount(): number {
  const files = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 1;
  return files + process.getActiveResourcesInfo().length;
}

/** Bytes on the heap after everything that can be thrown away has been. */
function heapBytes(collect: () => void): number {
  // Twice: what the first finds to be finished is thrown away by the second.
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

/**
 * An hour in the tray with no window, in virtual time: the core on its real disk and transport against the
 * local service. Its heap and the handles of its process, beside what they were at first.
 */
export const idle: Bench = {
  id: 'idle',
  async run() {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const { app, service, time, requests, remove } = await createIdle();
    const heap: number[] = [];
    const handles: number[] = [];
    try {
      // As the tray does: it rebuilds its menu with each change.
      app.onTrayChange(() => void app.tray());
      app.setWindowVisible(false);
      await app.start({ service: service.url, key: service.key });
      await time.run(settlingMs);
      if (app.tray().sync.refreshedAt === null) throw new Error('nothing was ever read');
      const before = requests();
      for (let sample = 0; sample <= samples; sample += 1) {
        if (sample > 0) await time.run(sampleEveryMs);
        heap.push(heapBytes(collect));
        handles.push(handleCount());
      }
      const requested = requests() - before;
      if (requested === 0) throw new Error('nothing was requested in an hour');
      const beside = (values: readonly number[]) =>
        values.slice(1).map((value) => value / (values[0] ?? NaN));
      const note = `of what there was an hour before, in the tray; ${String(requested)} requests`;
      return [
        figure('idle.heap', beside(heap), { better: 'lower', target: 1.01, of: 'worst', note }),
        figure('idle.handles', beside(handles), { better: 'lower', target: 1, of: 'worst', note }),
      ];
    } finally {
      await remove();
    }
  },
};
