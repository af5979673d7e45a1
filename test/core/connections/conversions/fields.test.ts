import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ConvertedForm } from '#contract/ipc/connections.ts';
import { configurationOf, convert } from '#core/connections/exports/conversions/convert.ts';
import { readMihomo, readSingBox } from './decoded.ts';

const key = Buffer.alloc(32, 9).toString('base64');
const publicKey = Buffer.alloc(32, 9).toString('base64url');
const uuid = 'e8b06929-ae3d-4ca6-a1f6-bbff5c8d1e4a';
const shadowsocks = Buffer.from('aes-256-gcm:secret').toString('base64url');

/** Where each protocol's rows add their parameter. */
const links: Readonly<Record<string, string>> = {
  VLESS: `vless://${uuid}@a.example.com:443?`,
  Trojan: 'trojan://secret@a.example.com:443?',
  Shadowsocks: `ss://${shadowsocks}@a.example.com:8388/?`,
  'Hysteria 2': 'hysteria2://secret@a.example.com:443/?',
};

/** A parameter or line that is added, and where sing-box and Mihomo have it. A dash: refused, and named. */
const rows: readonly (readonly [
  protocol: string,
  parameter: string,
  singBox: string,
  mihomo: string,
])[] = [
  ['VLESS', 'flow=xtls-rprx-vision', 'flow', 'flow'],
  ['VLESS', 'flow=xtls-rprx-vision-udp443', '—', '—'],
  ['VLESS', 'encryption=mlkem768x25519plus.native.0rtt.AAAA', '—', 'encryption'],
  ['VLESS', 'security=tls', 'tls.enabled', 'tls'],
  ['VLESS', 'security=tls&sni=b.example.com', 'tls.server_name', 'servername'],
  ['VLESS', 'security=tls&alpn=h2,http/1.1', 'tls.alpn', 'alpn'],
  ['VLESS', 'security=tls&fp=firefox', 'tls.utls.fingerprint', 'client-fingerprint'],
  ['VLESS', 'security=tls&fp=randomized', 'tls.utls.fingerprint', '—'],
  ['VLESS', 'security=tls&fp=unheard', '—', '—'],
  ['VLESS', 'security=tls&allowInsecure=1', 'tls.insecure', 'skip-cert-verify'],
  ['VLESS', 'security=tls&pcs=AAAA', '—', '—'],
  ['VLESS', 'security=tls&vcn=b.example.com', '—', '—'],
  ['VLESS', 'security=tls&ech=AAAA', '—', '—'],
  ['VLESS', 'security=reality&pbk=KEY', 'tls.reality.public_key', 'reality-opts.public-key'],
  ['VLESS', 'security=reality&pbk=KEY&sid=0a1b', 'tls.reality.short_id', 'reality-opts.short-id'],
  ['VLESS', 'security=reality&pbk=KEY&spx=/a', '—', '—'],
  ['VLESS', 'security=reality&pbk=KEY&pqv=AAAA', '—', '—'],
  ['VLESS', 'type=ws&path=/a', 'transport.path', 'ws-opts.path'],
  ['VLESS', 'type=ws&host=b.example.com', 'transport.headers.Host', 'ws-opts.headers.Host'],
  ['VLESS', 'type=ws&path=/a?ed=2048', '—', '—'],
  ['VLESS', 'type=grpc&serviceName=a', 'transport.service_name', 'grpc-opts.grpc-service-name'],
  ['VLESS', 'type=grpc&serviceName=a&mode=multi', '—', '—'],
  ['VLESS', 'type=grpc&serviceName=a&authority=b.example.com', '—', '—'],
  ['VLESS', 'type=xhttp', '—', 'xhttp-opts.path'],
  ['VLESS', 'type=xhttp&mode=auto', '—', 'xhttp-opts.mode'],
  ['VLESS', 'type=xhttp&host=b.example.com', '—', 'xhttp-opts.host'],
  ['VLESS', 'type=xhttp&extra={"a":1}', '—', '—'],
  ['VLESS', 'type=kcp', '—', '—'],
  ['VLESS', 'type=httpupgrade', '—', '—'],
  ['VLESS', 'type=tcp&headerType=http', '—', '—'],
  ['VLESS', 'fragment=1,40-60,30-50', '—', '—'],
  ['Trojan', 'sni=b.example.com', 'tls.server_name', 'sni'],
  ['Trojan', 'security=none', 'password', '—'],
  ['Trojan', 'type=xhttp', '—', '—'],
  ['Trojan', 'type=grpc&serviceName=a', 'transport.service_name', 'grpc-opts.grpc-service-name'],
  ['Trojan', 'peer=b.example.com', 'tls.server_name', 'sni'],
  ['Shadowsocks', 'outline=1', 'method', 'cipher'],
  ['Shadowsocks', 'plugin=v2ray-plugin', '—', '—'],
  ['Shadowsocks', 'prefix=POST', '—', '—'],
  ['Hysteria 2', 'sni=b.example.com', 'tls.server_name', 'sni'],
  ['Hysteria 2', 'insecure=1', 'tls.insecure', 'skip-cert-verify'],
  ['Hysteria 2', 'obfs=salamander&obfs-password=a', 'obfs.password', 'obfs-password'],
  ['Hysteria 2', 'obfs-password=a&obfs=gecko', '—', '—'],
  ['Hysteria 2', 'mport=20000-29999', 'server_ports', 'ports'],
  ['Hysteria 2', 'pinSHA256=AAAA', '—', '—'],
  ['WireGuard', 'Address = 10.0.0.3/32, 2001:db8::3/128', 'address', 'ip'],
  ['WireGuard', 'MTU = 1280', 'mtu', 'mtu'],
  ['WireGuard', 'DNS = 192.0.2.53', '—', 'dns'],
  ['WireGuard', 'DNS = office.example.com', '—', '—'],
  ['WireGuard', 'PresharedKey = KEY', 'peers.0.pre_shared_key', 'pre-shared-key'],
  ['WireGuard', 'AllowedIPs = 10.0.0.0/8', 'peers.0.allowed_ips', 'allowed-ips'],
  [
    'WireGuard',
    'PersistentKeepalive = 25',
    'peers.0.persistent_keepalive_interval',
    'persistent-keepalive',
  ],
  ['WireGuard', 'ListenPort = 51820', '—', '—'],
  ['WireGuard', 'FwMark = 1', '—', '—'],
  ['WireGuard', 'Table = off', '—', '—'],
  ['WireGuard', 'PostUp = reboot', '—', '—'],
  ['AmneziaWG', 'Jc = 4', '—', 'amnezia-wg-option.jc'],
  ['AmneziaWG', 'S4 = 8', '—', 'amnezia-wg-option.s4'],
  ['AmneziaWG', 'H1 = 5-1000', '—', 'amnezia-wg-option.h1'],
  ['AmneziaWG', 'I1 = <b 0xf6ab><r 10>', '—', 'amnezia-wg-option.i1'],
  ['AmneziaWG', 'Itime = 60', '—', 'amnezia-wg-option.itime'],
];

/** The connection of a row, and the name that its refusal has. */
function example(protocol: string, parameter: string) {
  if (protocol in links) {
    const query = new URLSearchParams(parameter.replaceAll('KEY', publicKey)).toString();
    const secrets = { connection_url: `${links[protocol] ?? ''}${query}#n` };
    const last = parameter.split('&').at(-1) ?? '';
    const name = last.split('=')[0] ?? '';
    return { secrets, names: [name, last] };
  }
  const name = parameter.split(' ')[0] ?? '';
  const own = ['PrivateKey', key, 'PublicKey', key, 'Endpoint', 'a.example.com:51820'];
  const line = parameter.replaceAll('KEY', key);
  const address = name === 'Address' ? [] : ['Address = 10.0.0.2/32'];
  const isOfPeer = /^(?:PresharedKey|AllowedIPs|PersistentKeepalive)$/.test(name);
  const awg_config = [
    '[Interface]',
    `${String(own[0])} = ${String(own[1])}`,
    ...address,
    ...(isOfPeer ? [] : [line]),
    '[Peer]',
    `${String(own[2])} = ${String(own[3])}`,
    `${String(own[4])} = ${String(own[5])}`,
    ...(isOfPeer ? [line] : []),
  ].join('\n');
  return { secrets: { connection_url: 'awg://s@a.example.com:1#n', awg_config }, names: [name] };
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) => (inner as Record<string, unknown> | undefined)?.[name],
      value,
    );
}

describe('a parameter in another form', () => {
  it.each(rows)(
    'of %s: %s is written or refused by name',
    (protocol, parameter, singBox, mihomo) => {
      const { secrets, names } = example(protocol, parameter);
      const expected: Readonly<Record<ConvertedForm, string>> = { 'sing-box': singBox, mihomo };
      for (const [form, path] of Object.entries(expected) as [ConvertedForm, string][]) {
        const converted = convert(form, { protocol, secrets, label: 'n' });
        if ('refusal' in converted) {
          expect([form, path]).toEqual([form, '—']);
          expect(converted.refusal.kind).toBe('fields');
          const named = converted.refusal.fields;
          expect(named.some((field) => names.includes(field) || field === 'type=xhttp')).toBe(true);
          continue;
        }
        expect([form, path]).not.toEqual([form, '—']);
        const text = configurationOf(form, [converted]);
        const read: unknown =
          form === 'mihomo'
            ? (readMihomo(text), at(parse(text), 'proxies.0'))
            : (Object.values(readSingBox(text))[0] as unknown[])[0];
        expect([form, path, at(read, path)]).not.toEqual([form, path, undefined]);
      }
    },
  );
});
