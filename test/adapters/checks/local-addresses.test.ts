import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { createProbeSockets } from '#adapters/probe-sockets.ts';
import { createLocalAddresses, plainHost } from '#adapters/resolver/local-addresses.ts';

const isLocal = createLocalAddresses();

it.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.255.255.254'],
  ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.168.1.1', '224.0.0.251'],
  ...['239.255.255.250', '240.0.0.1', '255.255.255.255', '::', '::1', '::7f00:1'],
  ...['::ffff:127.0.0.1', '::ffff:c0a8:101', '0:0:0:0:0:FFFF:A00:1', '::ffff:0:10.0.0.1'],
  ...['64:ff9b::192.168.1.1', '64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::'],
  ...['2002:c0a8:101::1', '2001:0:1::1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%eth0'],
  ...['fec0::1', 'ff02::fb'],
])('%s is an address of this computer or its networks', (address) => {
  expect(isLocal(address)).toBe(true);
});

it.each([
  ...['1.1.1.1', '11.0.0.1', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1'],
  ...['192.167.1.1', '198.18.0.7', '223.255.255.255', '::ffff:1.1.1.1', '64:ff9b::1.1.1.1'],
  ...['64:ff9b:1::101:101', '2002:101:101::', '2606:4700:4700::1111', '2a00:1450:4001::200e'],
])('%s is an address of the internet', (address) => {
  expect(isLocal(address)).toBe(false);
});

it('this computer’s own addresses are local, whatever they are', () => {
  const own = Object.values(networkInterfaces()).flatMap((of) => of ?? []);
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter(({ address }) => !isLocal(address))).toEqual([]);
});

it.each([
  ['127.1', '127.0.0.1'],
  ['0x7f000001', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['0177.0.0.1', '127.0.0.1'],
  ['192.0.2.1', '192.0.2.1'],
  ['::1', '::1'],
  ['nl.example.com', 'nl.example.com'],
  ['a b', 'a b'],
])('an address in another spelling is that address: %s', (host, plain) => {
  expect(plainHost(host)).toBe(plain);
});

it.each(['127.1', '0x7f000001', '10.0.0.1', '::1', '::ffff:10.0.0.1'])(
  'a check learns that %s is local',
  async (host) => {
    const sockets = createProbeSockets();
    const { kind } = await sockets.lookup(host, new AbortController().signal);
    sockets.close();
    expect(kind).toBe('local');
  },
);
