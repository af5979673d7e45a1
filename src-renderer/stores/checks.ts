import { defineStore } from 'pinia';
import { computed, shallowRef, watch } from 'vue';
import type { CheckProgress } from '#contract/ipc/checks.ts';
import { maxSelected } from '#contract/ipc/selection.ts';
import { checkInterrupts } from '#contract/rules/check-interrupts.ts';
import { useMainState } from '#renderer/composables/queries/use-main-state.ts';
import { call } from '#renderer/ipc.ts';
import { useClipboardStore } from './clipboard.ts';
import { useConnectionsStore } from './connections.ts';
import { useSessionStore } from './session.ts';
import { useSettingsStore } from './settings.ts';

const none: CheckProgress = { running: false, done: 0, total: 0, answered: 0, leftOut: 0 };

/** What the user is asked before a check begins. */
interface Question {
  readonly about: 'first' | 'interrupt';
  readonly keys: readonly string[];
  /** The connection whose detail asks; `null` where the list asks. */
  readonly one: string | null;
  /** The check may interrupt that one connection. */
  readonly interrupting: boolean;
}

/** The check that runs, or the last one. */
function createCheckRun() {
  const clipboard = useClipboardStore();
  const session = useSessionStore();
  const main = useMainState(
    'checks.changed',
    () => call('checks.get', {}),
    () => session.accountId,
  );
  const progress = computed(() => main.state.value ?? none);
  /** The summary of a check stays until it is closed. */
  const open = shallowRef(false);

  // Also after a reload, for the check that still runs.
  watch(
    () => progress.value.running,
    (running) => {
      if (running) open.value = true;
    },
    { immediate: true },
  );

  return {
    progress,
    open,
    async start(keys: readonly string[], interrupting: boolean): Promise<void> {
      const answer = await main.change(() =>
        call('checks.start', { keys: [...keys], interrupting }),
      );
      if (answer.ok) open.value = true;
      else clipboard.fail(answer.failure);
    },
    cancel: () => main.change(() => call('checks.cancel', {})),
  };
}

/** What is asked before a check begins. */
function createCheckQuestion(start: (question: Question) => void) {
  const clipboard = useClipboardStore();
  const settings = useSettingsStore();
  const question = shallowRef<Question | null>(null);

  /** Asks what must be known first, and checks at once where nothing must. */
  function ask(requested: Question): void {
    if (!settings.state.checksExplained) question.value = { ...requested, about: 'first' };
    else if (requested.interrupting && requested.about === 'first') {
      question.value = { ...requested, about: 'interrupt' };
    } else {
      question.value = null;
      start(requested);
    }
  }

  /** The user read the question and goes on. */
  async function confirm(): Promise<void> {
    const requested = question.value;
    if (requested === null) return;
    if (requested.about === 'first') {
      const failure = await settings.acceptChecks();
      if (failure !== null) {
        clipboard.fail(failure);
        return;
      }
    }
    ask(requested);
  }

  return { question, ask, confirm };
}

/** Checks from here: what is asked first, how far they are. Nothing is checked before the user asks. */
export const useChecksStore = defineStore('checks', () => {
  const connections = useConnectionsStore();
  const session = useSessionStore();
  const run = createCheckRun();
  const { question, ask, confirm } = createCheckQuestion(
    ({ keys, interrupting }) => void run.start(keys, interrupting),
  );

  const askMany = (keys: readonly string[]): void => {
    if (keys.length > 0) ask({ about: 'first', keys, one: null, interrupting: false });
  };

  // Another account: nothing of the last one stays.
  watch(
    () => session.accountId,
    () => {
      question.value = null;
      run.open.value = false;
    },
    { flush: 'sync' },
  );

  return {
    progress: run.progress,
    question,
    /** Whether the bar of checks is shown. */
    shown: computed(() => question.value?.one === null || run.open.value),
    /** Checks several, without those that a check may interrupt. */
    ask: askMany,
    /** Checks one. */
    askOne({ key, protocol }: { readonly key: string; readonly protocol: string }) {
      ask({ about: 'first', keys: [key], one: key, interrupting: checkInterrupts(protocol) });
    },
    /** Checks what the list shows as it is filtered now. */
    askShown() {
      askMany(connections.listed.slice(0, maxSelected).map(({ key }) => key));
    },
    confirm,
    async cancel() {
      question.value = null;
      await run.cancel();
    },
    close() {
      question.value = null;
      run.open.value = false;
    },
  };
});
