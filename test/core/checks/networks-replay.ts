import { compareHere } from '#contract/connections/ranking.ts';
import type { CheckResult } from '#contract/check-result.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { CheckResults } from '#core/checks/check-results.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { connectionRow } from '#test/contract/connection-row.ts';
import { manualClock, sealedOver } from '#test/core/fakes.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const days = 90;
const protocols = ['vless', 'trojan', 'hysteria2', 'outline', 'shadowsocks-2022'];
const networks = ['home', 'office', 'hotspot', 'cafe', 'hotel'] as const;
type Network = (typeof networks)[number];
const maxTries = 5;

/** From one time to another, milliseconds since the first day. */
type Span = readonly [from: number, to: number];

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const within = (at: number, span: Span | undefined) =>
  span !== undefined && at >= span[0] && at < span[1];

/** What a network holds back: protocols and servers for a time or for good, protocols by the hour. */
function filterOf(draw: () => number, servers: readonly string[]) {
  const end = days * dayMs;
  const span = (forGood: number): Span => {
    const from = draw() < 0.6 ? 0 : draw() * end;
    return [from, draw() < forGood ? end : from + draw() * 30 * dayMs];
  };
  const some = <T>(of: readonly string[], share: number, make: () => T) =>
    new Map(of.filter(() => draw() < share).map((each) => [each, make()]));
  return {
    protocols: some(protocols, 0.3, () => span(0.7)),
    hours: some(
      protocols,
      0.35,
      () => [Math.floor(draw() * 24), 3 + Math.floor(draw() * 5)] as const,
    ),
    servers: some(servers, 0.2, () => span(1)),
  };
}

/** Fourteen connections on six servers, 90 days in five networks, and when somebody wants one. */
function worldOf(seed: number) {
  const draw = random(seed);
  const servers = Array.from({ length: 6 }, (_, n) => `s${String(n)}.example.com`);
  const connections = Array.from({ length: 14 }, (_, n) =>
    connectionRow({
      key: `config:${String(n)}`,
      protocol: protocols[n % protocols.length] ?? '',
      host: `${servers[Math.floor(draw() * servers.length)] ?? ''}:${String(443 + n)}`,
    }),
  );
  const delays = new Map(connections.map(({ key }) => [key, 20 + Math.floor(draw() * 180)]));
  const outages = new Map(
    servers.map((server) => {
      const spans: Span[] = [];
      for (
        let at = draw() * 10 * dayMs;
        at < days * dayMs;
        at -= Math.log(1 - draw()) * 12 * dayMs
      ) {
        const over = at + (0.5 + draw() * 8) * hourMs;
        spans.push([at, over]);
        at = over;
      }
      return [server, spans] as const;
    }),
  );
  const filters = new Map(networks.map((network) => [network, filterOf(draw, servers)]));

  function works({ protocol, host }: ConnectionRow, network: Network, at: number): boolean {
    const server = host.split(':')[0] ?? '';
    const filter = filters.get(network);
    const hours = filter?.hours.get(protocol);
    const hour = Math.floor(at / hourMs) % 24;
    const isThrottled = hours !== undefined && (hour - hours[0] + 24) % 24 < hours[1];
    const isDown = outages.get(server)?.some((span) => within(at, span)) === true;
    const isBlocked =
      within(at, filter?.protocols.get(protocol)) || within(at, filter?.servers.get(server));
    return !isDown && !isBlocked && !isThrottled;
  }

  function networkAt(at: number): Network {
    const day = Math.floor(at / dayMs);
    const hour = Math.floor(at / hourMs) % 24;
    if (day >= 40 && day < 47) return 'hotel';
    if (day % 7 >= 5) return hour >= 13 && hour < 17 ? 'cafe' : 'home';
    if (hour >= 9 && hour < 18) return 'office';
    return hour === 8 || hour === 18 ? 'hotspot' : 'home';
  }

  /** Five times a day, and again soon after some of them. */
  const moments = Array.from({ length: days * 5 }, (_, n) => {
    const at = Math.floor(n / 5) * dayMs + (7 + draw() * 16) * hourMs;
    return draw() < 0.4 ? [at, at + (12 + draw() * 30) * 60_000] : [at];
  })
    .flat()
    .sort((one, other) => one - other);
  return { connections, delays, works, networkAt, moments };
}

/**
 * How rows were ordered before there was a memory of networks: what answered here a moment ago, then
 * by the last delay in any network, and last what failed here a moment ago.
 */
function orderBefore(rows: readonly ConnectionRow[], now: number): ConnectionRow[] {
  const isFresh = ({ check }: ConnectionRow) =>
    check !== undefined && !check.elsewhere && now - check.at <= 600_000;
  const group = (row: ConnectionRow) => {
    if (!isFresh(row)) return 1;
    return row.check?.result.outcome === 'answers' ? 0 : 2;
  };
  const delay = ({ check }: ConnectionRow) => {
    if (check === undefined) return 60_000;
    return check.result.outcome === 'answers' ? check.result.ms : 120_000;
  };
  return rows.toSorted((one, other) => group(one) - group(other) || delay(one) - delay(other));
}

export const orders = {
  now: (rows: readonly ConnectionRow[], now: number) => rows.toSorted(compareHere(now)),
  before: orderBefore,
};

/** In how many of the moments in which any connection works the first of the order does. */
export interface Replayed {
  readonly moments: number;
  readonly first: number;
  /** Checks in all, one after the other until one answers. */
  readonly checks: number;
}

/**
 * Lives through the 90 days: at each moment what the order puts first is tried, and more until one
 * answers. One check of a hundred fails without a reason.
 */
export function replay(seed: number, order: (typeof orders)['now']): Replayed {
  const { connections, delays, works, networkAt, moments } = worldOf(seed);
  const noise = random(seed + 1);
  const clock = manualClock(Date.UTC(2026, 0, 5));
  const start = clock.now();
  let network: Network = 'home';
  const results = new CheckResults({
    vault: sealedOver(createMemoryVault()),
    network: () => network,
    keepsHistory: () => true,
    clock,
  });
  const rowOf = (connection: ConnectionRow): ConnectionRow => {
    const check = results.of(connection.key);
    const odds = results.odds(connection, false);
    return { ...connection, ...(check && { check }), ...(odds !== undefined && { odds }) };
  };
  const counts = { moments: 0, first: 0, checks: 0 };
  for (const at of moments) {
    network = networkAt(at);
    clock.jump(start + at - clock.now());
    results.networkChanged();
    if (!connections.some((each) => works(each, network, at))) continue;
    const ordered = order(connections.map(rowOf), clock.now());
    counts.moments += 1;
    for (const [n, connection] of ordered.slice(0, maxTries).entries()) {
      const isUp = works(connection, network, at);
      if (n === 0 && isUp) counts.first += 1;
      counts.checks += 1;
      const ms = (delays.get(connection.key) ?? 0) * (0.8 + noise() * 0.4);
      const result: CheckResult =
        isUp && noise() > 0.01
          ? { outcome: 'answers', ms, depth: 'tls' }
          : { outcome: 'no-answer' };
      results.put(connection, result, clock.now());
      if (result.outcome === 'answers') break;
    }
    results.save();
  }
  return counts;
}
