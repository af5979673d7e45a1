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
  'session.unlock': {
    asks: (_, { session }) =>
      session.state().status === 'auto-locked' ? [{ kind: 'unlock' }] : [],
    run: async (_, { session }) => ok(await session.unlock()),
  },
  'session.retry': async (_, { session }) => ok(await session.retry()),
};
