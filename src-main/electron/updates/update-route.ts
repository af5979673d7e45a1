import type { Session } from 'electron';
import type { NetworkState } from '#contract/ipc/network.ts';
import { hostAndPort } from '#core/connections/texts/address.ts';

/**
 * Sends the updater's requests the way that the user chose: its network is Chromium's, which would follow the
 * system's proxy. `false`: they must not be sent, because the settings are not confirmed, or the proxy wants
 * a login, which Chromium cannot be given for every kind.
 */
export async function routeUpdates(
  session: Pick<Session, 'setProxy'>,
  { proxy, changed }: NetworkState,
): Promise<boolean> {
  if (changed !== null || proxy.login !== 'none') return false;
  if (proxy.kind === 'none') {
    await session.setProxy({ mode: 'direct' });
    return true;
  }
  await session.setProxy({
    mode: 'fixed_servers',
    proxyRules: `${proxy.kind}://${hostAndPort(proxy.host, proxy.port)}`,
    proxyBypassRules: '<-loopback>',
  });
  return true;
}
