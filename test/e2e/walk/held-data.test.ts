import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { heldData } from './held-data.ts';
import { isDeep } from '#test/simulator/deep.ts';

const MB = 1024 * 1024;

/** Allocates and holds twenty thousand objects on request. */
const holder = `
  const { parentPort } = require('node:worker_threads');
  const objects = [];
  parentPort.on('message', () => {
    for (let n = 0; n < 20000; n += 1) objects.push({ n, text: 'row ' + 'x'.repeat(50) + String(n) });
    parentPort.postMessage('done');
  });
  parentPort.postMessage('ready');
`;

it.runIf(isDeep)('heldData counts the data that a program holds', async () => {
  const worker = new Worker(holder, { eval: true });
  onTestFinished(() => worker.terminate().then(() => undefined));
  await once(worker, 'message');
  const held = async () => heldData(await text(await worker.getHeapSnapshot()));
  const before = await held();
  expect((await held()) - before).toBeLessThan(MB / 10);
  worker.postMessage('allocate');
  await once(worker, 'message');
  expect((await held()) - before).toBeGreaterThan(1.5 * MB);
});
