import { useMutation } from '@pinia/colada';
import { computed, type Ref } from 'vue';
import { fail, type Failure, type Result } from '#contract/failure.ts';
import { FailureError, valueOf } from '#renderer/composables/failure-error.ts';

/** A change as a component sends it, with what was selected or typed there. */
export interface Action<Input = void> {
  readonly busy: Readonly<Ref<boolean>>;
  readonly error: Readonly<Ref<Failure | null>>;
  readonly run: (input: Input) => Promise<{ readonly ok: boolean }>;
}

const nothing = (): Promise<Result<unknown>> => Promise.resolve(fail('aborted'));

/**
 * Changes that are sent one at a time: while one is under way no other is sent. The error stays
 * until the next attempt or `reset`. What was typed belongs to the form and is never touched here.
 */
export function useAction() {
  // Not a variable of the mutation: its cache would keep what the attempt holds, such as the number
  // of a card.
  let next = nothing;
  const { isLoading, error, mutateAsync, reset } = useMutation<unknown>({
    mutation: async () => valueOf(await next()),
  });

  return {
    busy: isLoading,
    error: computed(() => error.value?.failure ?? null),
    /** Makes the attempt and answers with its result. */
    run: async <Value>(attempt: () => Promise<Result<Value>>): Promise<Result<Value>> => {
      if (isLoading.value) return fail('aborted');
      let result: Result<Value> = fail('aborted');
      next = async () => (result = await attempt());
      try {
        await mutateAsync();
      } catch (thrown) {
        if (!(thrown instanceof FailureError)) throw thrown;
      } finally {
        next = nothing;
      }
      return result;
    },
    /** Takes the error away. */
    reset: (): void => {
      if (!isLoading.value) reset();
    },
  };
}
