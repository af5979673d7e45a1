import { ok, type Result } from '#contract/failure.ts';
import type { Settings } from '#contract/ipc/settings.ts';
import type { Network } from '#core/network/network.ts';
import type { EncryptedResolver, ProbeSockets } from '#core/kernel/ports.ts';
import { withBudget } from './budget.ts';
import type { ProbeTools } from './probes/probe.ts';
import { createProber, type Prober } from './prober.ts';
import { resolverUrls } from './resolver-urls.ts';

/** What the checks of one run go through. */
export interface OpenedProber extends Prober {
  close(): void;
}

/** As the settings are then; checks through a proxy never go past it. */
export type OpenProber = () => Promise<Result<OpenedProber>>;

export function createOpenProber(
  options: Pick<ProbeTools, 'random' | 'clock'> & {
    readonly settings: () => Pick<Settings, 'checkResolver' | 'checkAddress' | 'checkThroughProxy'>;
    readonly network: Pick<Network, 'proxy'>;
    readonly openSockets: (proxy: string | undefined) => ProbeSockets;
    readonly openResolver: (url: string) => Promise<EncryptedResolver>;
  },
): OpenProber {
  const { random, clock } = options;
  return async () => {
    const { checkResolver, checkAddress, checkThroughProxy } = options.settings();
    const proxy = checkThroughProxy ? await options.network.proxy() : ok(undefined);
    if (!proxy.ok) return proxy;
    const throughProxy = proxy.value !== undefined;
    const isCompared = checkResolver !== 'off' && !throughProxy;
    const resolver = isCompared
      ? await options.openResolver(resolverUrls[checkResolver])
      : undefined;
    const sockets = options.openSockets(proxy.value);
    const prober = createProber({
      random,
      clock,
      sockets: withBudget(sockets),
      beyond: checkAddress,
      throughProxy,
      resolver,
    });
    return ok({
      ...prober,
      close() {
        sockets.close();
        void resolver?.close();
      },
    });
  };
}
