import type { Api } from '#contract/api/index.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { Result } from '#contract/failure.ts';
import { send as sendRow, type ChangeId } from '#renderer/ipc.ts';
import { useSending } from './use-sending.ts';

/** One change at the service, sent as `useSending` does. */
export function useChange<Id extends ChangeId>(id: Id) {
  const { busy, failure, send, forget } = useSending();
  return {
    busy,
    failure,
    /** Sends it and answers what came of it; the answer's secret fields are `null`. */
    send: (input: InputOf<Api[Id]>): Promise<Result<DataOf<Api[Id]>>> =>
      send(() => sendRow(id, input)),
    forget,
  };
}
