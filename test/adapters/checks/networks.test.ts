import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { CheckResult } from '#contract/check-result.ts';
import { installed } from './programs.ts';

/** Networks of their own are made by root on Linux. */
const canMakeNetworks =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  ['unshare', 'ip'].every((name) => installed(name) !== undefined);

/** Checks of these connections in a network that these commands make. */
async function checkedIn(
  setUp: string,
  connections: readonly (readonly [protocol: string, url: string])[],
): Promise<readonly CheckResult[]> {
  const source = `
    import { check } from '#test/adapters/checks/checking.ts';
    const results = [];
    for (const [protocol, url] of ${JSON.stringify(connections)})
      results.push(await check(protocol, url));
    console.log(JSON.stringify(results));
    process.exit();`;
  const run = `${setUp} && exec "$0" --input-type=module -e "$1"`;
  const args = ['-n', 'sh', '-c', run, process.execPath, source];
  const { stdout } = await promisify(execFile)('unshare', args);
  return JSON.parse(stdout) as CheckResult[];
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
