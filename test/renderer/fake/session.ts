import type { SessionState } from '#contract/ipc/session.ts';
import { ok, type Result } from '#contract/failure.ts';
import type { Emit } from './events.ts';
import type { Handlers } from './handlers.ts';
import type { FakeOptions } from './options.ts';

const account = { id: 'a1', service: 'https://api.example.com/v1', name: 'anna@example.com' };

const signedIn: SessionState = {
  status: 'signed-in',
  account,
  accounts: [account],
  keychain: 'ready',
  persistent: true,
  vaultProblem: null,
  changedService: null,
  prefill: { service: '', key: '' },
};

/** The session, in a window without a main process: signed in, except where the options differ. */
export function fakeSession(options: Pick<FakeOptions, 'session'>, emit: Emit) {
  let session: SessionState = { ...signedIn, ...options.session };

  function set(changes: Partial<SessionState>): Result<SessionState> {
    session = { ...session, ...changes };
    emit('session.changed', session);
    return ok(session);
  }

  const handlers: Handlers = {
    'session.get': () => ok(session),
    'session.signIn': ({ service }) =>
      set({
        status: 'signed-in',
        account: { ...account, service },
        accounts: [{ ...account, service }],
      }),
    'session.signOut': () => set({ status: 'signed-out', account: null, accounts: [] }),
    'session.switch': ({ account: id }) =>
      set({
        status: 'signed-in',
        account: session.accounts.find((one) => one.id === id) ?? null,
      }),
    'session.restoreService': () => set({ status: 'signed-in', changedService: null }),
    'session.retry': () =>
      set({ status: 'signed-in', keychain: 'ready', persistent: true, account }),
    'session.keyInUse': () => ok({ id: 1 }),
  };
  return { handlers, set };
}
