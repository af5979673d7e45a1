import type { AppInfo } from '#contract/ipc.ts';
import { ok } from '#contract/failure.ts';
import { checkSignIn, type Session } from '../accounts/session.ts';
import type { Consent } from '../consent/consent.ts';
import type { AllowedServices } from '../consent/allowed-services.ts';
import type { CommandsOf, WithAccount } from './command-table.ts';

/** Facts about the app, signing in and out, and switching between accounts. */
export function createSessionCommands({
  info,
  session,
  services,
  consent,
  withAccount,
}: {
  readonly info: AppInfo;
  readonly session: Session;
  readonly services: AllowedServices;
  readonly consent: Pick<Consent, 'ask'>;
  readonly withAccount: WithAccount;
}): CommandsOf<'app' | 'session'> {
  return {
    'app.info': () => ok(info),

    'session.get': () => ok(session.state()),
    'session.signIn': async ({ service, key }) => {
      const checked = checkSignIn(service, key);
      if (!checked.ok) return checked;
      const allowed = await services.allow(checked.value.service);
      return allowed.ok ? session.signIn(service, key) : allowed;
    },
    'session.cancelSignIn': () => {
      session.cancelSignIn();
      return ok(session.state());
    },
    'session.signOut': ({ account }) => session.signOut(account),
    'session.switch': ({ account }) => session.switchTo(account),
    'session.keyInUse': () => withAccount((account) => ok({ id: account.keyInUse() })),
    'session.restoreService': async () => ok(await session.restoreService()),
    'session.unlock': async () => {
      if (session.state().status !== 'auto-locked') return ok(session.state());
      const given = await consent.ask({ kind: 'unlock' });
      return given.ok ? ok(await session.unlock()) : given;
    },
    'session.retry': async () => ok(await session.retry()),
  };
}
