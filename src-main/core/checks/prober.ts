import type { CheckResult, DnsComparison } from '#contract/check-result.ts';
import { ProbeFault, type EncryptedResolver, type ProbeFaultReason } from '#core/ports.ts';
import { compareAddresses } from './compare-addresses.ts';
import { probeHysteria } from './probes/hysteria-probe.ts';
import { probeMtproto } from './probes/mtproto-probe.ts';
import type { Answered, Attempt, ProbeTools, Try } from './probes/probe.ts';
import { probeProxy } from './probes/proxy-probe.ts';
import { probeShadowsocks } from './probes/shadowsocks-probe.ts';
import { probeWireGuard } from './probes/wireguard-probe.ts';
import { probeXray } from './probes/xray-probe.ts';
import type { PortRange, Target } from './target.ts';

/** The delay is the median of so many tries; a handshake that interrupts others is made once. */
const tries = 3;

/** Checks one target. Never rejects, and ends at once when the signal aborts. */
export type Prober = (target: Target, signal: AbortSignal) => Promise<CheckResult>;

/** How a user wants checks to go. */
export interface ProberOptions extends ProbeTools {
  /** What proxies are asked to connect to; `null`: to themselves. */
  readonly beyond: Try<Target>['beyond'];
  /** The sockets lead through the user's own proxy, which looks up names and passes no UDP. */
  readonly throughProxy: boolean;
  /** Whom addresses are compared with; `undefined`: they are not. */
  readonly resolver: Pick<EncryptedResolver, 'resolve'> | undefined;
}

export function createProber(options: ProberOptions): Prober {
  return async (target, signal) => {
    if (options.throughProxy && (target.kind === 'wireguard' || target.kind === 'hysteria')) {
      return { outcome: 'undetermined', reason: 'udp-through-proxy' };
    }
    const addresses = options.sockets.lookup(target.host, signal);
    const comparison = compare(options, target.host, addresses, signal);
    const result = await probeAt(options, target, addresses, signal);
    const dns = await comparison;
    return {
      ...result,
      ...(dns !== undefined && { dns }),
      ...(options.throughProxy && { throughProxy: true }),
    };
  };
}

/** Found by trying, before it is said how. */
type Found = Exclude<CheckResult, { outcome: 'undetermined' }>;

async function probeAt(
  options: ProberOptions,
  target: Target,
  lookup: Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<Found> {
  const answered: Answered[] = [];
  try {
    const addresses = await lookup;
    const needed = target.kind === 'wireguard' ? 1 : tries;
    while (answered.length < needed) {
      const port = drawPort(target.ports, options.random.unit());
      const found = await tryOnce(options, target, addresses, port, signal);
      if ('failure' in found) {
        return answered.length > 0 ? answer(answered) : { outcome: found.failure };
      }
      answered.push(found);
    }
    return answer(answered);
  } catch (error) {
    if (answered.length > 0) return answer(answered);
    // What a server sends must not end the check of the others.
    return { outcome: error instanceof ProbeFault ? error.reason : 'unexpected' } satisfies {
      outcome: ProbeFaultReason;
    };
  }
}

/** What the network's DNS says beside the encrypted resolver; `undefined`: nothing to be said. */
async function compare(
  { resolver, throughProxy }: ProberOptions,
  host: string,
  lookup: Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<DnsComparison | undefined> {
  if (!resolver || throughProxy) return undefined;
  const [network, encrypted] = await Promise.all([
    lookup.catch((error: unknown) =>
      error instanceof ProbeFault && error.reason === 'name-not-found' ? [] : undefined,
    ),
    resolver.resolve(host, signal),
  ]);
  if (!network || !encrypted || encrypted === 'unanswered') {
    return encrypted === 'unanswered' ? 'unanswered' : undefined;
  }
  return compareAddresses(network, encrypted);
}

function tryOnce(
  options: ProberOptions,
  target: Target,
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<Attempt> {
  const rest = { addresses, port, signal, beyond: options.beyond };
  switch (target.kind) {
    case 'xray':
      return probeXray(options, { target, ...rest });
    case 'shadowsocks':
      return probeShadowsocks(options, { target, ...rest });
    case 'hysteria':
      return probeHysteria(options, { target, ...rest });
    case 'wireguard':
      return probeWireGuard(options, { target, ...rest });
    case 'mtproto':
      return probeMtproto(options, { target, ...rest });
    case 'http-proxy':
    case 'socks5':
      return probeProxy(options, { target, ...rest });
  }
}

/** @param unit in [0, 1) */
export function drawPort(ranges: readonly PortRange[], unit: number): number {
  const total = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  let left = Math.floor(unit * total);
  for (const { from, to } of ranges) {
    if (left <= to - from) return from + left;
    left -= to - from + 1;
  }
  return ranges[0]?.from ?? 0;
}

function answer(answered: readonly Answered[]): Found {
  const sorted = answered.map(({ ms }) => ms).sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  const { depth } = answered[0] ?? { depth: 'port' };
  return { outcome: 'answers', ms: Math.round(((low + high) / 2) * 10) / 10, depth };
}
