import { computed, ref, shallowRef, type Ref } from 'vue';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { useCurrentOption } from '#renderer/composables/use-current-option.ts';
import { formChoices } from './form-choices.ts';

/** What can be done with the current connection: closed, open, or the QR code of one form. */
export function useQuickForms(row: Readonly<Ref<ConnectionRow | undefined>>) {
  const choices = computed(() => (row.value === undefined ? [] : formChoices(row.value)));
  const option = useCurrentOption(choices, ({ kind, form }) => `${kind} ${form}`);
  const isOpen = ref(false);
  /** The code that is shown, as rows of modules: `null` where it would be too long. */
  const qr = shallowRef<{ rows: readonly string[] | null; form: string } | null>(null);

  function close(): void {
    isOpen.value = false;
    qr.value = null;
  }

  return {
    choices,
    option,
    isOpen,
    qr,
    open(): void {
      if (!isOpen.value) option.chooseFirst();
      isOpen.value = true;
    },
    close,
    /** Closes what is on top; answers whether there was anything. */
    back(): boolean {
      if (!isOpen.value && qr.value === null) return false;
      if (qr.value !== null) qr.value = null;
      else close();
      return true;
    },
  };
}

export type QuickForms = ReturnType<typeof useQuickForms>;
