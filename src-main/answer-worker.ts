import { parentPort } from 'node:worker_threads';
import { api } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { LongAnswer, ThreadMessage } from './adapters/answer-messages.ts';
import { readAnswer } from './core/api/answer.ts';

// The thread that parses long answers (adapters/answer-thread.ts); a file of its own in the build.
const endpoints: ReadonlyMap<string, Endpoint> = new Map(Object.entries(api));

parentPort?.on('message', ({ number, endpoint: id, status, body }: LongAnswer) => {
  const endpoint = endpoints.get(id);
  if (endpoint === undefined) throw new TypeError('no such endpoint');
  tell({ kind: 'read', number, result: readAnswer(endpoint, { status, headers: {}, body }) });
});
tell({ kind: 'up' });

function tell(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}
