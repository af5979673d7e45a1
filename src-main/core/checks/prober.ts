import type { CheckResult, DnsComparison } from '#contract/check-result.ts';
import { ProbeFault, type EncryptedResolver, type Lookup } from '#core/kernel/ports.ts';
import { BudgetSpentError } from './budget.ts';
import { compareAddresses } from './compare-addresses.ts';
import { probeHysteria } from './probes/hysteria-probe.ts';
import { probeMtproto } from './probes/mtproto-probe.ts';
import type { Answered, Attempt, ProbeTools, Try } from './probes/probe.ts';
import { probeProxy } from './probes/proxy-probe.ts';
import { probeShadowsocks } from './probes/shadowsocks-probe.ts';
import { probeWireGuard } from './probes/wireguard-probe.ts';
import { probeXray, refusedCertificate } from './probes/xray-probe.ts';
import type { PortRange } from '#core/connections/texts/address.ts';
import type { Target } from './target.ts';

/** The delay is the median of so many tries; a handshake that interrupts others is made once. */
const tries = 3;

/** Checks targets. Neither part rejects, and each ends at once when its signal aborts. */
export interface Prober {
  lookUp(target: Target, signal: AbortSignal): Promise<Lookup>;
  /** Contacts the addresses that were found, or that the user allowed. */
  probe(target: Target, lookup: Lookup, signal: AbortSignal): Promise<CheckResult>;
}

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
  return {
    lookUp: ({ host }, signal) => options.sockets.lookup(host, signal),
    async probe(target, lookup, signal) {
      if (options.throughProxy && isByUdp(target)) {
        return { outcome: 'undetermined', reason: 'udp-through-proxy' };
      }
      if (lookup.kind === 'local-name') return { outcome: 'undetermined', reason: 'local-name' };
      if (lookup.kind === 'local') return { outcome: 'undetermined', reason: 'local-address' };
      const comparison = compare(options, target.host, lookup, signal);
      const result: Probed =
        lookup.kind === 'failed'
          ? { outcome: lookup.reason }
          : await probeAt(options, target, lookup.addresses, signal);
      if (result.outcome === 'undetermined') return result;
      const dns = await comparison;
      return {
        ...result,
        ...(dns !== undefined && { dns }),
        ...(options.throughProxy && { throughProxy: true }),
      };
    },
  };
}

type ProbeResult = Exclude<CheckResult, { outcome: 'undetermined' }>;

/** What probing found, or why nothing was sent. */
type Probed = ProbeResult | Extract<CheckResult, { outcome: 'undetermined' }>;

const isByUdp = ({ kind }: Target) => kind === 'wireguard' || kind === 'hysteria';

/** Whether a server is silent to those who do not have its key. */
const isSilentWithoutKey = (target: Target) =>
  target.kind === 'wireguard' || (target.kind === 'hysteria' && target.salamander !== null);

async function probeAt(
  options: ProberOptions,
  target: Target,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Probed> {
  const answered: Answered[] = [];
  const rest = { addresses, signal, beyond: options.beyond };
  try {
    const needed = target.kind === 'wireguard' ? 1 : tries;
    while (answered.length < needed) {
      const port = drawPort(target.ports, options.random.unit());
      const found = await tryOnce(options, target, { ...rest, port });
      if ('undetermined' in found) {
        return { outcome: 'undetermined', reason: found.undetermined };
      }
      if ('certificate' in found) return { outcome: 'certificate', ...found };
      if ('failure' in found) {
        return answered.length > 0 ? answer(answered) : { outcome: found.failure };
      }
      answered.push(found);
    }
    const certificate =
      target.kind === 'xray'
        ? await refusedCertificate(options, { ...rest, target, port: drawPort(target.ports, 0) })
        : undefined;
    return certificate === undefined ? answer(answered) : { outcome: 'certificate', certificate };
  } catch (error) {
    if (answered.length > 0) return answer(answered);
    if (error instanceof BudgetSpentError)
      return { outcome: 'undetermined', reason: 'sent-enough' };
    // What a server sends must not end the check of the others.
    const outcome = error instanceof ProbeFault ? error.reason : 'unexpected';
    return {
      outcome: outcome === 'no-answer' && isSilentWithoutKey(target) ? 'key-unanswered' : outcome,
    };
  }
}

/** What the network's DNS says beside the encrypted resolver; `undefined`: nothing to be said. */
async function compare(
  { resolver, throughProxy }: ProberOptions,
  host: string,
  lookup: Lookup,
  signal: AbortSignal,
): Promise<DnsComparison | undefined> {
  if (!resolver || throughProxy) return undefined;
  const encrypted = await resolver.resolve(host, signal);
  if (encrypted === undefined || encrypted === 'unanswered') return encrypted;
  if (lookup.kind === 'found') return compareAddresses(lookup.addresses, encrypted);
  return lookup.kind === 'failed' && lookup.reason === 'name-not-found'
    ? compareAddresses([], encrypted)
    : undefined;
}

function tryOnce(
  options: ProberOptions,
  target: Target,
  rest: Omit<Try<Target>, 'target'>,
): Promise<Attempt> {
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

function answer(answered: readonly Answered[]): ProbeResult {
  const sorted = answered.map(({ ms }) => ms).sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  const { depth } = answered[0] ?? { depth: 'port' };
  return { outcome: 'answers', ms: Math.round(((low + high) / 2) * 10) / 10, depth };
}
