import { useMutation } from '@pinia/colada';
import { computed, onScopeDispose, type Ref } from 'vue';
import { fail, type Failure, type Result } from '#contract/failure.ts';
import { FailureError, valueOf } from '#renderer/lib/failure-error.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useClipboardStore } from '#renderer/lib/stores/clipboard.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';

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
 * Where the component is gone when a change fails, a toast says so.
 *
 * @param about what the toast calls the change, as "Renaming “Home”"
 */
export function useAction(about?: () => string) {
  const { t } = useI18n();
  const clipboard = useClipboardStore();
  const session = useSessionStore();
  const account = session.state.account?.id;
  let left = false;
  onScopeDispose(() => {
    left = true;
  });
  // Not a variable of the mutation: its cache would keep what the attempt holds, such as the number
  // of a card.
  let next = nothing;
  const { isLoading, error, mutateAsync, reset } = useMutation<unknown>({
    mutation: async () => valueOf(await next()),
  });

  function tellIfLeft(failure: Failure, change: string): void {
    if (failure.kind === 'declined') return;
    if (left && session.state.account?.id === account) clipboard.fail(failure, change);
  }

  return {
    busy: isLoading,
    error: computed(() => error.value?.failure ?? null),
    /** Makes the attempt and answers with its result. */
    run: async <Value>(attempt: () => Promise<Result<Value>>): Promise<Result<Value>> => {
      if (isLoading.value) return fail('aborted');
      const change = about?.() ?? t('change.left');
      let result: Result<Value> = fail('aborted');
      next = async () => (result = await session.inAccount(attempt));
      try {
        await mutateAsync();
      } catch (thrown) {
        if (!(thrown instanceof FailureError)) throw thrown;
        tellIfLeft(thrown.failure, change);
      } finally {
        next = nothing;
      }
      return result;
    },
    reset: (): void => {
      if (!isLoading.value) reset();
    },
  };
}
