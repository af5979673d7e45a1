import { onMounted, shallowRef } from 'vue';
import type { Failure, Result } from '#contract/failure.ts';

/**
 * What is asked of main once, when a form opens, and again after it could not be given.
 *
 * @param take gets the answer
 */
export function useReadOnce<Value>(
  ask: () => Promise<Result<Value>>,
  take: (value: Value) => void,
) {
  const failure = shallowRef<Failure | null>(null);
  async function read(): Promise<void> {
    const answer = await ask();
    failure.value = answer.ok ? null : answer.failure;
    if (answer.ok) take(answer.value);
  }
  onMounted(read);
  return { failure, read };
}
