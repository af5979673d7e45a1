import { computed, ref, shallowRef, type Ref } from 'vue';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { formChoices } from './form-choices.ts';

/** What can be done with the current connection: closed, open, or the QR code of one form. */
export function useQuickForms(row: Readonly<Ref<ConnectionRow | undefined>>) {
  const choices = computed(() => (row.value === undefined ? [] : formChoices(row.value)));
  /** Index of the current choice, `null` while they are closed. */
  const at = ref<number | null>(null);
  /** The code that is shown, as rows of modules: `null` where it would be too long. */
  const qr = shallowRef<{ rows: readonly string[] | null; form: string } | null>(null);

  function close(): void {
    at.value = null;
    qr.value = null;
  }

  return {
    choices,
    at,
    qr,
    open(): void {
      at.value ??= 0;
    },
    close,
    /** Closes what is on top; answers whether there was anything. */
    back(): boolean {
      if (at.value === null && qr.value === null) return false;
      if (qr.value !== null) qr.value = null;
      else close();
      return true;
    },
    moveBy(by: number): void {
      const { length } = choices.value;
      if (at.value !== null) at.value = (at.value + by + length) % length;
    },
  };
}

export type QuickForms = ReturnType<typeof useQuickForms>;
