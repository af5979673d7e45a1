import { ok } from '#contract/failure.ts';
import type { NetworkState, ProxyChoice } from '#contract/ipc/network.ts';
import type { AppParts } from '#core/app/app-parts.ts';
import type { CommandsOf } from './command.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import { serviceAddress } from '#core/network/service-address.ts';

export const networkCommands: CommandsOf<'network'> = {
  'network.get': async (_, { network }) => ok(await network.verify()),
  'network.setProxy': {
    asks: async (choice, { network }) => proxyQuestions(await network.verify(), choice),
    run: (choice, { network }) => network.setProxy(choice),
  },
  'network.check': {
    asks: ({ service }, app) => serviceQuestions(checkedService(service, app), app),
    run: ({ service }, app) => app.network.check(checkedService(service, app)),
  },
  'network.chooseAuthority': (_, { network, session }) => {
    const account = session.current();
    return network.chooseAuthority(() => session.current() === account);
  },
  'network.removeAuthority': (_, { network }) => network.removeAuthority(),
  'network.restore': (_, { network }) => network.restore(),
};

/** The open account's service, or the one that the sign-in screen names. */
function checkedService(service: string | undefined, { session }: AppParts): string {
  return session.current()?.service ?? service ?? session.state().prefill.service;
}

/** Any proxy or login that differs from the confirmed one needs the user's consent. */
function proxyQuestions(
  { proxy: now, changed }: NetworkState,
  choice: ProxyChoice,
): ConsentQuestion[] {
  if (choice.kind === 'none') return [];
  const { kind, host, port, login } = choice;
  const isSame = kind === now.kind && host === now.host && port === now.port && changed === null;
  // A name and a password that it was not given before are sent to it with every request.
  const user = typeof login === 'object' ? login.user : '';
  return isSame && typeof login === 'string'
    ? []
    : [{ kind: 'proxy', proxy: kind, host, port, user }];
}

/** Nothing for the built-in service, the open account's, or what is no address. */
function serviceQuestions(service: string, { options, session }: AppParts): ConsentQuestion[] {
  const address = serviceAddress(service);
  const known = [options.prefill.service, session.current()?.service ?? ''].map(serviceAddress);
  return address === undefined || known.includes(address)
    ? []
    : [{ kind: 'service', service: address }];
}
