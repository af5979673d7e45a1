import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { openSqliteVault } from '#adapters/vault/sqlite-vault.ts';
import { createProbeSockets } from '#adapters/probe-sockets.ts';
import { createSystemDistance } from '#adapters/system-distance.ts';
import { createSystemNetwork } from '#adapters/system-network.ts';
import { createSystemRandom } from '#adapters/system-random.ts';
import { createUndiciTransport } from '#adapters/transport/undici-transport.ts';
import { createApp, type App } from '#core/app/app.ts';
import type { Clock, HttpTransport } from '#core/kernel/ports.ts';
import { fakeParts } from '#test/core/fakes.ts';

/** The core on its real disk and its real transport, and a service in a thread of its own. */
export async function createBenchCore({
  scale,
  clock,
  through = (transport) => transport,
}: {
  readonly scale: number;
  readonly clock: Clock;
  readonly through?: (transport: HttpTransport) => HttpTransport;
}) {
  const worker = new Worker(new URL('./serving.ts', import.meta.url), { workerData: scale });
  const [service] = (await once(worker, 'message')) as [{ url: string; key: string }];
  const folder = mkdtempSync(join(tmpdir(), 'culvert-bench-'));
  const { vault } = openSqliteVault(join(folder, 'vault'));
  const app: App = createApp({
    ...fakeParts(),
    info: {
      version: '0',
      platform: process.platform,
      computerName: '',
      runtime: 'bench',
      startsWithSystem: true,
    },
    systemLanguage: 'en',
    clock,
    random: createSystemRandom(),
    // The log is discarded: a file would grow on the disk, not in memory.
    log: { write: () => undefined, tail: () => [] },
    vault,
    vaultStorage: 'disk',
    vaultProblem: null,
    openProbeSockets: createProbeSockets,
    distance: createSystemDistance(),
    systemNetwork: createSystemNetwork(),
    openTransport: () => through(createUndiciTransport({ service: service.url })),
    prefill: { service: '', key: '' },
  });
  return {
    app,
    service,
    remove: async () => {
      await app.stop();
      vault.close();
      rmSync(folder, { recursive: true, force: true });
      await worker.terminate();
    },
  };
}
