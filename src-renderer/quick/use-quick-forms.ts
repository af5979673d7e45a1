import { computed, ref, shallowRef, type Ref } from 'vue';
import { formsInTurn } from '#contract/connections/form-choices.ts';
import type { ConnectionRow, ExportApp } from '#contract/ipc/connections.ts';
import type { QrRows, SecretCodes } from '#contract/ipc/secrets.ts';
import { useTurningCodes } from '#renderer/secret/use-turning-codes.ts';
import { useCurrentOption } from '#renderer/lib/use-current-option.ts';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';

const none: readonly QrRows[] = [];

interface ShownCodes {
  readonly codes: readonly QrRows[];
  readonly form: string;
  /** The app whose own form they are; `null` where they are for any. */
  readonly app: ExportApp | null;
}

/** What can be done with the current connection: closed, open, or the QR code of one form. */
export function useQuickForms(row: Readonly<Ref<ConnectionRow | undefined>>) {
  const settings = useSettingsStore();
  const choices = computed(() =>
    row.value === undefined ? [] : formsInTurn(row.value, settings.state),
  );
  const option = useCurrentOption(choices, ({ kind, form, app = '' }) =>
    [kind, form, app].join(' '),
  );
  const isOpen = ref(false);
  /** The codes that are shown, and what they are of; none of them where they would be too long. */
  const codes = shallowRef<ShownCodes | null>(null);
  const { rows, turn, turnBy } = useTurningCodes(() => codes.value?.codes ?? none);
  const qr = computed(() => codes.value && { ...codes.value, rows: rows.value, turn: turn.value });

  function close(): void {
    isOpen.value = false;
    codes.value = null;
  }

  return {
    choices,
    option,
    isOpen,
    /** What is shown now of the codes; `rows` is `null` where they would be too long. */
    qr,
    turnBy,
    showQr({ codes: drawn, app }: SecretCodes, form: string): void {
      codes.value = { codes: drawn, form, app: app ?? null };
    },
    open(): void {
      if (!isOpen.value) option.chooseFirst();
      isOpen.value = true;
    },
    close,
    /** Closes what is on top; answers whether there was anything. */
    back(): boolean {
      if (!isOpen.value && codes.value === null) return false;
      if (codes.value !== null) codes.value = null;
      else close();
      return true;
    },
  };
}

export type QuickForms = ReturnType<typeof useQuickForms>;
