import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writtenTunnel } from '#core/connections/exports/conversions/written-tunnel.ts';
import { readProxy } from '#core/connections/exports/conversions/read-proxy.ts';
import { withoutCommands } from '#core/connections/exports/tunnel-commands.ts';
import { installed, testFolder } from '#test/adapters/checks/programs.ts';
import { drawn } from '#test/simulator/deep.ts';

const programs = process.platform === 'linux' ? [installed('wg'), installed('wg-quick')] : [];
const areInstalled = programs.length === 2 && !programs.includes(undefined);

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const base = {
  publickey: keyOf(2),
  presharedkey: keyOf(3),
  address: '10.66.66.2/32,fd00::2',
  mtu: '1420',
};
function urlOf(more: Record<string, string> = {}, host = 'nl-1.example.com', scheme = 'wireguard') {
  const query = new URLSearchParams({ ...base, ...more }).toString();
  return `${scheme}://${encodeURIComponent(keyOf(1))}@${host}:51820?${query}#Router`;
}
const textOf = (url: string) => writtenTunnel(url)?.text ?? '';

describe('the configuration of a WireGuard connection', () => {
  it('says what its URL says', () => {
    expect(textOf(urlOf({ dns: '1.1.1.1', keepalive: '25' }, '[2001:db8::2]'))).toBe(
      [
        '[Interface]',
        `PrivateKey = ${keyOf(1)}`,
        'Address = 10.66.66.2/32, fd00::2/128',
        'DNS = 1.1.1.1',
        'MTU = 1420',
        '',
        '[Peer]',
        `PublicKey = ${keyOf(2)}`,
        `PresharedKey = ${keyOf(3)}`,
        'AllowedIPs = 0.0.0.0/0, ::/0',
        'Endpoint = [2001:db8::2]:51820',
        'PersistentKeepalive = 25',
        '',
      ].join('\n'),
    );
  });

  it('has the parameters of AmneziaWG', () => {
    const url = urlOf({ jc: '4', h1: '5-9', i1: '<b 0x01><r 2>' }, 'nl-1.example.com', 'awg');
    expect(textOf(url)).toContain('MTU = 1420\nJc = 4\nH1 = 5-9\nI1 = <b 0x01><r 2>\n');
  });

  it('names the fields that have no place in it, and is not written then', () => {
    expect(writtenTunnel(urlOf({ reserved: '1,2,3', workers: '2' }))).toEqual({
      refusal: { kind: 'fields', fields: ['reserved', 'workers'] },
    });
  });

  it('is not written of a URL of which a value could be read as something else', () => {
    const refused = [
      { address: '10.0.0.2/32\nPostUp = touch x' },
      { address: '10.0.0.256' },
      { address: '10.0.0.2/33' },
      { dns: '1.1.1.1 # x' },
      { allowedips: '::/129' },
      { jc: '4\nPostUp = touch x' },
      { jc: ' ' },
      { i1: '$(touch x)' },
      { publickey: 'short' },
    ];
    for (const fields of refused) {
      expect(writtenTunnel(urlOf(fields))).toEqual({
        refusal: { kind: 'unreadable', fields: [] },
      });
    }
  });

  it('is of tunnels alone', () => {
    expect(writtenTunnel('vless://a@b.example.com:443')).toBeUndefined();
    expect(writtenTunnel('')).toBeUndefined();
  });

  it('is read as the same tunnel again, and runs nothing, whatever the URL says', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const v4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.'));
    const address = fc.oneof(v4, fc.ipV6(), fc.string());
    const fields = fc.record({
      address: fc.array(address, { minLength: 1, maxLength: 3 }).map((all) => all.join(',')),
      dns: fc
        .array(fc.oneof(v4, fc.domain(), fc.string()), { maxLength: 2 })
        .map((all) => all.join(',')),
      keepalive: fc.oneof(fc.integer({ min: 0, max: 65_535 }).map(String), fc.constant('off')),
      jc: fc.oneof(fc.constant(''), fc.nat(128).map(String), fc.string()),
    });
    fc.assert(
      fc.property(fields, (given) => {
        const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
        const url = urlOf(said);
        const written = writtenTunnel(url);
        if (written?.text === undefined) return;
        const { text } = written;
        expect(withoutCommands(text)).toEqual({ text, leftOut: [] });
        const from = readProxy('wg', { connection_url: url });
        const again = readProxy('wg', { connection_url: url, awg_config: text });
        const { allowedIps = [] } = again?.proxy.kind === 'wireguard' ? again.proxy : {};
        expect(allowedIps).toEqual(['0.0.0.0/0', '::/0']);
        expect(again).toEqual({ ...from, proxy: { ...from?.proxy, allowedIps } });
      }),
      drawn(100),
    );
  });

  it.runIf(areInstalled)('is taken by the real wg and wg-quick', () => {
    const folder = testFolder();
    const file = join(folder, 't.conf');
    for (const host of ['127.0.0.1', '[::1]']) {
      writeFileSync(file, textOf(urlOf({ dns: '1.1.1.1', keepalive: '25' }, host)), {
        mode: 0o600,
      });
      const root = process.getuid?.() === 0 ? [] : ['unshare', '--map-root-user'];
      const [program = '', ...args]: string[] = [...root, 'wg-quick', 'strip', file];
      const { stdout, status } = spawnSync(program, args, { encoding: 'utf8' });
      expect(status).toBe(0);
      expect(stdout).toContain(`Endpoint = ${host}:51820`);
      expect(stdout).not.toMatch(/Address|DNS|MTU/);
      // There is no such interface: what it says then, it says after it has read the whole file.
      writeFileSync(file, stdout);
      const { stderr } = spawnSync('wg', ['setconf', 'no-such-one', file], { encoding: 'utf8' });
      expect(stderr).not.toMatch(/unrecognized|parsing|Invalid|not the correct/i);
      writeFileSync(file, `${stdout}Nonsense = 1\n`);
      const refused = spawnSync('wg', ['setconf', 'no-such-one', file], { encoding: 'utf8' });
      expect(refused.stderr).toMatch(/unrecognized/i);
    }
  });
});
