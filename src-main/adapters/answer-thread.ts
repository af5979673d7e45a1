import { Worker } from 'node:worker_threads';
import type { AnswerReading, LongAnswerReader } from '#core/ports.ts';
import type { LongAnswer, ThreadMessage } from './answer-messages.ts';

/** How long one answer may be parsed, and how long the thread waits for another, milliseconds. */
export interface ThreadTimes {
  readonly deadlineMs: number;
  readonly idleMs: number;
}

const defaults: ThreadTimes = { deadlineMs: 10_000, idleMs: 10_000 };

/** The most that parsing 4 MiB may take; of an answer that takes more nothing is worth waiting for. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 };

/**
 * Parses long answers in a thread of its own, which starts with the first and ends when there was
 * none for a while. It never keeps the program alive.
 *
 * @param file the built `answer-worker.ts`
 */
export function createAnswerThread(
  file: string | URL,
  times: Partial<ThreadTimes> = {},
): { readonly read: LongAnswerReader; readonly close: () => void } {
  const { deadlineMs, idleMs } = { ...defaults, ...times };
  let thread: ReturnType<typeof startThread> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  function end(): void {
    thread?.end();
    thread = undefined;
  }

  return {
    async read(endpoint, { status, body }) {
      if (closed) return 'unavailable';
      clearTimeout(idle);
      if (thread?.ended() !== false) thread = startThread(file);
      const used = thread;
      const reading = await used.read({ endpoint, status, body }, deadlineMs);
      if (used === thread && used.isIdle()) idle = setTimeout(end, idleMs).unref();
      return reading;
    },
    close() {
      closed = true;
      clearTimeout(idle);
      end();
    },
  };
}

function startThread(file: string | URL) {
  const worker = new Worker(file, { resourceLimits, stdout: false, env: {} });
  const waiting = new Map<number, (reading: AnswerReading) => void>();
  let given = 0;
  let up = false;
  let gone = false;

  function settle(reading: AnswerReading): void {
    gone = true;
    for (const resolve of waiting.values()) resolve(reading);
    waiting.clear();
  }
  /**
   * A thread that never started has parsed nothing; one that did start may have ended over the
   * answer.
   */
  function leave(): void {
    settle(up ? 'failed' : 'unavailable');
  }
  worker.unref();
  worker.on('error', leave);
  worker.on('exit', leave);
  worker.on('message', (message: ThreadMessage) => {
    if (message.kind === 'up') up = true;
    else {
      waiting.get(message.number)?.(message.result);
      waiting.delete(message.number);
    }
  });

  function end(): void {
    settle('failed');
    void worker.terminate();
  }
  return {
    /** @param deadlineMs after which the thread is ended, and everything that it was given with it */
    async read(answer: Omit<LongAnswer, 'number'>, deadlineMs: number): Promise<AnswerReading> {
      const { promise, resolve } = Promise.withResolvers<AnswerReading>();
      const number = (given += 1);
      waiting.set(number, resolve);
      worker.postMessage({ ...answer, number } satisfies LongAnswer);
      const deadline = setTimeout(end, deadlineMs);
      try {
        return await promise;
      } finally {
        clearTimeout(deadline);
      }
    },
    isIdle: (): boolean => waiting.size === 0,
    ended: (): boolean => gone,
    end,
  };
}
