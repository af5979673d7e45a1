import { useDebounceFn } from '@vueuse/core';
import { computed, ref, watch } from 'vue';
import type { Result } from '#contract/failure.ts';
import { useReadOnce } from '#renderer/lib/queries/use-read-once.ts';
import { jsonFault } from './json-fault.ts';

/** Characters above which a text is long, and how long its typing rests, milliseconds. */
const longText = 50_000;
const restMs = 300;

/** A JSON text that main reveals while it is edited. */
export function useJsonText(reveal: () => Promise<Result<{ readonly text: string }>>) {
  /** `null` until it has been read. */
  const typed = ref<string | null>(null);
  const before = ref('');
  const checked = ref<string | null>(null);
  function check(): void {
    checked.value = typed.value;
  }
  // Checking a long text takes long: not at every keystroke.
  watch(
    typed,
    useDebounceFn(check, () => ((typed.value?.length ?? 0) > longText ? restMs : 0)),
  );
  const fault = computed(() => (checked.value === null ? null : jsonFault(checked.value)));
  const { error, refresh } = useReadOnce(reveal, ({ text }) => {
    before.value = text;
    typed.value = text;
  });
  return {
    typed,
    before,
    fault,
    /** Checks the text as it is now; answers whether it is JSON. */
    check: (): boolean => {
      check();
      return typed.value !== null && fault.value === null;
    },
    error,
    refresh,
  };
}
