import { fail, ok } from '#contract/failure.ts';
import { withAccount, type CommandsOf } from './command.ts';
import type { AppParts } from '#core/app/app-parts.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import { serviceAddress } from '#core/network/service-address.ts';
import { checkSignIn, type Session } from '#core/session/session.ts';

export const sessionCommands: CommandsOf<'app' | 'session'> = {
  'app.info': (_, { options }) => ok(options.info),

  'session.get': (_, { session }) => ok(session.state()),
  'session.signIn': {
    asks: ({ service, key }, app) => signInQuestions(service, key, app),
    run: ({ service, key }, { session }) => session.signIn(service, key),
  },
  'session.openKeysPage': async (_, { options, session }) => {
    const { keysPage } = options.prefill;
    if (keysPage === undefined) return fail('not-found');
    await options.shell.openExternal(keysPage);
    return ok(session.state());
  },
  'session.cancelSignIn': (_, { session }) => {
    session.cancelSignIn();
    return ok(session.state());
  },
  'session.signOut': {
    asks: ({ account }, { session }) => signOutQuestions(account, session),
    run: ({ account }, { session }) => session.signOut(account),
  },
  'session.switch': ({ account }, { session }) => session.switchTo(account),
  'session.keyInUse': withAccount((account) => ok({ id: account.keyInUse() })),
  'session.restoreService': async (_, { session }) => ok(await session.restoreService()),
  'session.lock': (_, app) => {
    app.lock();
    return ok(app.session.state());
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

/** `svc_<prefix8>`: what the service itself lists of a key. */
const prefixLength = 12;

export const keyPrefixOf = (apiKey: string): string => apiKey.slice(0, prefixLength);

/**
 * A compromised page could sign in to an attacker's account and write there what it has read, so a new
 * key needs the user's consent. Nothing was read yet where no account is on this computer, and the
 * build's own service is nobody else's: the first sign-in there asks nothing. An invalid address or key
 * is refused without asking.
 */
async function signInQuestions(
  service: string,
  key: string,
  { session, options }: Pick<AppParts, 'session' | 'options'>,
): Promise<ConsentQuestion[]> {
  const checked = checkSignIn(service, key);
  if (!checked.ok || (await session.hasKey(checked.value))) return [];
  const { service: address, apiKey } = checked.value;
  const { account, accounts } = session.state();
  const isFirst = account === null && accounts.length === 0;
  if (isFirst && serviceAddress(options.prefill.service) === address) return [];
  return [{ kind: 'sign-in', service: address, keyPrefix: keyPrefixOf(apiKey) }];
}

/** What is stored of an account here alone, such as its messages, is gone with it. */
function signOutQuestions(id: string, session: Session): ConsentQuestion[] {
  const { account, accounts } = session.state();
  const leaving = [account, ...accounts].find((each) => each?.id === id);
  return leaving ? [{ kind: 'sign-out', account: leaving.name, service: leaving.service }] : [];
}
