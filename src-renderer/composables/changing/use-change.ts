import type { Api } from '../../../src-contract/api/index.ts';
import type { DataOf, InputOf } from '../../../src-contract/endpoint.ts';
import type { Result } from '../../../src-contract/failure.ts';
import { send as sendRow, type ChangeId } from '../../bridge.ts';
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
