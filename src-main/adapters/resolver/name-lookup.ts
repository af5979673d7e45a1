import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { env, platform } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import type { LookupFailure } from '#core/kernel/ports.ts';

/** Addresses, at least one and IPv4 first; `local-name`: a name of the local network, not looked up. */
type NameAnswer = readonly string[] | LookupFailure | 'local-name';

export interface NameLookup {
  /** A name is looked up once, however often it is asked. Never rejects. */
  lookUp(name: string): Promise<NameAnswer>;
  /** Ends what is under way, which is then answered with `dns-failed`. */
  close(): void;
}

export interface NameLookupOptions {
  /** Addresses with ports; without them, the system's. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  readonly hasRoute?: () => Promise<boolean>;
}

/** How long one query waits for its first answer, milliseconds, and how often it is sent to a server. */
const querying = { timeout: 1500, tries: 2 };
/** How long addresses of one version wait for those of the other, milliseconds. */
const otherVersionMs = 300;

const usualHostsFile =
  platform === 'win32'
    ? join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'drivers', 'etc', 'hosts')
    : '/etc/hosts';

/**
 * Names by c-ares, which can be cancelled. The system's own lookup (`getaddrinfo`) holds one of Node's
 * four threads until it gives up: a few dead names would stop every other lookup of the program. What
 * that lookup knows besides DNS is read here (the hosts file, `localhost`) or left out (names of the
 * local network, which it knows by multicast, and search domains).
 */
export function createNameLookup(options: NameLookupOptions = {}): NameLookup {
  const { servers, hostsFile = usualHostsFile, hasRoute = hasRouteOut } = options;
  const dns = new Resolver(querying);
  if (servers) dns.setServers(servers);
  const requested = new Map<string, Promise<NameAnswer>>();
  let hosts: Promise<ReadonlyMap<string, readonly string[]>> | undefined;

  async function find(name: string): Promise<NameAnswer> {
    hosts ??= readHosts(hostsFile);
    const listed = (await hosts).get(name);
    if (listed) return ordered(listed);
    if (/(^|\.)localhost$/.test(name)) return ['127.0.0.1', '::1'];
    if (!name.includes('.') || name.endsWith('.local')) return 'local-name';
    const found = await query(dns, name);
    return found === 'dns-failed' && !(await hasRoute()) ? 'offline' : found;
  }

  return {
    lookUp(written) {
      const name = written.toLowerCase().replace(/\.$/, '');
      const known = requested.get(name) ?? find(name);
      requested.set(name, known);
      return known;
    },
    close() {
      dns.cancel();
    },
  };
}

async function query(
  dns: Resolver,
  name: string,
): Promise<readonly string[] | Exclude<LookupFailure, 'offline'>> {
  const found: string[] = [];
  const queries = [dns.resolve4(name), dns.resolve6(name)].map(async (answer) => {
    found.push(...(await answer));
  });
  try {
    await Promise.any(queries);
  } catch (error) {
    return failureOf(error instanceof AggregateError ? error.errors : [error]);
  }
  await Promise.race([
    Promise.allSettled(queries),
    setTimeout(otherVersionMs, undefined, { ref: false }),
  ]);
  return ordered(found);
}

function ordered(addresses: readonly string[]): readonly string[] {
  return addresses.toSorted((one, other) => isIP(one) - isIP(other));
}

/** What the errors of the queries for both versions mean. */
function failureOf(errors: readonly unknown[]): Exclude<LookupFailure, 'offline'> {
  const codes = errors.map((error) => (error as NodeJS.ErrnoException).code ?? '');
  // These codes concern the name as a whole, so one version decides. A name that is too long is `EBADNAME`.
  if (codes.some((code) => ['ENOTFOUND', 'EBADNAME'].includes(code))) return 'name-not-found';
  return codes.every((code) => code === 'ENODATA') ? 'no-address' : 'dns-failed';
}

/** Addresses by name; none where the file cannot be read. */
async function readHosts(file: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      hosts.set(key, [...(hosts.get(key) ?? []), address]);
    }
  }
  return hosts;
}

/** Addresses that are reached by a default route alone: a root server of DNS. */
const farAway = ['198.41.0.4', '2001:503:ba3e::2:30'] as const;

/** What the system says of an address without a route; a firewall says something else. */
const withoutRoute: ReadonlySet<string> = new Set([
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
]);

/** Whether this computer has a route to the internet. Connecting a UDP socket sends nothing. */
export async function hasRouteOut(): Promise<boolean> {
  const found = await Promise.all(
    farAway.map(
      (address) =>
        new Promise<boolean>((resolve) => {
          const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4');
          socket.connect(53, address, (error?: NodeJS.ErrnoException) => {
            resolve(!withoutRoute.has(error?.code ?? ''));
            socket.close();
          });
        }),
    ),
  );
  return found.includes(true);
}
