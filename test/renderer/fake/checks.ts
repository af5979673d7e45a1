import type { DatedCheck } from '#contract/check-result.ts';
import type { CheckProgress } from '#contract/ipc/checks.ts';
import type { EventName, Events } from '#contract/ipc.ts';
import { ok } from '#contract/failure.ts';
import type { FakeConnection } from './connections/connections.ts';
import type { Handlers } from './handlers.ts';

/** Every kind of result, most of them answers. */
const results: readonly DatedCheck['result'][] = [
  { outcome: 'answers', ms: 42.4, depth: 'handshake' },
  { outcome: 'answers', ms: 180, depth: 'port' },
  { outcome: 'reset', dns: 'other' },
  { outcome: 'answers', ms: 97, depth: 'login' },
  { outcome: 'no-answer' },
  { outcome: 'undetermined', reason: 'unknown-protocol' },
];

/** Checks that are over at once. */
export function fakeChecks(
  connections: { readonly change: (alter: (all: FakeConnection[]) => FakeConnection[]) => void },
  emit: <Name extends EventName>(event: Name, payload: Events[Name]) => void,
  checking: { readonly done: number; readonly total: number } | undefined,
): Handlers {
  let progress: CheckProgress = {
    ...{ running: checking !== undefined, done: 0, total: 0, answered: 0, leftOut: 0 },
    ...checking,
  };
  return {
    'checks.get': () => ok(progress),
    'checks.cancel': () => ok((progress = { ...progress, running: false })),
    'checks.start': ({ keys, interrupting }) => {
      const requested = new Set(keys);
      let done = 0;
      let leftOut = 0;
      let answered = 0;
      connections.change((all) =>
        all.map((row) => {
          if (!requested.has(row.key)) return row;
          if (!interrupting && ['wg', 'amnezia-wg-2'].includes(row.protocol)) {
            leftOut += 1;
            return row;
          }
          const result = results[done % results.length] ?? { outcome: 'refused' };
          done += 1;
          answered += Number(result.outcome === 'answers');
          return { ...row, check: { result, at: Date.now() - 60_000 } };
        }),
      );
      progress = { running: false, done, total: done, answered, leftOut };
      setTimeout(() => {
        emit('checks.changed', progress);
      }, 20);
      return ok({ ...progress, running: true, done: 0 });
    },
  };
}
