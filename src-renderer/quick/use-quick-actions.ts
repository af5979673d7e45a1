import { computed, nextTick, ref, shallowRef, watch, type Ref } from 'vue';
import type { CopiedWorking } from '#contract/ipc/checks.ts';
import { copyFaults, type CopyFault } from '#contract/ipc/secrets.ts';
import type { Failure } from '#contract/failure.ts';
import type { FormChoice, NamedForm } from '#contract/connections/form-choices.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { createLatest, type Latest } from '#renderer/lib/latest.ts';
import { useConnectionText } from '#renderer/lib/texts/connection-text.ts';
import { call } from '#renderer/lib/ipc.ts';
import type { QuickForms } from './use-quick-forms.ts';
import type { QuickRows } from './use-quick-rows.ts';

/** What was copied does not work from here; one that works is looked for; it was copied. */
type Replacing = CopyFault | 'searching' | Pick<CopiedWorking, 'title' | 'ms'>;

/** What was begun in an earlier showing of the window does not end in this one. */
export function useQuickActions(rows: QuickRows, forms: QuickForms, onReset: () => void) {
  const showings = createLatest();
  /** How many commands the copied tunnel configuration lost. */
  const removed = ref(0);
  const replacing = shallowRef<Replacing | null>(null);
  const fault = computed(() => copyFaults.find((each) => each === replacing.value) ?? null);
  /** What the last command failed with: rows that are read again do not unsay it. */
  const failure = shallowRef<Failure | null>(null);

  /** What was said is about another connection than the current one. */
  function unsay(): void {
    failure.value = null;
    removed.value = 0;
    replacing.value = null;
  }

  // What was opened is about a connection of the last search.
  watch(rows.search, () => {
    forms.close();
    unsay();
  });

  /** As it is when it opens: nothing typed, nothing of the last time on screen. */
  function reset(): void {
    showings.begin();
    unsay();
    forms.close();
    rows.clear();
    onReset();
  }

  async function hide(): Promise<void> {
    // Emptied first: the next showing begins with the picture that this one leaves.
    reset();
    await nextTick();
    await call('quick.hide', {});
  }

  function open(key: string | null, find = false): void {
    reset();
    void call('quick.open', { key, ...(find && { find }) });
  }

  const last = { showings, removed, replacing, failure, unsay, reset, open };
  const copies = createCopies(forms, last);
  const { copy, copyWorking, run } = copies;

  /**
   * Acts on the row that is highlighted when Enter is pressed, or, where Enter is faster than the
   * answer, on the first one that is found for what was typed. Where nothing was typed and no row
   * is on screen, it does nothing. After a copy it ends the window, or copies one that works.
   */
  async function enter(toOpen: boolean): Promise<void> {
    const isShown = showings.join();
    if (rows.search.value.trim() !== '') await rows.settle();
    if (!isShown() || replacing.value === 'searching') return;
    if (fault.value !== null && !toOpen) return void copyWorking();
    if ((removed.value > 0 || replacing.value !== null) && !toOpen) return void hide();
    const row = rows.isAnswered() ? rows.option.current.value : undefined;
    if (rows.message.value !== null || row === undefined) {
      const opens = rows.message.value?.opens ?? null;
      if (opens === 'enter' || (opens === 'command-enter' && toOpen)) open(null);
    } else if (toOpen) open(row.key);
    else if (!forms.isOpen.value) void copy(row);
    else if (forms.qr.value === null) run(row, forms.option.current.value);
  }

  /** Opens the forms of the current connection, once it is the one that was typed. */
  async function openForms(): Promise<void> {
    const isShown = showings.join();
    await rows.settle();
    if (!isShown() || rows.message.value !== null || forms.choices.value.length === 0) return;
    unsay();
    rows.option.keep();
    forms.open();
  }

  return { ...last, ...copies, fault, hide, enter, openForms };
}

/** What was copied last, and how the window ends or changes with it. */
interface LastCopy {
  readonly showings: Latest;
  readonly removed: Ref<number>;
  readonly replacing: Ref<Replacing | null>;
  readonly failure: Ref<Failure | null>;
  readonly unsay: () => void;
  readonly reset: () => void;
  readonly open: (key: string | null, find?: boolean) => void;
}

/** Takes a connection out of the window: as a text on the clipboard, or as a QR code. */
function createCopies(forms: QuickForms, last: LastCopy) {
  const words = useConnectionText();
  const { showings, removed, replacing, failure, unsay, reset, open } = last;

  /** @param named the primary form where there is none */
  async function copy(row: ConnectionRow, named?: NamedForm): Promise<void> {
    if (row.forms.length === 0) return;
    const isShown = showings.join();
    const answer = await call('quick.copy', { key: row.key, ...named });
    if (!isShown()) return;
    unsay();
    if (!answer.ok) {
      failure.value = answer.failure;
      return;
    }
    const { commandsRemoved = 0, replaceable, fails = 'fails' } = answer.value;
    if (commandsRemoved === 0 && !replaceable) reset();
    removed.value = commandsRemoved;
    replacing.value = replaceable ? fails : null;
  }

  /** The window stays and says which one it was, or leads to the question before the first check. */
  async function copyWorking(): Promise<void> {
    if (replacing.value === 'searching') return;
    const isShown = showings.join();
    unsay();
    replacing.value = 'searching';
    const answer = await call('checks.copyWorking', {});
    if (!isShown()) return;
    replacing.value = answer.ok ? answer.value : null;
    if (answer.ok) return;
    if (answer.failure.kind === 'declined') open(null, true);
    else failure.value = answer.failure;
  }

  async function showQr(row: ConnectionRow, named: NamedForm): Promise<void> {
    const isShown = showings.join();
    const answer = await call('secrets.qr', { of: 'connection', key: row.key, ...named });
    if (!isShown()) return;
    if (answer.ok) forms.showQr(answer.value, words.form(named.form, row).name);
    else failure.value = answer.failure;
  }

  function run(row: ConnectionRow, choice: FormChoice | undefined): void {
    if (choice === undefined) return;
    const { kind, ...named } = choice;
    void (kind === 'qr' ? showQr : copy)(row, named);
  }

  return { copy, copyWorking, run };
}
