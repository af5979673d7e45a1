import { afterEach, describe, expect, it } from 'vitest';
import { createAnswerThread, type ThreadTimes } from '#adapters/answer-thread.ts';
import { envelope, settled } from '#test/core/fakes.ts';

const worker = new URL('../../src-main/answer-worker.ts', import.meta.url);
const threads: ReturnType<typeof createAnswerThread>[] = [];
afterEach(() => {
  for (const thread of threads.splice(0)) thread.close();
});

function startThread(file = worker, times: Partial<ThreadTimes> = {}) {
  const thread = createAnswerThread(file, times);
  threads.push(thread);
  return thread;
}

/** A worker whose program is this text. */
const program = (text: string): URL => new URL(`data:text/javascript,${encodeURIComponent(text)}`);
const up = `const { parentPort } = await import('node:worker_threads');
  parentPort.postMessage({ kind: 'up' });`;

describe('the thread for long answers', () => {
  it('gives the same results as the main thread, for several answers at once', async () => {
    const { read } = startThread();
    const places = [{ id: 1, code: 'nl', title: 'x'.repeat(300_000), ping_ip: null }];
    const [list, refusal] = await Promise.all([
      read('referral.sbpBanks', envelope([{ id: 'a', name: places[0]?.title }])),
      read('locations.list', envelope('none')),
    ]);
    expect(list).toMatchObject({ ok: true, value: [{ id: 'a' }] });
    expect(refusal).toMatchObject({
      failure: { kind: 'bad-response', endpoint: 'locations.list' },
    });
  });

  it('leaves the body to the main thread', async () => {
    const response = envelope([]);
    const { byteLength } = response.body;
    await startThread().read('configs.list', response);
    expect(response.body.byteLength).toBe(byteLength);
  });

  it('starts again after it was idle', async () => {
    const { read } = startThread(worker, { idleMs: 0 });
    expect(await read('configs.list', envelope([]))).toEqual({ ok: true, value: [] });
    await settled();
    expect(await read('configs.list', envelope([]))).toEqual({ ok: true, value: [] });
  });

  it('is unavailable where its file is missing, and after it was closed', async () => {
    const missing = startThread(new URL('missing.ts', import.meta.url));
    expect(await missing.read('configs.list', envelope([]))).toBe('unavailable');
    const closed = startThread();
    closed.close();
    expect(await closed.read('configs.list', envelope([]))).toBe('unavailable');
  });

  it('reports a failure for an answer that it never finishes or that ends it', async () => {
    const endless = startThread(program(`${up} parentPort.on('message', () => { for (;;); })`), {
      deadlineMs: 50,
    });
    expect(await endless.read('a', envelope([]))).toBe('failed');
    const ending = startThread(program(`${up} parentPort.on('message', () => process.exit(1))`));
    expect(await ending.read('a', envelope([]))).toBe('failed');
  });
});
