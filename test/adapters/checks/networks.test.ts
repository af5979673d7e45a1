import { describe, expect, it } from 'vitest';
import { canMakeNetworks, printedIn } from './programs.ts';

function checkedIn(
  setUp: string,
  connections: readonly (readonly [protocol: string, url: string])[],
): Promise<unknown> {
  const source = `
    import { check } from '#test/adapters/checks/checking.ts';
    const results = [];
    for (const [protocol, url] of ${JSON.stringify(connections)})
      results.push(await check(protocol, url));
    console.log(JSON.stringify(results));
    process.exit();`;
  return printedIn(setUp, source);
}

describe.runIf(canMakeNetworks)('a check', () => {
  it('of an address without a route reports that, by TCP and by UDP', async () => {
    const onlyFour = 'ip link set lo up && ip -4 route add default dev lo';
    const results = await checkedIn(onlyFour, [
      ['vless', 'vless://id@[2001:db8::1]:443?security=tls'],
      ['hysteria2', 'hysteria2://p@[2001:db8::1]:443/'],
    ]);
    expect(results).toEqual([{ outcome: 'unreachable' }, { outcome: 'unreachable' }]);
  });

  it('without a network reports that, for names and for addresses', async () => {
    const results = await checkedIn('true', [
      ['vless', 'vless://id@nl.example.com:443?security=tls'],
      ['vless', 'vless://id@192.0.2.1:443?security=tls'],
      ['hysteria2', 'hysteria2://p@[2001:db8::1]:443/'],
    ]);
    expect(results).toEqual(Array(3).fill({ outcome: 'offline' }));
  });
});
