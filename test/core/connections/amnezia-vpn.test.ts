import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  amneziaVpnLink,
  amneziaVpnParts,
  amneziaVpnServer,
} from '#core/connections/exports/amnezia-vpn.ts';
import { qrCodes } from '#core/connections/exports/exports.ts';
import { AmneziaVpnScanner, pasteIntoAmneziaVpn } from './amnezia-vpn-app.ts';
import { scanned } from './scanned.ts';

const config = `[Interface]
PrivateKey = cHJpdmF0ZSBrZXkgb2YgdGhpcyBjbGllbnQgaGVyZSE=
Address = 10.8.1.2/32
DNS = 192.0.2.53, 2001:db8::53, 192.0.2.54
MTU = 1280
Jc = 4
Jmin = 10
Jmax = 50
S1 = 68
S2 = 42
H1 = 684141592-1751861769
H2 = 313189280
H3 = 610952029
H4 = 1144783795
I1 = <r 2><b 0x8580>
I2 =

[Peer]
PublicKey = cHVibGljIGtleSBvZiB0aGUgc2VydmVyIGlzIGhlcmU=
PresharedKey = cHJlc2hhcmVkIGtleSBvZiBib3RoIGlzIHRoaXMgb25l
AllowedIPs = 0.0.0.0/0, ::/0
Endpoint = nl.example.com:34567
PersistentKeepalive = 25
`;
const awgLine = /^(?:J|S|H|I)\w+ = ?.*\n/gm;
const wireguard = config.replaceAll(awgLine, '');
const xray = JSON.stringify(
  { inbounds: [{ port: 1 }], outbounds: [{ settings: { address: 'de.example.com' } }] },
  null,
  2,
);

type Form = 'awg' | 'xray' | 'url';
function server(text: string, form: Form = 'awg', title = 'Ноутбук'): Buffer {
  const made = amneziaVpnServer(form, text, title);
  if (made === undefined) throw new Error('AmneziaVPN has no form for it.');
  return made;
}
const parts = (of: Buffer): string[] => amneziaVpnParts(of) ?? [];
/** So much that does not compress: base64 of what seems random. */
const dense = (bytes: number): string => {
  let state = 1;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) & 255;
  return Buffer.from(Array.from({ length: bytes }, next)).toString('base64');
};
const Tunnel = z.object({
  containers: z.tuple([z.record(z.string(), z.unknown())]),
});
function clientOf(imported: unknown, protocol: string): unknown {
  const container = Tunnel.parse(imported).containers[0][protocol];
  const { last_config } = z.object({ last_config: z.string() }).parse(container);
  return JSON.parse(last_config);
}
describe('a tunnel configuration for AmneziaVPN', () => {
  it('is the server that the app makes of it when it imports the file', () => {
    const imported = pasteIntoAmneziaVpn(amneziaVpnLink(server(config)));
    expect(imported).toEqual({
      containers: [
        {
          container: 'amnezia-awg',
          awg: {
            last_config: expect.any(String) as string,
            isThirdPartyConfig: true,
            port: '34567',
            transport_proto: 'udp',
            protocol_version: '1.5',
          },
        },
      ],
      defaultContainer: 'amnezia-awg',
      description: 'Ноутбук',
      dns1: '192.0.2.53',
      dns2: '192.0.2.54',
      hostName: 'nl.example.com',
    });
    expect(clientOf(imported, 'awg')).toEqual({
      config,
      hostName: 'nl.example.com',
      port: 34567,
      client_priv_key: 'cHJpdmF0ZSBrZXkgb2YgdGhpcyBjbGllbnQgaGVyZSE=',
      client_ip: '10.8.1.2/32',
      server_pub_key: 'cHVibGljIGtleSBvZiB0aGUgc2VydmVyIGlzIGhlcmU=',
      psk_key: 'cHJlc2hhcmVkIGtleSBvZiBib3RoIGlzIHRoaXMgb25l',
      mtu: '1280',
      persistent_keep_alive: '25',
      allowed_ips: ['0.0.0.0/0', '::/0'],
      ...{ Jc: '4', Jmin: '10', Jmax: '50', S1: '68', S2: '42' },
      ...{ H1: '684141592-1751861769', H2: '313189280', H3: '610952029', H4: '1144783795' },
      I1: '<r 2><b 0x8580>',
    });
  });

  it('is a WireGuard server where it has no parameter of AmneziaWG', () => {
    const imported = pasteIntoAmneziaVpn(amneziaVpnLink(server(wireguard)));
    expect(imported).toMatchObject({ defaultContainer: 'amnezia-wireguard' });
    expect(clientOf(imported, 'wireguard')).toMatchObject({ config: wireguard, mtu: '1280' });
    expect(clientOf(imported, 'wireguard')).not.toHaveProperty('Jc');
  });

  it.each([
    ['S3 = 1\nS4 = 2', '2'],
    ['S3 = 1', '1.5'],
    ['HeaderProtectionKey = a2V5', '1.5'],
  ])('with %j has protocol version %j for the app', (lines, version) => {
    const changed = config.replace('H1', `${lines}\nH1`);
    const imported = pasteIntoAmneziaVpn(amneziaVpnLink(server(changed)));
    expect(imported).toMatchObject({ containers: [{ awg: { protocol_version: version } }] });
    for (const line of lines.split('\n')) {
      const [name = '', value] = line.split(' = ');
      expect(clientOf(imported, 'awg')).toHaveProperty(name, value);
    }
  });

  it('has the defaults of the app for a port and an MTU that it does not name', () => {
    const bare = config
      .replace(':34567', '')
      .replace('MTU = 1280\n', '')
      .replace(/DNS.*\n/, '');
    const imported = pasteIntoAmneziaVpn(amneziaVpnLink(server(bare)));
    expect(clientOf(imported, 'awg')).toMatchObject({ port: 51_820, mtu: '1280' });
    expect(imported).not.toHaveProperty('dns1');
  });

  it('has an IPv6 host without brackets, and all its addresses in one line', () => {
    const other = config
      .replace('nl.example.com', '[2001:db8::1]')
      .replace('Address = 10.8.1.2/32', 'address=10.8.1.2/32 # ours\nAddress = fd00::2/128');
    const imported = pasteIntoAmneziaVpn(amneziaVpnLink(server(other)));
    expect(imported).toMatchObject({ hostName: '2001:db8::1' });
    expect(clientOf(imported, 'awg')).toMatchObject({ client_ip: '10.8.1.2/32, fd00::2/128' });
  });

  it.each([
    ['no key', config.replace(/PrivateKey.*\n/, '')],
    ['no address', config.replace(/Address.*\n/, '')],
    ['no endpoint', config.replace(/Endpoint.*\n/, '')],
    ['no key of the server', config.replace(/PublicKey.*\n/, '')],
    ['two peers', `${config}\n[Peer]\nPublicKey = b\n`],
    ['nothing', ''],
  ])('has no form where it has %s, which the app would refuse or lose', (_what, text) => {
    expect(amneziaVpnServer('awg', text, 'x')).toBeUndefined();
  });
});

describe('an Xray configuration for AmneziaVPN', () => {
  it('is the server that the app makes of it, with the configuration unchanged', () => {
    expect(pasteIntoAmneziaVpn(amneziaVpnLink(server(xray, 'xray')))).toEqual({
      containers: [
        { container: 'amnezia-xray', xray: { last_config: xray, isThirdPartyConfig: true } },
      ],
      defaultContainer: 'amnezia-xray',
      description: 'Ноутбук',
      hostName: 'de.example.com',
    });
  });

  it.each(['{}', '{"inbounds":[]}', '{"inbounds":{},"outbounds":[]}', 'null', 'not JSON', ''])(
    'has no form where it is %j, which the app refuses',
    (text) => {
      expect(amneziaVpnServer('xray', text, 'x')).toBeUndefined();
    },
  );
});

describe('the QR codes for AmneziaVPN', () => {
  it('of a usual configuration are one code, which a scanner reads', () => {
    const usual = config.replace(/PresharedKey.*\n/, '');
    const codes = qrCodes(...parts(server(usual)));
    expect(codes).toHaveLength(1);
    const text = codes[0] && scanned(codes[0]);
    expect(clientOf(new AmneziaVpnScanner().scan(text ?? ''), 'awg')).toHaveProperty(
      'config',
      usual,
    );
  });

  it('of a long one are several of one size, which a scanner reads in any order and again', () => {
    const long = config.replace('<b 0x8580>', `<b 0x8580>${dense(1600)}`);
    const codes = qrCodes(...parts(server(long)));
    expect(codes.length).toBeGreaterThan(2);
    expect(new Set(codes.map(({ length }) => length)).size).toBe(1);
    const texts = codes.map((rows) => scanned(rows) ?? '');
    const scanner = new AmneziaVpnScanner();
    const [first = '', ...rest] = texts;
    for (const text of [...rest, ...rest]) expect(scanner.scan(text)).toBeUndefined();
    expect(scanner.progress).toBe(`${String(rest.length)}/${String(texts.length)}`);
    expect(clientOf(scanner.scan(first), 'awg')).toHaveProperty('config', long);
  });

  it('give back every server, whatever its length and the order they are scanned in', () => {
    const anything = fc.tuple(fc.nat(6000), fc.string(), fc.infiniteStream(fc.nat()));
    fc.assert(
      fc.property(anything, ([length, title, picks]) => {
        const text = JSON.stringify({ inbounds: [], outbounds: [dense(length)] });
        const made = server(text, 'xray', title);
        const left = parts(made);
        for (const part of left) expect(part.length).toBeLessThanOrEqual(Math.ceil((858 * 4) / 3));
        const scanner = new AmneziaVpnScanner();
        let imported: unknown;
        while (left.length > 0) {
          const at = (picks.next().value ?? 0) % left.length;
          const part = left[at] ?? '';
          imported = scanner.scan(part);
          // It is seen again before another one is.
          if (left.length > 1) expect(scanner.scan(part)).toBeUndefined();
          left.splice(at, 1);
        }
        expect(imported).toMatchObject({
          description: title,
          containers: [{ xray: { last_config: text } }],
        });
      }),
      { numRuns: 60 },
    );
  });

  it('are none where the app cannot count so many', () => {
    expect(amneziaVpnParts(Buffer.alloc(255 * 850))).toHaveLength(255);
    expect(amneziaVpnParts(Buffer.alloc(255 * 850 + 1))).toBeNull();
  });
});
