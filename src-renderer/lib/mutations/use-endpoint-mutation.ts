import type { Api, ChangeId } from '#contract/api/index.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { Result } from '#contract/failure.ts';
import { send } from '#renderer/lib/ipc.ts';
import { useAction } from './use-action.ts';

/** One change at the service, sent as `useAction` does; `about` is what a toast calls it. */
export function useEndpointMutation<Id extends ChangeId>(id: Id, about?: () => string) {
  const action = useAction(about);
  return {
    ...action,
    /** Sends it and answers with the result; secret fields of the answer are `null`. */
    run: (input: InputOf<Api[Id]>): Promise<Result<DataOf<Api[Id]>>> =>
      action.run(() => send(id, input)),
  };
}
