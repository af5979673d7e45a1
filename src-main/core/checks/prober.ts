import type { CheckResult } from '#contract/check-result.ts';
import { ProbeFault, type Lookup } from '#core/kernel/ports.ts';
import { BudgetSpentError, withBudget } from './budget.ts';
import { probeHysteria } from './probes/hysteria-probe.ts';
import { probeMtproto } from './probes/mtproto-probe.ts';
import { overTcp, type Answered, type Attempt, type ProbeTools, type Try } from './probes/probe.ts';
import { probeProxy } from './probes/proxy-probe.ts';
import { probeWireGuard } from './probes/wireguard-probe.ts';
import { probeXray, refusedCertificate } from './probes/xray-probe.ts';
import type { PortRange } from '#core/connections/texts/address.ts';
import type { Target } from './target.ts';

/** The delay is the median of so many tries; a handshake that interrupts others is made once. */
const tries = 3;

export type OpenedProber = ReturnType<typeof openProber>;

/** A prober that sends no more than one run of checks may. */
export function openProber({ sockets, ...tools }: ProbeTools) {
  const prober = createProber({ ...tools, sockets: withBudget(sockets) });
  return { ...prober, close: () => sockets.close() };
}

/** Checks targets. Neither part rejects, and each ends at once when its signal aborts. */
export function createProber(tools: ProbeTools) {
  return {
    lookUp: ({ host }: Target, signal: AbortSignal) => tools.sockets.lookup(host, signal),
    /** Contacts the addresses that were found, or that the user allowed. */
    async probe(target: Target, lookup: Lookup, signal: AbortSignal): Promise<CheckResult> {
      if (lookup.kind === 'local-name') return { outcome: 'undetermined', reason: 'local-name' };
      if (lookup.kind === 'local') return { outcome: 'undetermined', reason: 'local-address' };
      if (lookup.kind === 'failed') return { outcome: lookup.reason };
      return probeAt(tools, target, lookup.addresses, signal);
    },
  };
}

type ProbeResult = Exclude<CheckResult, { outcome: 'undetermined' }>;

const isSilentWithoutKey = (target: Target) =>
  target.kind === 'wireguard' || (target.kind === 'hysteria' && target.salamander !== null);

async function probeAt(
  tools: ProbeTools,
  target: Target,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<CheckResult> {
  const answered: Answered[] = [];
  const rest = { addresses, signal };
  try {
    const needed = target.kind === 'wireguard' ? 1 : tries;
    while (answered.length < needed) {
      const port = drawPort(target.ports, tools.random.unit());
      const found = await tryOnce(tools, target, { ...rest, port });
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
        ? await refusedCertificate(tools, { ...rest, target, port: drawPort(target.ports, 0) })
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

function tryOnce(
  tools: ProbeTools,
  target: Target,
  rest: Omit<Try<Target>, 'target'>,
): Promise<Attempt> {
  switch (target.kind) {
    case 'xray':
      return probeXray(tools, { target, ...rest });
    case 'shadowsocks':
      // Whether the port accepts: nothing else is answered without the secret, UDP not at all.
      return overTcp(tools, { target, ...rest }, (_, ms) => ({ ms, depth: 'port' }));
    case 'hysteria':
      return probeHysteria(tools, { target, ...rest });
    case 'wireguard':
      return probeWireGuard(tools, { target, ...rest });
    case 'mtproto':
      return probeMtproto(tools, { target, ...rest });
    case 'http-proxy':
    case 'socks5':
      return probeProxy(tools, { target, ...rest });
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
