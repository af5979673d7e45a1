import { once } from 'node:events';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { Pool } from 'undici';
import { success } from '#contract/envelope.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import { createSystemRandom } from '#adapters/system-random.ts';
import { createUndiciTransport } from '#adapters/transport/undici-transport.ts';
import { createApiClient } from '#core/api/api-client.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import { figure, type Bench } from '#test/bench/figure.ts';

const requests = 1000;
const connections = 6;
const rounds = 51;
const warmUp = 9;
const wantedUs = 20;

/** Lets everything through: what the limiter costs is `limits.schedule-cost`. */
const open = {
  acquire: () =>
    Promise.resolve({ done: () => undefined, lost: () => undefined, unsent: () => undefined }),
  earliest: () => 0,
} as unknown as RateLimiter;

/** Processor time of the process, microseconds. */
function cpuUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

interface Round {
  readonly ms: number;
  readonly us: number;
}

/** As many at a time as there are connections, until all are answered. */
async function all(ask: () => Promise<unknown>): Promise<Round> {
  const started = { at: performance.now(), cpu: cpuUs() };
  let left = requests;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await ask();
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return { ms: performance.now() - started.at, us: (cpuUs() - started.cpu) / requests };
}

/** The api-client on its real transport beside undici alone, which reads and parses the body too. */
export const client: Bench = {
  id: 'client',
  async run() {
    const answer = JSON.stringify(success(200, { block_unknown_devices: true, device_limit: 30 }));
    const worker = new Worker(new URL('./answering.ts', import.meta.url), { workerData: answer });
    const [port] = (await once(worker, 'message')) as [number];
    const base = `http://127.0.0.1:${String(port)}`;
    const transport = createUndiciTransport({ service: base, connections });
    const pool = new Pool(base, { connections, pipelining: 1 });
    const api = createApiClient({
      base,
      key: `svc_${'a'.repeat(8)}_${'b'.repeat(24)}`,
      transport,
      limiter: open,
      clock: createSystemClock(),
      random: createSystemRandom(),
      log: { write: () => undefined },
    });
    const ours = async () => {
      const result = await api.call('devices.settings', {}, { priority: 'user' });
      if (!result.ok) throw new Error(`no answer: ${result.failure.kind}`);
    };
    const raw = async () => {
      const response = await pool.request({ path: '/profile/devices/settings', method: 'GET' });
      await response.body.json();
    };
    try {
      const rates: number[] = [];
      const costs: number[] = [];
      for (let round = -warmUp; round < rounds; round += 1) {
        const first = round % 2 === 0 ? await all(ours) : undefined;
        const other = await all(raw);
        const mine = first ?? (await all(ours));
        if (round < 0) continue;
        rates.push(other.ms / mine.ms);
        costs.push((mine.us - other.us) / wantedUs);
      }
      return [
        figure('client.throughput', rates, {
          better: 'higher',
          target: 0.9,
          of: 'median',
          note: 'requests a second / those of undici alone',
        }),
        figure('client.added-cpu', costs, {
          better: 'lower',
          target: 1,
          of: 'median',
          note: `of ${String(wantedUs)} µs a request, beyond undici alone`,
        }),
      ];
    } finally {
      await transport.close();
      await pool.close();
      await worker.terminate();
    }
  },
};
