import { describe, expect, it } from 'vitest';
import { clientFits, textKindOf } from '#contract/connections/client-fit.ts';
import { readTarget } from '#core/checks/read-target.ts';
import { readConnectionUrl } from '#core/connections/exports/connection-url.ts';
import { conversionsOf, convert } from '#core/connections/exports/conversions/convert.ts';
import { traitsOf } from '#core/connections/exports/traits.ts';
import { proxyLink } from '#core/connections/open-link.ts';

// Inputs of public reports of other clients, with what the clients that read them right make of them.

const id = '3f0c9b1e-7a55-4c1a-9d21-6a1f4be0c001';
const at = (rest: string) => `vless://${id}@node1.example.com:${rest}#Amber`;
const target = (connection_url: string) => readTarget('', { connection_url });
const formsOf = (connection_url: string) =>
  conversionsOf('', { connection_url }).map(({ refusal }) => refusal);

describe('an empty parameter is as one that is not there', () => {
  it.each([
    // 2dust/v2rayN 8252
    ['443?security=&type=tcp&encryption=none', '443?type=tcp&encryption=none'],
    [
      '443?security=tls&type=&encryption=none&sni=node1.example.com',
      '443?security=tls&encryption=none&sni=node1.example.com',
    ],
    [
      '443?encryption=none&security=tls&type=tcp&sni=node1.example.com&fp=chrome&alpn=&host=&path=&headerType=none&flow=',
      '443?encryption=none&security=tls&type=tcp&sni=node1.example.com&fp=chrome',
    ],
    // trojanpanel/install-script 336
    [
      '2086?type=ws&security=none&flow=none&path=/u1&host=cdn.example.com',
      '2086?type=ws&security=none&path=/u1&host=cdn.example.com',
    ],
  ])('%s', (given, without) => {
    expect(target(at(given))).toEqual(target(at(without)));
    expect(target(at(given)).kind).toBe('xray');
    expect(formsOf(at(given))).toEqual([null, null]);
    expect(traitsOf('url', at(given))).toEqual(traitsOf('url', at(without)));
  });
});

describe('a link of Hysteria 2', () => {
  // daeuniverse/honk 102
  it('may have a range of ports alone, whose first is checked', () => {
    const url = 'hysteria2://pw-one@node2.example.com:20000-20100/?sni=real.example.com#Hop';
    expect(target(url)).toMatchObject({ kind: 'hysteria', ports: [{ from: 20000, to: 20000 }] });
    expect(formsOf(url)).toEqual([null, null]);
    expect(
      convert('mihomo', { protocol: '', secrets: { connection_url: url }, label: '' }),
    ).toMatchObject({ fields: { port: 20000, ports: '20000-20100' } });
  });

  it('has port 443 where it names none', () => {
    const url = 'hy2://pw-one@node2.example.com?sni=real.example.com';
    expect(target(url)).toMatchObject({ ports: [{ from: 443, to: 443 }] });
    expect(formsOf(url)).toEqual([null, null]);
  });

  // ushan0v/forkop 25
  it('loses nothing with the ALPN that it always has', () => {
    const url =
      'hysteria2://user:pw-one@node2.example.com:443?sni=real.example.com&alpn=h3&insecure=0&mport=20000-20100#Hop%20one';
    expect(target(url).kind).toBe('hysteria');
    expect(formsOf(url)).toEqual([null, null]);
    expect(
      convert('sing-box', { protocol: '', secrets: { connection_url: url }, label: '' }),
    ).toMatchObject({ name: 'Hop one', fields: { password: 'user:pw-one' } });
  });
});

describe('a password that is not encoded', () => {
  // 2dust/v2rayN 4174
  it.each([
    'trojan://D#1*a?:3%s=U&!~z@node4.example.com:443?sni=node4.example.com#Tro',
    'trojan://D/1@node4.example.com:443#Tro',
    'trojan://user@x.example#rest@node4.example.com:443#Tro',
    'trojan://user@x.example/rest@node4.example.com:443#Tro',
    'trojan://user@x.example:1?rest@node4.example.com:443#Tro',
    'trojan://50%off@node4.example.com:443#Tro',
  ])('makes the link invalid, and shows nothing of it: %s', (url) => {
    expect(readConnectionUrl(url)).toEqual({ scheme: 'trojan', host: '', port: null, name: '' });
    expect(target(url)).toMatchObject({ kind: 'undetermined', reason: 'not-understood' });
    expect(traitsOf('url', url)).toEqual([]);
  });
});

// amnezia-vpn/amnezia-client 2656
it('a link with flow over TLS does not work with AmneziaVPN, which drops the flow', () => {
  const url = `vless://${id}@192.0.2.56:443?encryption=none&security=tls&type=tcp&flow=xtls-rprx-vision&sni=node6.example.com&fp=chrome&alpn=http%2F1.1#NL-A`;
  const fits = clientFits(textKindOf('url', 'vless'), traitsOf('url', url));
  const verdict = (name: string) => fits.find(({ client }) => client.name === name)?.verdict;
  expect([verdict('AmneziaVPN'), verdict('v2rayN')]).toEqual(['no', 'yes']);
});

// XTLS/Xray-core 3173, SagerNet/sing-box 442
it('a WebSocket without a host gets the one in other forms that Xray sends', () => {
  const url = `vless://${id}@192.0.2.7:443?encryption=none&security=tls&sni=cdn.example.com&type=ws&path=%2Fws#Host`;
  const secrets = { connection_url: url };
  expect(target(url)).toMatchObject({ hostHeader: 'cdn.example.com' });
  expect(convert('sing-box', { protocol: '', secrets, label: '' })).toMatchObject({
    fields: { transport: { headers: { Host: 'cdn.example.com' } } },
  });
  expect(convert('mihomo', { protocol: '', secrets, label: '' })).toMatchObject({
    fields: { 'ws-opts': { headers: { Host: 'cdn.example.com' } } },
  });
});

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const wireguard = `wireguard://${encodeURIComponent(key(1))}@nl.example.com:1?publickey=${encodeURIComponent(key(2))}`;
const read = (awg_config: string) => readTarget('wg', { connection_url: wireguard, awg_config });
const forms = (awg_config: string) =>
  conversionsOf('wg', { connection_url: wireguard, awg_config }).map(({ refusal }) => refusal);

const amneziaWg2 = [
  '[Interface]',
  `PrivateKey = ${key(1)}`,
  'Address = 10.9.9.4/32',
  'DNS = 192.0.2.53',
  'MTU = 1280',
  'Jc = 3',
  'Jmin = 38',
  'Jmax = 70',
  'S1 = 63',
  'S2 = 44',
  'S3 = 47',
  'S4 = 15',
  'H1 = 479794990-486422101',
  'H2 = 640533341-1040087653',
  'H3 = 1205678824-1325594526',
  'H4 = 1554356161-1607052731',
  'I1 = <r 175>',
  '',
  '[Peer]',
  `PublicKey = ${key(2)}`,
  'Endpoint = 192.0.2.86:443',
  'AllowedIPs = 0.0.0.0/0, ::/0',
];

describe('a tunnel file', () => {
  // amnezia-vpn/amneziawg-android 15, avatarDD/zapret-gui 319
  it('is read with a byte order mark and CRLF as without', () => {
    const [plain, marked] = [amneziaWg2.join('\n'), `\uFEFF${amneziaWg2.join('\r\n')}`];
    expect(read(marked)).toEqual(read(plain));
    expect(read(marked)).toMatchObject({ kind: 'wireguard', host: '192.0.2.86' });
    expect(forms(marked)).toEqual(forms(plain));
    expect(traitsOf('awg', marked)).toEqual(['awg-2']);
  });

  // nasnet-community/nasnet-panel 369, amneziawg-android 35
  it('is read with comments behind its values as without', () => {
    const plain = amneziaWg2.filter((line) => !/^(S3|S4|I1|DNS|MTU)/.test(line));
    const commented = plain.map((line) => `${line} # of Anna = 1`).join('\n');
    expect(read(commented)).toEqual(read(plain.join('\n')));
    expect(read(commented).kind).toBe('wireguard');
    expect(forms(commented)).toEqual(forms(plain.join('\n')));
    expect(traitsOf('awg', commented)).toEqual(traitsOf('awg', plain.join('\n')));
  });

  it('is converted also where there is no link beside it', () => {
    const secrets = { connection_url: '', awg_config: amneziaWg2.join('\n') };
    expect(convert('mihomo', { protocol: 'wg', secrets, label: 'Home' })).toMatchObject({
      name: 'Home',
      fields: { type: 'wireguard', server: '192.0.2.86' },
    });
  });

  it('with an empty preshared key has none', () => {
    const text = amneziaWg2.join('\n').replace('[Peer]', '[Peer]\nPresharedKey = ');
    expect(read(text)).toEqual(read(amneziaWg2.join('\n')));
    expect(forms(text)).toEqual(forms(amneziaWg2.join('\n')));
  });

  // wgtunnel/android 740
  it('with a template in place of its key works with nothing, and the check says where', () => {
    const text = amneziaWg2.join('\n').replace(key(1), 'YOUR_PRIVATE_KEY_HERE');
    expect(read(text)).toEqual({
      kind: 'undetermined',
      reason: 'not-understood',
      at: 'PrivateKey',
    });
    expect(traitsOf('awg', text)).toEqual([]);
    expect(forms(text)).toEqual([
      { kind: 'unreadable', fields: [] },
      { kind: 'unreadable', fields: [] },
    ]);
  });

  it.each([
    ['Endpoint = 192.0.2.86:443', 'Endpoint = 192.0.2.86:99999', 'Endpoint'],
    ['Endpoint = 192.0.2.86:443', '', 'Endpoint'],
    ['[Peer]', `[Peer]\nPublicKey = ${key(3)}\nEndpoint = 192.0.2.9:1\n\n[Peer]`, 'Peer'],
  ])('that is not understood is not replaced by the link: %s as %s', (part, instead, at) => {
    expect(read(amneziaWg2.join('\n').replace(part, instead))).toMatchObject({ at });
  });
});

const reality = (more: string) => at(`443?security=reality&sni=a.example.com${more}`);
const shadowsocks = (key: string) =>
  `ss://${Buffer.from(`2022-blake3-aes-256-gcm:${key}`).toString('base64url')}@node.example.com:8388`;

describe('a link that clients write otherwise is read as the usual one', () => {
  it.each([
    [
      'any case',
      at('443?security=TLS&type=WS&fp=Chrome'),
      at('443?security=tls&type=ws&fp=chrome'),
    ],
    [
      'the older name of sni',
      at('443?security=tls&peer=a.example.com'),
      at('443?security=tls&sni=a.example.com'),
    ],
    [
      'a default of other programs',
      at('443?security=tls&packetEncoding=xudp'),
      at('443?security=tls'),
    ],
    [
      'obfuscation by none',
      'hysteria2://pw@node.example.com:443?obfs=none&obfs-password=',
      'hy2://pw@node.example.com',
    ],
    [
      'names of a tunnel in any case',
      `wg://${encodeURIComponent(key(1))}@nl.example.com:1?publicKey=${key(2)}&ADDRESS=10.0.0.2&keepAlive=5`,
      `wg://${encodeURIComponent(key(1))}@nl.example.com:1?publickey=${encodeURIComponent(key(2))}&address=10.0.0.2&keepalive=5`,
    ],
  ])('%s', (_, given, usual) => {
    const converted = (url: string) =>
      (['sing-box', 'mihomo'] as const).map((form) =>
        convert(form, { protocol: '', secrets: { connection_url: url }, label: 'a' }),
      );
    expect(JSON.stringify(target(given))).toBe(JSON.stringify(target(usual)));
    expect(traitsOf('url', given)).toEqual(traitsOf('url', usual));
    expect(converted(given)).toEqual(converted(usual));
    expect(target(given).kind).not.toBe('undetermined');
  });

  it('a proxy on the site of Telegram, for its client', () => {
    const query = `proxy?server=h.example.com&port=443&secret=dd${'0a'.repeat(16)}`;
    const [given, usual] = [`https://t.me/${query}`, `tg://${query}`];
    expect(target(given)).toEqual(target(usual));
    expect(target(given).kind).toBe('mtproto');
    expect(traitsOf('url', given)).toEqual(['mtproto']);
    expect(readConnectionUrl(given)).toEqual(readConnectionUrl(usual));
    expect(proxyLink(given)).toEqual(proxyLink(usual));
    expect(proxyLink('https://t.me/bot?start=proxy')).toMatchObject({ ok: false });
  });

  it('also Hysteria 2 without a password', () => {
    const url = 'hysteria2://node.example.com:443?sni=a.example.com';
    expect(readConnectionUrl(url)).toMatchObject({ host: 'node.example.com', port: 443 });
    expect(target(url).kind).toBe('hysteria');
    expect(formsOf(url)).toEqual([null, null]);
  });
});

describe('a link that no client connects with works with none, and is written in no form', () => {
  it.each([
    ['REALITY without its key', reality('')],
    ['REALITY with a key of zeros', reality(`&pbk=${'A'.repeat(43)}`)],
    ['REALITY with a cut key', reality(`&pbk=${'a'.repeat(42)}`)],
    ['REALITY with a short id that is none', reality(`&pbk=${'a'.repeat(43)}&sid=zz`)],
    ['an encryption that was taken away', at('443?security=xtls&flow=xtls-rprx-direct')],
    ['a cut key of Shadowsocks 2022', shadowsocks(key(1).slice(0, 20))],
    ['a template', 'trojan://{password}@node.example.com:443'],
    ['a link out of the source of a page', at('443?security=tls&amp;type=ws')],
  ])('%s', (_, url) => {
    expect(traitsOf('url', url)).toEqual([]);
    expect(formsOf(url)).toEqual(Array(2).fill({ kind: 'unreadable', fields: [] }));
  });
});

it('a link out of the source of a page is said to be none, and another server is not checked', () => {
  expect(target(at('443?security=tls&amp;type=ws'))).toMatchObject({ at: 'link' });
});

it.each([
  ['without its padding', (text: string) => text.replace('=', '')],
  ['in the alphabet of URLs', () => Buffer.alloc(32, 255).toString('base64url') + '='],
  ['of zeros', () => key(0)],
])('a key of a tunnel file %s is none, as for its programs', (_, change) => {
  const text = amneziaWg2.join('\n').replace(key(1), change(key(1)));
  expect(read(text)).toMatchObject({ at: 'PrivateKey' });
  expect(traitsOf('awg', text)).toEqual([]);
});
