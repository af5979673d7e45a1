import { parentPort, workerData } from 'node:worker_threads';
import { startService } from '#service/service.ts';

/** The local service in a thread of its own: its memory is not measured. */
const { url, key } = await startService({ scale: Number(workerData), limits: 'off' });
parentPort?.postMessage({ url, key });
