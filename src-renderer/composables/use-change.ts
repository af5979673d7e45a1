import { onScopeDispose, ref, shallowRef } from 'vue';
import type { Api } from '../../src-contract/api/index.ts';
import type { DataOf, InputOf } from '../../src-contract/endpoint.ts';
import { fail, type Failure, type Result } from '../../src-contract/failure.ts';
import { send as sendRow, type ChangeId } from '../bridge.ts';

/**
 * One change at the service. While it is under way another is not sent; what went wrong stays until
 * the next attempt or `forget`. What was typed belongs to the form and is never touched here.
 */
export function useChange<Id extends ChangeId>(id: Id) {
  const busy = ref(false);
  const failure = shallowRef<Failure | null>(null);
  let alive = true;
  onScopeDispose(() => {
    alive = false;
  });

  return {
    busy,
    failure,
    /** Sends it and answers what came of it; the answer's secret fields are `null`. */
    send: async (input: InputOf<Api[Id]>): Promise<Result<DataOf<Api[Id]>>> => {
      if (busy.value) return fail('aborted', { endpoint: id });
      busy.value = true;
      failure.value = null;
      const answer = await sendRow(id, input);
      busy.value = false;
      if (!answer.ok && alive) failure.value = answer.failure;
      return answer;
    },
    forget: (): void => {
      failure.value = null;
    },
  };
}
