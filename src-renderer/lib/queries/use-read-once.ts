import { onMounted, shallowRef } from 'vue';
import type { Failure, Result } from '#contract/failure.ts';

/**
 * What a form requests from main once, when it opens, and again with `refresh` after a failure. It
 * is not cached: it may be secret.
 *
 * @param take receives the answer
 */
export function useReadOnce<Value>(
  read: () => Promise<Result<Value>>,
  take: (value: Value) => void,
) {
  const error = shallowRef<Failure | null>(null);
  async function refresh(): Promise<void> {
    const answer = await read();
    error.value = answer.ok ? null : answer.failure;
    if (answer.ok) take(answer.value);
  }
  onMounted(refresh);
  return { error, refresh };
}
