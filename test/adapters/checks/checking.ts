import type { CheckResult } from '#contract/check-result.ts';
import { createProbeSockets } from '#adapters/probe-sockets.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import { createSystemRandom } from '#adapters/system-random.ts';
import type { ConnectionSecrets } from '#core/connections/storage/secrets.ts';
import { createProber } from '#core/checks/prober.ts';
import type { ProbeTools } from '#core/checks/probes/probe.ts';
import { readTarget } from '#core/checks/read-target.ts';

/** Longer than any answer on the loopback takes, and no test waits for it to pass, milliseconds. */
const deadline = 120_000;

/** Checks a connection over the system's sockets, with this computer's own addresses allowed. */
export async function check(
  protocol: string,
  secrets: ConnectionSecrets | string,
  options: Partial<ProbeTools> & { readonly signal?: AbortSignal } = {},
): Promise<CheckResult> {
  const given = typeof secrets === 'string' ? { connection_url: secrets } : secrets;
  const target = readTarget(protocol, given);
  if (target.kind === 'undetermined') return { outcome: 'undetermined', reason: target.reason };
  const prober = createProber({
    sockets: createProbeSockets(),
    random: createSystemRandom(),
    clock: { ...createSystemClock(), serviceTime: () => Date.now() },
    ...options,
  });
  const signal = options.signal ?? AbortSignal.timeout(deadline);
  const lookup = await prober.lookUp(target, signal);
  return prober.probe(
    target,
    lookup.kind === 'local' ? { ...lookup, kind: 'found' } : lookup,
    signal,
  );
}
