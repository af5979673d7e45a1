import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import type { CheckProgress } from '#contract/ipc/checks.ts';
import { mostSelected } from '#contract/ipc/selection.ts';
import { call, listen } from '#renderer/ipc.ts';
import { useClipboardStore } from './clipboard.ts';
import { useConnectionsStore } from './connections.ts';
import { useSettingsStore } from './settings.ts';

const none: CheckProgress = { running: false, done: 0, total: 0, answered: 0, leftOut: 0 };

/** Protocols whose check may interrupt another device. */
const interrupted: ReadonlySet<string> = new Set(['wg', 'amnezia-wg-2']);

/** What the person is asked before a check begins. */
interface Question {
  readonly about: 'first' | 'interrupt';
  readonly keys: readonly string[];
  /** The connection whose detail asks; `null` where the list asks. */
  readonly one: string | null;
  /** The check may interrupt that one connection. */
  readonly interrupting: boolean;
}

/** Checks from here: what is asked first, how far they are. Nothing is checked before the person asks. */
export const useChecksStore = defineStore('checks', () => {
  const progress = shallowRef(none);
  const question = shallowRef<Question | null>(null);
  /** The summary of a check stays until it is closed. */
  const open = shallowRef(false);
  const clipboard = useClipboardStore();
  const connections = useConnectionsStore();
  const settings = useSettingsStore();

  async function start(keys: readonly string[], interrupting: boolean): Promise<void> {
    question.value = null;
    const answer = await call('checks.start', { keys: [...keys], interrupting });
    if (!answer.ok) {
      clipboard.fail(answer.failure);
      return;
    }
    progress.value = answer.value;
    open.value = true;
  }

  /** Asks what must be known first, and checks at once where nothing must. */
  function next(requested: Question): void {
    if (!settings.state.checksExplained) question.value = { ...requested, about: 'first' };
    else if (requested.interrupting && requested.about === 'first') {
      question.value = { ...requested, about: 'interrupt' };
    } else void start(requested.keys, requested.interrupting);
  }

  listen('checks.changed', (changed) => {
    progress.value = changed;
  });

  return {
    progress,
    question,
    /** Something is to be shown of checks. */
    shown: computed(() => question.value?.one === null || open.value),
    /** Checks several, without those that a check may interrupt. */
    ask(keys: readonly string[]) {
      if (keys.length > 0) next({ about: 'first', keys, one: null, interrupting: false });
    },
    /** Checks one. */
    askOne({ key, protocol }: { readonly key: string; readonly protocol: string }) {
      next({ about: 'first', keys: [key], one: key, interrupting: interrupted.has(protocol) });
    },
    /** Checks what the list shows as it is filtered now. */
    async askShown() {
      const { filter, order } = connections.query({ offset: 0, limit: 1 });
      const found = await call('connections.keys', {
        ...(filter && { filter }),
        ...(order && { order }),
        offset: 0,
        limit: mostSelected,
      });
      if (!found.ok) clipboard.fail(found.failure);
      else if (found.value.keys.length > 0) {
        next({ about: 'first', keys: found.value.keys, one: null, interrupting: false });
      }
    },
    /** The person read the question and goes on. */
    async confirm() {
      const requested = question.value;
      if (requested === null) return;
      if (requested.about === 'first') {
        const failure = await settings.acceptChecks();
        if (failure !== null) {
          clipboard.fail(failure);
          return;
        }
      }
      next(requested.about === 'first' ? requested : { ...requested, about: 'interrupt' });
    },
    async cancel() {
      question.value = null;
      const answer = await call('checks.cancel', {});
      if (answer.ok) progress.value = answer.value;
    },
    close() {
      question.value = null;
      open.value = false;
    },
    /** A page that was loaded anew shows the check that still runs. */
    async restore() {
      const answer = await call('checks.get', {});
      if (!answer.ok || !answer.value.running) return;
      progress.value = answer.value;
      open.value = true;
    },
    /** Another account: nothing of the last one stays. */
    forget() {
      progress.value = none;
      question.value = null;
      open.value = false;
    },
  };
});
