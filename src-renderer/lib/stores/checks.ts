import { defineStore } from 'pinia';
import { computed, watch } from 'vue';
import { noProgress } from '#contract/ipc/checks.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { maxSelected } from '#contract/ipc/selection.ts';
import { maxCandidates, nextCandidates } from '#contract/connections/next-working.ts';
import { isKeyOfOneDevice } from '#contract/rules/device-key.ts';
import { call } from '#renderer/lib/ipc.ts';
import { accountRef, useAccountState } from './account-ref.ts';
import { useToastStore } from './toast.ts';
import { useClockStore } from './clock.ts';
import { useConnectionsStore } from './connections.ts';
import { useSessionStore } from './session.ts';
import { useSettingsStore } from './settings.ts';

/** More are checked only after the user has said how many. */
export const maxUnasked = 50;

interface Question {
  /** What a check contacts, too: nothing was ever checked. */
  readonly isFirst: boolean;
  /** Last come those that a check of several leaves out. */
  readonly keys: readonly string[];
  readonly leftOut: number;
  /** The connection or the form that asks; `null` where the list asks. */
  readonly one: string | null;
  /** The check may interrupt that one connection. */
  readonly interrupting: boolean;
  /** The check looks for one of them that answers, in place of `one`. */
  readonly firstAnswer?: boolean;
  /** Main looks for one that works, and copies it. */
  readonly copies?: boolean;
  /** Measures delays in place of a check. */
  readonly measures?: () => unknown;
}

/** The connections that were checked one after the other to find one in place of another. */
interface Search {
  readonly failed: string;
  readonly keys: readonly string[];
  /** How many of them were checked; `null` while the search goes on. */
  readonly tried: number | null;
}

function createCheckRun() {
  const toast = useToastStore();
  const session = useSessionStore();
  const main = useAccountState('checks.changed', () => call('checks.get', {}));
  const progress = computed(() => main.state.value ?? noProgress);
  /** A check that was asked for is shown until its outcome was said. */
  const open = accountRef(false);
  /** The last search; another check takes its place. */
  const search = accountRef<Search | null>(null);

  // Also after a reload, for the check that still runs.
  watch(
    () => progress.value.running,
    (running) => {
      if (running) open.value ||= !progress.value.automatic;
      else if (search.value?.tried === null)
        search.value = { ...search.value, tried: progress.value.done };
    },
    { immediate: true },
  );

  return {
    progress,
    open,
    search,
    async start({ keys, interrupting, one, firstAnswer }: Question): Promise<void> {
      search.value = null;
      const answer = await session.inAccount(() =>
        main.change(() => call('checks.start', { keys: [...keys], interrupting, firstAnswer })),
      );
      if (!answer.ok) {
        toast.fail(answer.failure);
        return;
      }
      open.value = true;
      if (!firstAnswer || one === null) return;
      const { running, done } = progress.value;
      search.value = { failed: one, keys, tried: running ? null : done };
    },
    cancel: () => main.change(() => call('checks.cancel', {})),
  };
}

function createCheckQuestion(start: (question: Question) => void) {
  const toast = useToastStore();
  const settings = useSettingsStore();
  const question = accountRef<Question | null>(null);

  /** Asks what must be known first, and checks at once where nothing must. */
  function ask(requested: Omit<Question, 'isFirst' | 'leftOut'> & { leftOut?: number }): void {
    const isFirst = !settings.state.checksExplained;
    const asked = { leftOut: 0, ...requested, isFirst };
    const { keys, leftOut, interrupting } = asked;
    const isNothing = leftOut > 0 && leftOut === keys.length;
    const isMany = keys.length - leftOut > maxUnasked;
    question.value = isFirst || isMany || isNothing || interrupting ? asked : null;
    if (question.value === null) start(asked);
  }

  /** Checks no more than so many of them, the first. */
  async function confirm(most = Infinity): Promise<void> {
    const requested = question.value;
    if (requested === null) return;
    if (requested.isFirst) {
      const failure = await settings.acceptChecks();
      // The user withdrew it meanwhile, or left the account.
      if (question.value !== requested) return;
      if (failure !== null) {
        toast.fail(failure);
        return;
      }
    }
    question.value = null;
    start({ ...requested, keys: requested.keys.slice(0, most) });
  }

  return { question, ask, confirm };
}

/** Checks from here: what is asked first, how far they are. Nothing is checked before the user asks. */
export const useChecksStore = defineStore('checks', () => {
  const connections = useConnectionsStore();
  const session = useSessionStore();
  const toast = useToastStore();
  const run = createCheckRun();
  const { question, ask, confirm } = createCheckQuestion((requested) => {
    if (requested.measures) requested.measures();
    else void (requested.copies ? copyWorking() : run.start(requested));
  });

  /** What is checked now is for something else, which says what was found. */
  const isQuiet = accountRef(false);

  /** What no change helps as it is set up, and when that was found, Unix milliseconds. */
  const hopeless = accountRef<Readonly<Record<string, number>>>({});

  async function quietly<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    isQuiet.value = true;
    const answer = await work();
    // The bar of a check that is over may not have closed yet.
    isQuiet.value = run.open.value;
    return answer;
  }

  /** The toast says what was copied, as of every copy outside the page. */
  async function copyWorking(): Promise<void> {
    const answer = await quietly(() => session.inAccount(() => call('checks.copyWorking', {})));
    if (answer.ok) return;
    if (answer.failure.kind !== 'declined') toast.fail(answer.failure);
    else ask({ keys: [], one: null, interrupting: false, copies: true });
  }

  const askMany = (keys: readonly string[]): void => {
    if (keys.length === 0) return;
    const isLeftOut = (key: string) => isKeyOfOneDevice(connections.rowOf(key)?.protocol ?? '');
    const leftOut = keys.filter(isLeftOut);
    const ordered = [...keys.filter((key) => !isLeftOut(key)), ...leftOut];
    const isOne = keys.length === 1 && leftOut.length === 1;
    ask({ keys: ordered, leftOut: isOne ? 0 : leftOut.length, one: null, interrupting: isOne });
  };

  /** Checks a few others one after the other until one answers, in place of one that does not work. */
  function findNext(failed: ConnectionRow): void {
    const candidates = nextCandidates(connections.all(), failed, useClockStore().now());
    const keys = candidates.slice(0, maxCandidates).map(({ key }) => key);
    if (keys.length === 0) return;
    // What it finds is shown with the answer to why that one fails.
    connections.explained = failed.key;
    ask({ keys, one: failed.key, interrupting: false, firstAnswer: true });
  }

  return {
    progress: run.progress,
    search: run.search,
    isQuiet,
    quietly,
    hopeless,
    question,
    shown: computed(() => question.value?.one === null || run.open.value),
    /** Checks several, without those that a check may interrupt. */
    ask: askMany,
    askOne({ key, protocol }: { readonly key: string; readonly protocol: string }) {
      ask({ keys: [key], one: key, interrupting: isKeyOfOneDevice(protocol) });
    },
    findNext,
    /** Measures delays for a form, which shows the question. */
    askToMeasure(form: string, measures: () => unknown) {
      ask({ keys: [], one: form, interrupting: false, measures });
    },
    /** Copies the fastest that works from here, which is looked for where none is known. */
    copyWorking,
    /** Has its page offer another connection that works, whatever is wrong with it, and looks for one. */
    findOther(row: ConnectionRow) {
      connections.explain(row.key, true);
      if (connections.replacementFor(row)?.kind === 'find') findNext(row);
    },
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
      isQuiet.value = false;
    },
  };
});
