import { computed, ref } from 'vue';
import type { Result } from '#contract/failure.ts';
import { useReadOnce } from '#renderer/composables/queries/use-read-once.ts';
import { jsonFault } from './json-fault.ts';

/** A JSON text that main reveals while it is edited. */
export function useJsonText(reveal: () => Promise<Result<{ readonly text: string }>>) {
  /** `null` until it has been read. */
  const typed = ref<string | null>(null);
  const before = ref('');
  const { error, refresh } = useReadOnce(reveal, ({ text }) => {
    before.value = text;
    typed.value = text;
  });
  return {
    typed,
    before,
    /** Where it is not JSON. */
    fault: computed(() => (typed.value === null ? null : jsonFault(typed.value))),
    error,
    refresh,
  };
}
