import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import type { SessionState } from '#contract/ipc/session.ts';
import { fail, type Failure, type Result } from '#contract/failure.ts';
import { visible } from '#renderer/lib/texts/connection-text.ts';
import { useMainState } from '#renderer/lib/queries/use-main-state.ts';
import { call } from '#renderer/lib/ipc.ts';

const opening: SessionState = {
  status: 'opening',
  account: null,
  accounts: [],
  keychain: 'ready',
  passphrase: false,
  unusedMinutes: 0,
  persistent: true,
  vaultProblem: null,
  changedService: null,
  prefill: { service: '', key: '' },
};

/** The user left a sign-in, or refused main's question: that is nothing to show. */
const isByUser = ({ kind, reason }: Failure): boolean =>
  kind === 'aborted' || (kind === 'declined' && reason === undefined);

/** Which account is open, and how the keychain answers. */
export const useSessionStore = defineStore('session', () => {
  const main = useMainState('session.changed', () => call('session.get', {}));
  const state = computed(() => main.state.value ?? opening);
  const busy = shallowRef(false);
  const failure = shallowRef<Failure | null>(null);
  /** The user refused main's last question. */
  const declined = shallowRef(false);
  /** Signed in just now: the first screen says how to come back. */
  const isNew = shallowRef(false);

  async function ask(question: () => Promise<Result<SessionState>>): Promise<boolean> {
    busy.value = true;
    try {
      const answer = await main.change(question);
      failure.value = answer.ok || isByUser(answer.failure) ? null : answer.failure;
      declined.value = !answer.ok && answer.failure.kind === 'declined';
      return answer.ok;
    } finally {
      busy.value = false;
    }
  }

  const accountId = computed(() => state.value.account?.id ?? '');

  return {
    state,
    busy,
    declined,
    isNew,
    failure: computed(() => failure.value ?? main.failure.value),
    /** Id of the open account, empty where none is open. */
    accountId,
    /** What the open account is called: its e-mail, else its service. */
    name: computed(() => accountName(state.value.account)),
    others: computed(() => state.value.accounts.filter(({ id }) => id !== state.value.account?.id)),
    read: main.read,
    /** Fails with `aborted` where another account is open at the answer. */
    async inAccount<Value>(request: () => Promise<Result<Value>>): Promise<Result<Value>> {
      const account = accountId.value;
      const answer = await request();
      return account === accountId.value ? answer : fail('aborted');
    },
    /** The key is passed on to main and stored nowhere in the window. */
    async signIn(service: string, key: string): Promise<void> {
      isNew.value = await ask(() => call('session.signIn', { service, key }));
    },
    /** Cancels the sign-in that is under way, if any: the open account stays open. */
    cancelSignIn: () => void call('session.cancelSignIn', {}),
    signOut: (account: string) => ask(() => call('session.signOut', { account })),
    switchTo: (account: string) => ask(() => call('session.switch', { account })),
    restoreService: () => ask(() => call('session.restoreService', {})),
    lock: () => ask(() => call('session.lock', {})),
    /** The passphrase is passed on to main and stored nowhere in the window; empty where none is on. */
    unlock: (passphrase: string) =>
      ask(() => call('session.unlock', passphrase === '' ? {} : { passphrase })),
    setPassphrase: (current: string, next: string) =>
      ask(() => call('session.setPassphrase', { current, next })),
    forgetPassphrase: () => ask(() => call('session.forgetPassphrase', {})),
    retry: () => ask(() => call('session.retry', {})),
    forgetFailure() {
      failure.value = null;
      declined.value = false;
    },
  };
});

/** The e-mail of an account, else the host of its service. */
export function accountName(account: SessionState['account']): string {
  if (account === null) return '';
  const name = visible(account.name);
  return name === '' ? account.service.replace(/^https?:\/\//, '') : name;
}
