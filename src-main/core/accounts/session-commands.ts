import { ok } from '#contract/failure.ts';
import { withAccount, type CommandsOf } from '#core/command.ts';
import { serviceQuestions } from '#core/consent/service-question.ts';
import { checkSignIn } from './session.ts';

/** Facts about the app, signing in and out, and switching between accounts. */
export const sessionCommands: CommandsOf<'app' | 'session'> = {
  'app.info': (_, { options }) => ok(options.info),

  'session.get': (_, { session }) => ok(session.state()),
  'session.signIn': {
    asks({ service, key }, app) {
      const checked = checkSignIn(service, key);
      return checked.ok ? serviceQuestions(checked.value.service, app) : [];
    },
    run: ({ service, key }, { session }) => session.signIn(service, key),
  },
  'session.cancelSignIn': (_, { session }) => {
    session.cancelSignIn();
    return ok(session.state());
  },
  'session.signOut': ({ account }, { session }) => session.signOut(account),
  'session.switch': ({ account }, { session }) => session.switchTo(account),
  'session.keyInUse': withAccount((account) => ok({ id: account.keyInUse() })),
  'session.restoreService': async (_, { session }) => ok(await session.restoreService()),
  'session.lock': (_, { events, session }) => {
    events.emit('lockDue', null);
    return ok(session.state());
  },
  'session.unlock': {
    // The passphrase is the better answer.
    asks(_, { session }) {
      const { status, passphrase } = session.state();
      return status === 'auto-locked' && !passphrase ? [{ kind: 'unlock' }] : [];
    },
    run: ({ passphrase }, { session }) => session.unlock(passphrase ?? ''),
  },
  'session.setPassphrase': {
    // Replacing it and turning it off take the one that is on.
    asks: (_, { session }) => (session.state().passphrase ? [] : [{ kind: 'passphrase-on' }]),
    run: ({ current, next }, { session }) => session.setPassphrase(current, next),
  },
  'session.forgetPassphrase': {
    asks(_, { session }) {
      const { status, passphrase } = session.state();
      return status === 'auto-locked' && passphrase ? [{ kind: 'passphrase-forgotten' }] : [];
    },
    run: (_, { session }) => session.forgetPassphrase(),
  },
  'session.retry': async (_, { session }) => ok(await session.retry()),
};
