import { onScopeDispose, ref, shallowRef, type Ref } from 'vue';
import { fail, type Failure, type Result } from '#contract/failure.ts';

/** A change as a part of a page sends it, with what was chosen or typed there. */
export interface Sending<Wanted = void> {
  readonly busy: Readonly<Ref<boolean>>;
  readonly failure: Readonly<Ref<Failure | null>>;
  readonly send: (wanted: Wanted) => Promise<{ readonly ok: boolean }>;
}

/**
 * Changes that are sent one at a time: while one is under way another is not sent; what went wrong
 * stays until the next attempt or `forget`. What was typed belongs to the form and is never touched
 * here.
 */
export function useSending() {
  const busy = ref(false);
  const failure = shallowRef<Failure | null>(null);
  let alive = true;
  onScopeDispose(() => {
    alive = false;
  });

  return {
    busy,
    failure,
    /** Makes the attempt and answers what came of it. */
    send: async <Value>(attempt: () => Promise<Result<Value>>): Promise<Result<Value>> => {
      if (busy.value) return fail('aborted');
      busy.value = true;
      failure.value = null;
      const answer = await attempt();
      busy.value = false;
      if (!answer.ok && alive) failure.value = answer.failure;
      return answer;
    },
    forget: (): void => {
      failure.value = null;
    },
  };
}
