import { lookup as systemLookup } from 'node:dns/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProbeSockets } from '#adapters/probe-sockets.ts';
import { createNameLookup, type NameLookupOptions } from '#adapters/resolver/name-lookup.ts';
import { check } from './checking.ts';
import { startDnsServer, type DnsAnswer } from './dns-server.ts';
import { testFolder } from './programs.ts';

const never = new AbortController().signal;
const name = 'nl.example.com';

function lookupAt(server: { readonly address: string }, options: NameLookupOptions = {}) {
  const lookup = createNameLookup({
    servers: [server.address],
    hasRoute: () => Promise.resolve(true),
    ...options,
  });
  onTestFinished(() => {
    lookup.close();
  });
  return lookup;
}

describe('the lookup of a name', () => {
  it('answers the addresses of both versions, IPv4 first', async () => {
    const server = await startDnsServer((_, type) =>
      type === 'A' ? ['192.0.2.1', '192.0.2.2'] : ['2001:db8::1'],
    );
    expect(await lookupAt(server).lookUp(name)).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
  });

  it.each<[DnsAnswer, DnsAnswer, string]>([
    ['nxdomain', 'nxdomain', 'name-not-found'],
    ['nxdomain', 'servfail', 'name-not-found'],
    [[], [], 'no-address'],
    ['servfail', 'servfail', 'dns-failed'],
    ['refused', 'refused', 'dns-failed'],
    [[], 'servfail', 'dns-failed'],
  ])('reports %j for IPv4 and %j for IPv6 as %s', async (four, six, reason) => {
    const server = await startDnsServer((_, type) => (type === 'A' ? four : six));
    expect(await lookupAt(server).lookUp(name)).toBe(reason);
  });

  it('reports a server that is not there as one that cannot tell, and as offline without a route', async () => {
    const gone = { address: '127.0.0.1:1' };
    expect(await lookupAt(gone).lookUp(name)).toBe('dns-failed');
    const cut = lookupAt(gone, { hasRoute: () => Promise.resolve(false) });
    expect(await cut.lookUp(name)).toBe('offline');
  });

  it('does not wait long for the other version where one has addresses', async () => {
    const server = await startDnsServer((_, type) => (type === 'A' ? 'silence' : ['2001:db8::1']));
    expect(await lookupAt(server).lookUp(name)).toEqual(['2001:db8::1']);
  });

  it('asks DNS for a name once, however it is written', async () => {
    const server = await startDnsServer((_, type) => (type === 'A' ? ['192.0.2.1'] : []));
    const lookup = lookupAt(server);
    await Promise.all([lookup.lookUp(name), lookup.lookUp(name), lookup.lookUp('NL.example.com.')]);
    expect(server.queries.toSorted()).toEqual([`A ${name}`, `AAAA ${name}`]);
  });

  it('knows the hosts file and localhost without DNS', async () => {
    const hosts = `192.0.2.7 ${name} www # nl\n# 192.0.2.9 ${name}\n2001:db8::7\tNL.example.com\nx ${name}\n`;
    const hostsFile = join(testFolder({ hosts }), 'hosts');
    const server = await startDnsServer(() => 'nxdomain');
    const lookup = lookupAt(server, { hostsFile });
    expect(await lookup.lookUp(name)).toEqual(['192.0.2.7', '2001:db8::7']);
    expect(await lookup.lookUp('www')).toEqual(['192.0.2.7']);
    expect(await lookup.lookUp('localhost')).toEqual(['127.0.0.1', '::1']);
    expect(server.queries).toEqual([]);
  });

  it('leaves names of the local network alone', async () => {
    const server = await startDnsServer(() => 'nxdomain');
    const lookup = lookupAt(server);
    expect(await lookup.lookUp('printer')).toBe('local-name');
    expect(await lookup.lookUp('printer.local')).toBe('local-name');
    expect(server.queries).toEqual([]);
  });

  it('finds no name in what is longer than a name may be', async () => {
    const server = await startDnsServer(() => 'silence');
    expect(await lookupAt(server).lookUp(`${'a.'.repeat(140)}example`)).toBe('name-not-found');
  });

  it('ends at once when it is closed', async () => {
    const server = await startDnsServer(() => 'silence');
    const lookup = lookupAt(server);
    const found = lookup.lookUp(name);
    await expect.poll(() => server.queries).toHaveLength(2);
    lookup.close();
    expect(await found).toBe('dns-failed');
  });

  it('of 24 names that nobody answers leaves every other lookup of the program alone', async () => {
    const server = await startDnsServer((queried) =>
      queried === name ? ['192.0.2.1'] : 'silence',
    );
    const sockets = createProbeSockets({ servers: [server.address] });
    onTestFinished(() => {
      sockets.close();
    });
    const pending = new Set<number>();
    for (let id = 0; id < 24; id += 1) {
      pending.add(id);
      void sockets.lookup(`dead${String(id)}.example.com`, never).then(() => pending.delete(id));
    }
    expect(await systemLookup('localhost')).toBeDefined();
    expect(await sockets.lookup(name, never)).toMatchObject({ kind: 'found' });
    expect(pending.size).toBe(24);
  });

  it('is the reason of a check that it fails', async () => {
    const server = await startDnsServer(() => 'nxdomain');
    const sockets = createProbeSockets({ servers: [server.address] });
    const url = `trojan://p@${name}:443?sni=www.example.com`;
    expect(await check('trojan', url, { sockets })).toEqual({ outcome: 'name-not-found' });
  });
});
