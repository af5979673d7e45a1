import { describe, expect, it } from 'vitest';
import {
  withoutCommands,
  withoutEmptySettings,
} from '#core/connections/exports/tunnel-commands.ts';
import { traitsOf } from '#core/connections/exports/traits.ts';

const key = Buffer.alloc(32, 7).toString('base64');
const inLink = encodeURIComponent(key);
const tunnel = (...lines: string[]): string =>
  [
    '[Interface]',
    `PrivateKey = ${key}`,
    ...lines,
    '',
    '[Peer]',
    `PublicKey = ${key}`,
    'Endpoint = h.example.com:1',
    '',
  ].join('\n');

describe('the traits of a tunnel configuration', () => {
  it.each([
    [[], ['wireguard']],
    [['Jc = 4', 'H1 = 5'], ['awg-1']],
    [['s2=4'], ['awg-1']],
    [['Jc = 4', 'I1 = <b 0x01>'], ['awg-1-5']],
    [['Jc = 4', 'J1 = <b 0x01>'], ['awg-1-5']],
    [['Jc = 4', 'Itime = 60'], ['awg-1-5']],
    [['Jc = 4', 'S3 = 0'], ['awg-2']],
    [['Jc = 4', 'I1 = <b 0x01>', 'H2 = 5-90'], ['awg-2']],
    [['S4 = 12', 'HeaderProtectionKey = a2V5'], ['awg-3']],
    [['RandomTrailers = on'], ['awg-3']],
    [
      ['Jc = 4', 'I2 =', 'I3 = '],
      ['awg-1', 'awg-empty'],
    ],
    [['S3 ='], ['wireguard', 'awg-empty']],
    [['# S3 = 4', 'DNS = 192.0.2.1 # H1 = 1-2'], ['wireguard']],
  ])('of %j are %j', (lines, found) => {
    expect(traitsOf('awg', tunnel(...lines))).toEqual(found);
  });

  it('say that there are several peers', () => {
    const second = `[Peer]\nPublicKey = ${key}\nEndpoint = h.example.com:2\n`;
    expect(traitsOf('awg', tunnel() + second)).toEqual(['wireguard', 'peers']);
  });

  it.each([
    '',
    tunnel().replace(key, 'YOUR_PRIVATE_KEY_HERE'),
    tunnel().replace(key, ''),
    tunnel().replace(/Endpoint.*/, ''),
    tunnel().replace('h.example.com:1', 'SERVER:PORT'),
    tunnel() + '[Peer]\nPublicKey = short\n',
  ])('are none where it is not whole', (text) => {
    expect(traitsOf('awg', text)).toEqual([]);
  });
});

describe('the traits of a link', () => {
  const ss2022 = Buffer.from(`2022-blake3-aes-256-gcm:${key}`).toString('base64url');
  const ss = (method: string) => Buffer.from(`${method}:pass:word`).toString('base64url');
  it.each([
    ['vless://id@h.example.com:443?type=tcp&security=tls#reality', ['vless']],
    [
      'vless://id@h.example.com:443?security=tls&flow=xtls-rprx-vision&fp=chrome',
      ['vless', 'flow-over-tls', 'tls-fingerprint'],
    ],
    ['vless://id@h.example.com:443?security=tls&flow=none', ['vless']],
    ['vless://YOUR_UUID_HERE@h.example.com:443', []],
    [`vless://${'long'.repeat(8)}@h.example.com:443`, []],
    ['trojan://<password>@h.example.com:443', []],
    ['trojan://@h.example.com:443', []],
    [
      `vless://id@h.example.com:443?type=xhttp&security=reality&pbk=${'a'.repeat(43)}#x`,
      ['vless', 'reality', 'xhttp'],
    ],
    ['VLESS://id@h.example.com:443?type=splithttp', ['vless', 'xhttp']],
    ['trojan://p@h.example.com:443', ['trojan']],
    [`ss://${ss('chacha20-ietf-poly1305')}@h.example.com:1/?outline=1`, ['shadowsocks']],
    [`ss://${ss2022}@h.example.com:1`, ['shadowsocks-2022']],
    [`ss://2022-blake3-aes-256-gcm:${inLink}@h.example.com:8388`, ['shadowsocks-2022']],
    ['ss://2022-blake3-aes-256-gcm:short@h.example.com:8388', []],
    ['hysteria2://p@h.example.com:443,20-30?obfs=salamander', ['hysteria2', 'hysteria2-obfs']],
    ['hy2://p@h.example.com:443?obfs=', ['hysteria2']],
    [`wireguard://${inLink}@h.example.com:1?publickey=${inLink}&mtu=1420`, ['wireguard']],
    [`awg://${inLink}@h.example.com:1?publickey=${inLink}&jc=4&s3=1&h1=5`, ['awg-2']],
    [`tg://proxy?server=h.example&port=443&secret=dd${'0a'.repeat(16)}`, ['mtproto']],
    ['tg://proxy?server=h.example&port=443&secret=short', []],
    ['tg://socks?server=h&port=443', []],
    ['user:pass@h.example.com:1', []],
    ['quic-next://x', []],
    ['', []],
  ])('%s are %j', (link, found) => {
    expect(traitsOf('url', link)).toEqual(found);
  });

  it.each(['ss://%E0%A4%A', 'vless://?%', 'awg://', 'ss://'])(
    'are found in any text: %j',
    (link) => {
      expect(() => traitsOf('url', link)).not.toThrow();
    },
  );
});

describe('the traits of an Xray configuration', () => {
  const config = (...outbounds: object[]) => traitsOf('xray', JSON.stringify({ outbounds }));

  it('are those of its first outbound that leads to a server', () => {
    const streamSettings = { network: 'xhttp', security: 'reality' };
    expect(config({ protocol: 'freedom' }, { protocol: 'vless', streamSettings })).toEqual([
      'vless',
      'reality',
      'xhttp',
    ]);
    expect(config({ protocol: 'trojan' })).toEqual(['trojan']);
  });

  it('are none where it has no such outbound or is no configuration', () => {
    expect(config({ protocol: 'freedom' })).toEqual([]);
    for (const text of ['', 'null', '{}', '{"outbounds":[1]}']) {
      expect(traitsOf('xray', text)).toEqual([]);
    }
  });
});

describe('a tunnel configuration without empty settings', () => {
  it('loses these alone and is otherwise unchanged', () => {
    const config = tunnel('Jc = 4', 'I2 =', 'I3 = # later', '# I4 =', 'MTU=1280').replaceAll(
      '\n',
      '\r\n',
    );
    const left = tunnel('Jc = 4', '# I4 =', 'MTU=1280').replaceAll('\n', '\r\n');
    expect(withoutEmptySettings(config)).toBe(left);
    expect(withoutEmptySettings(left)).toBe(left);
  });

  it('keeps the parameters of AmneziaWG 3, which run no commands', () => {
    const config = tunnel(
      ...['HeaderProtectionKey = a2V5cw==', 'ContentPaddingAddition = 10-100'],
      ...['RekeyAfterTime = 100-120', 'RandomTrailers = on', 'DisableCookies = off'],
      ...['RekeyTimeout = 3-7', 'RejectAfterTime = 150-180', 'KeepaliveTimeout = 5-15'],
      'MaxHandshakeAttempts = 15-20',
    );
    expect(withoutCommands(config)).toEqual({ text: config, leftOut: [] });
  });
});
