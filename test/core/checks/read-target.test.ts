import { describe, expect, it } from 'vitest';
import { drawPort } from '#core/checks/prober.ts';
import { readTarget } from '#core/checks/read-target.ts';
import { readPorts } from '#core/connections/texts/address.ts';
import { newConnection } from '#service/connections/issue.ts';
import { serverKeysOf } from '#service/connections/credentials.ts';

const endpoint = {
  host: 'nl.example.com',
  secret: 'aa'.repeat(16),
  keys: serverKeysOf('aa'.repeat(16)),
  portRange: 'authority',
  label: 'Home',
} as const;

/** The target of a connection as the local service issues it. */
function targetOf(protocol: string, options: Record<string, true> = {}, more = {}) {
  const issued = newConnection('bb'.repeat(16), protocol, options, { ...endpoint, ...more });
  return readTarget(protocol, {
    connection_url: issued.connection_url,
    ...(issued.awg_config !== null && { awg_config: issued.awg_config }),
  });
}

describe('what a check needs to know of a connection', () => {
  it.each([
    ['vless', {}, { kind: 'xray', security: 'reality', transport: 'tcp' }],
    ['vless-2410', {}, { kind: 'xray', security: 'reality', ports: [{ from: 2410, to: 2410 }] }],
    [
      'vless',
      { use_extended_settings: true, use_grpc: true, disable_reality: true },
      { security: 'tls', transport: 'grpc' },
    ],
    [
      'vless',
      { use_extended_settings: true, use_xhttp: true },
      { transport: 'xhttp', path: '/updates' },
    ],
    ['trojan', {}, { kind: 'xray', security: 'tls', alpn: ['h2', 'http/1.1'] }],
    ['trojan-2901', {}, { ports: [{ from: 2901, to: 2901 }], serverName: 'www.example.com' }],
    ['outline', {}, { kind: 'shadowsocks', host: 'nl.example.com' }],
    ['shadowsocks-2022', {}, { kind: 'shadowsocks', ports: [{ from: 8388, to: 8388 }] }],
    [
      'hysteria2',
      {},
      {
        kind: 'hysteria',
        ports: [
          { from: 443, to: 443 },
          { from: 20000, to: 29999 },
        ],
      },
    ],
    ['wg', {}, { kind: 'wireguard', ports: [{ from: 51820, to: 51820 }] }],
    ['amnezia-wg-2', {}, { kind: 'wireguard', amnezia: { junkMin: 50, junkMax: 1000 } }],
    ['mtproto', {}, { kind: 'mtproto', secret: { mode: 'tls', domain: 'www.example.com' } }],
    ['http', {}, { kind: 'http-proxy', user: expect.stringMatching(/^u/) as string }],
    ['socks5', {}, { kind: 'socks5', host: 'nl.example.com' }],
  ] as [string, Record<string, true>, object][])(
    'is read of %s with %j',
    (protocol, options, target) => {
      expect(targetOf(protocol, options)).toMatchObject(target);
    },
  );

  it('has the same AmneziaWG parameters in the URL as in the config', () => {
    const issued = newConnection('bb'.repeat(16), 'amnezia-wg-2', {}, endpoint);
    const { connection_url } = issued;
    const fromUrl = readTarget('amnezia-wg-2', { connection_url });
    expect(fromUrl).toEqual(targetOf('amnezia-wg-2'));
    expect(fromUrl.kind).toBe('wireguard');
  });

  it('reads the ranges and signature packets of newer configs', () => {
    const issued = newConnection('bb'.repeat(16), 'amnezia-wg-2', {}, endpoint);
    const awg_config = (issued.awg_config ?? '').replace(
      /H1 = \d+/,
      'H1 = 5-1000\nI1 = <b 0xc700000001><r 8>',
    );
    expect(readTarget('amnezia-wg-2', { connection_url: '', awg_config })).toMatchObject({
      amnezia: { initiationType: { from: 5, to: 1000 }, signatures: [[{ kind: 'bytes' }, {}]] },
    });
  });

  it('reads addresses, a range in `mport`, and names that are switched off', () => {
    expect(targetOf('hysteria2', {}, { portRange: 'mport', host: '[2001:db8::7]' })).toMatchObject({
      host: '2001:db8::7',
      ports: [{ from: 443 }, { from: 20000, to: 29999 }],
    });
    const text = 'vless://id@192.0.2.7:443?security=tls&type=ws&path=%2Fws&host=a.example#x';
    expect(readTarget('vless', { connection_url: text })).toMatchObject({
      serverName: null,
      transport: 'websocket',
      path: '/ws',
      hostHeader: 'a.example',
    });
  });

  it('is read of an MTProto proxy in the form of other proxies', () => {
    const connection_url = `mtproto:dd${'0a'.repeat(16)}@nl.example.com:443`;
    expect(readTarget('mtproto', { connection_url })).toMatchObject({
      kind: 'mtproto',
      host: 'nl.example.com',
      secret: { mode: 'padded' },
    });
  });

  it.each([
    ['vless', 'vless://id@nl.example.com:443?type=kcp', 'not-understood'],
    ['vless', 'vless://id@nl.example.com:0?type=tcp', 'not-understood'],
    ['vless', 'vless://id@nl.example.com:443?security=tls&sni=a%20b', 'not-understood'],
    ['wg', 'wireguard://notakey@nl.example.com:51820?publickey=short', 'not-understood'],
    ['hysteria2', 'hysteria2://p@nl.example.com:443/?obfs=other', 'not-understood'],
    ['mtproto', 'tg://proxy?server=nl.example.com&port=443&secret=zz', 'not-understood'],
    ['vmess', 'vmess://id@nl.example.com:443', 'unknown-protocol'],
    ['mtproto', 'user:pass@nl.example.com:443', 'unknown-protocol'],
    ['vless', '', 'not-understood'],
  ])('cannot be read of %s %s', (protocol, connection_url, reason) => {
    expect(readTarget(protocol, { connection_url })).toMatchObject({
      kind: 'undetermined',
      reason,
    });
  });

  it('keeps a proxy login byte for byte', () => {
    const bare = { connection_url: 'us:er:p@ss#word@px.example.com:3128' };
    expect(readTarget('http', bare)).toMatchObject({ user: 'us', password: 'er:p@ss#word' });
    const written = { connection_url: 'socks5://u%40:p%3A@px.example.com:1080' };
    expect(readTarget('socks5', written)).toMatchObject({ user: 'u@', password: 'p:' });
  });
});

describe('ports', () => {
  it('are drawn from every range', () => {
    const ranges = readPorts('443,20000-20002') ?? [];
    const drawn = [0, 0.25, 0.5, 0.75, 0.99].map((unit) => drawPort(ranges, unit));
    expect(drawn).toEqual([443, 20000, 20001, 20002, 20002]);
  });

  it.each(['', '0', '65536', '5-4', 'a', '1,', '1-2-3'])('are not %j', (text) => {
    expect(readPorts(text)).toBeUndefined();
  });
});
