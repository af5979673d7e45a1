import { defineStore } from 'pinia';
import { computed, shallowReactive } from 'vue';
import type {
  PurchaseEntry,
  PurchaseJournal,
  PurchaseSecret,
  PurchaseState,
} from '#contract/ipc/purchase-journal.ts';
import type { Result } from '#contract/failure.ts';
import { useMainState } from '#renderer/composables/queries/use-main-state.ts';
import { call } from '#renderer/ipc.ts';
import { useSessionStore } from './session.ts';

const untilRead: PurchaseJournal = { entries: [], unreadable: [], persistent: true };

/** Final states, with or without secrets. */
const over: ReadonlySet<PurchaseState> = new Set([
  'stopped',
  'done',
  'link-lost',
  'removed',
  'lost',
  'refused',
]);

/** These go on by themselves. */
const underWay: ReadonlySet<PurchaseState> = new Set(['preparing', 'sending', 'finding-out']);

/** Whether an entry moves, waits for the user, or holds what they have yet to save. */
function isUnfinished({ state, unsaved, result }: PurchaseEntry): boolean {
  return unsaved || !over.has(state) || result?.renewed === false;
}

/** Everything that costs money or is shown once, as main's journal has it. */
export const useJournalStore = defineStore('journal', () => {
  const session = useSessionStore();
  const main = useMainState(
    'purchases.changed',
    () => call('purchases.list', {}),
    () => session.accountId,
  );
  const state = computed(() => main.state.value ?? untilRead);
  /** Secrets that were shown or copied in this window, by entry and name. */
  const seen = shallowReactive(new Set<string>());

  return {
    state,
    /** Whether `state` is what main has. */
    read: computed(() => main.state.value !== undefined),
    /** Why it could not be read. */
    failure: main.failure,
    readAgain: main.read,
    /** How many entries hold something that was not saved: signing out erases it. */
    unsaved: computed(() => state.value.entries.filter((entry) => entry.unsaved).length),
    /** How many entries are open besides: their outcome would no longer be looked for. */
    open: computed(
      () => state.value.entries.filter((entry) => !entry.unsaved && !over.has(entry.state)).length,
    ),
    /** What is under way, waits for the user or holds something unsaved, newest first. */
    unfinished: computed(() => state.value.entries.filter(isUnfinished)),
    /** Whether each secret of an entry was shown or copied; a public key follows from its private one. */
    wasSeen: ({ id, secrets }: PurchaseEntry): boolean =>
      secrets.every(({ name }) => name === 'public-key' || seen.has(`${id} ${name}`)),
    /** Passes on the answer of what showed or copied a secret. */
    see<Answer extends Result<unknown>>(
      id: string,
      secret: PurchaseSecret,
      answer: Answer,
    ): Answer {
      if (answer.ok) seen.add(`${id} ${secret}`);
      return answer;
    },
    /** How many of those wait for the user. */
    needy: computed(
      () =>
        state.value.entries.filter((entry) => isUnfinished(entry) && !underWay.has(entry.state))
          .length,
    ),
  };
});
