import { onScopeDispose, shallowRef, type Ref } from 'vue';
import type { Change } from '#contract/api/index.ts';
import { fail, type Failure, type Result } from '#contract/failure.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { send } from '#renderer/lib/ipc.ts';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';

/** A change as a component sends it, with what was selected or typed there. */
export interface Action<Input = void> {
  readonly busy: Readonly<Ref<boolean>>;
  readonly error: Readonly<Ref<Failure | null>>;
  readonly run: (input: Input) => Promise<{ readonly ok: boolean }>;
}

/** What a form shows of the change that it sends. */
export type ActionState = Pick<Action, 'busy' | 'error'>;

/**
 * Changes that are sent one at a time: while one is under way no other is sent. The error stays
 * until the next attempt or `reset`. What was typed belongs to the form and is never touched here.
 * Where the component is gone when a change fails, a toast says so.
 *
 * @param about what the toast calls the change, as "Renaming “Home”"
 */
export function useAction(about?: () => string) {
  const { t } = useI18n();
  const toast = useToastStore();
  const session = useSessionStore();
  const account = session.state.account?.id;
  let left = false;
  onScopeDispose(() => {
    left = true;
  });
  const busy = shallowRef(false);
  const error = shallowRef<Failure | null>(null);

  function tellIfLeft(failure: Failure, change: string): void {
    if (failure.kind === 'declined') return;
    if (left && session.state.account?.id === account) toast.fail(failure, change);
  }

  async function run<Value>(attempt: () => Promise<Result<Value>>): Promise<Result<Value>> {
    if (busy.value) return fail('aborted');
    const change = about?.() ?? t('change.left');
    busy.value = true;
    error.value = null;
    try {
      const result = await session.inAccount(attempt);
      if (!result.ok) {
        error.value = result.failure;
        tellIfLeft(result.failure, change);
      }
      return result;
    } finally {
      busy.value = false;
    }
  }

  return {
    busy,
    error,
    run,
    send: ({ endpoint, input }: Change) => run(() => send(endpoint, input)),
    reset: (): void => {
      if (!busy.value) error.value = null;
    },
  };
}
