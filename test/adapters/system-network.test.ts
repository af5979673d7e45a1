import { describe, expect, it } from 'vitest';
import { canMakeNetworks, printedIn } from './checks/programs.ts';

const identifiedIn = (setUp: string) =>
  printedIn(
    setUp,
    `import { createSystemNetwork } from '#adapters/system-network.ts';
     console.log(JSON.stringify((await createSystemNetwork().identify()) ?? 'none'));`,
  );

/** A cable, of which this end has the address. */
const device = (name: string, address: string) =>
  [
    `ip link add ${name} type veth peer name ${name}-end`,
    `ip addr add ${address} dev ${name}`,
    `ip link set ${name} up`,
    `ip link set ${name}-end up`,
  ].join(' && ');
const home = `${device('d0', '10.1.2.3/24')} && ip route add default via 10.1.2.1`;

describe.runIf(canMakeNetworks)('a network', () => {
  it('is the interface that leads to the internet, with its address and subnet', async () => {
    expect(await identifiedIn(home)).toBe('d0 10.1.2.3 255.255.255.0');
  });

  it('stays the same beside interfaces that lead elsewhere', async () => {
    const bridge = device('docker0', '172.17.0.1/16');
    expect(await identifiedIn(`${home} && ${bridge}`)).toBe('d0 10.1.2.3 255.255.255.0');
  });

  it('is another one while a VPN is on', async () => {
    const tunnel = `${device('wg0', '10.8.0.2/32')} && ip route add 0.0.0.0/1 dev wg0 && ip route add 128.0.0.0/1 dev wg0`;
    expect(await identifiedIn(`${home} && ${tunnel}`)).toBe('wg0 10.8.0.2 255.255.255.255');
  });

  it('is identified by IPv6 where there is no IPv4', async () => {
    const six = `${device('d0', '2001:db8:1::5/64 nodad')} && ip -6 route add default dev d0`;
    expect(await identifiedIn(six)).toBe('d0 2001:db8:1::5 ffff:ffff:ffff:ffff::');
  });

  it('is none where nothing leads out of this computer', async () => {
    expect(await identifiedIn('ip link set lo up')).toBe('none');
  });
});
