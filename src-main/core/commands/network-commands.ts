import { ok, type Result } from '#contract/failure.ts';
import type { NetworkState, ProxyChoice } from '#contract/ipc/network.ts';
import type { Session } from '../accounts/session.ts';
import type { AllowedServices } from '../consent/allowed-services.ts';
import type { Consent } from '../consent/consent.ts';
import type { Network } from '../network/network.ts';
import type { CommandsOf } from './command-table.ts';

/** The proxy, the certificate authority and the test of the way to the service. */
export function createNetworkCommands({
  session,
  network,
  consent,
  services,
}: {
  readonly session: Session;
  readonly network: Network;
  readonly consent: Consent;
  readonly services: AllowedServices;
}): CommandsOf<'network'> {
  return {
    'network.get': async () => ok(await network.verify()),
    'network.setProxy': async (choice) => {
      const given = await askForProxy(consent, await network.verify(), choice);
      return given.ok ? network.setProxy(choice) : given;
    },
    'network.check': async ({ service }) => {
      const address = session.current()?.service ?? service ?? session.state().prefill.service;
      const allowed = await services.allow(address);
      return allowed.ok ? network.check(address) : allowed;
    },
    'network.chooseAuthority': () => network.chooseAuthority(),
    'network.removeAuthority': () => network.removeAuthority(),
    'network.restore': () => network.restore(),
  };
}

/**
 * A proxy sees which service is used, and when: any proxy that differs from the confirmed one needs
 * the user's consent. A proxy that only a changed file names was never confirmed.
 */
async function askForProxy(
  consent: Consent,
  { proxy: now, changed }: NetworkState,
  choice: ProxyChoice,
): Promise<Result<null>> {
  if (choice.kind === 'none') return ok(null);
  const { kind, host, port } = choice;
  const isSame = kind === now.kind && host === now.host && port === now.port && changed === null;
  return isSame ? ok(null) : await consent.ask({ kind: 'proxy', proxy: kind, host, port });
}
