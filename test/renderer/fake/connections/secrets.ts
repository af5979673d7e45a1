import { encode } from 'uqr';
import type { AwgBody } from '#contract/rules/awg.ts';
import type { ConnectionDetail, ExportForm } from '#contract/ipc/connections.ts';
import type { FakeConnection } from './connections.ts';

/** What every AmneziaWG config of the fake says besides its keys. */
export const fakeAwg: AwgBody = {
  port: 51820,
  jc: 4,
  jmin: 50,
  jmax: 1000,
  s1: 41,
  s2: 97,
  h1: 1_184_372_019,
  h2: 2_947_112_087,
  h3: 3_310_975_561,
  h4: 4_018_223_774,
};

const xray = JSON.stringify(
  {
    log: { loglevel: 'warning' },
    dns: { servers: ['198.51.100.53'], queryStrategy: 'UseIP' },
    inbounds: [{ tag: 'socks', listen: '127.0.0.1', port: 10808, protocol: 'socks' }],
    outbounds: [
      { tag: 'proxy', protocol: 'vless', settings: { vnext: [{ address: 'nl.example.com' }] } },
      { tag: 'direct', protocol: 'freedom' },
    ],
  },
  null,
  2,
);

/** The secret of a connection in one of its forms. */
export function fakeSecret({ secret, host }: FakeConnection, form: ExportForm): string {
  if (form === 'xray') return xray;
  if (form !== 'awg') return secret;
  return `[Interface]\nPrivateKey = ${'A'.repeat(43)}=\nAddress = 192.0.2.7/32\nJc = 4\n\n[Peer]\nPublicKey = ${'B'.repeat(43)}=\nEndpoint = ${host}\n`;
}

/** A connection as the real window gets it. */
export function withoutSecret(row: FakeConnection): ConnectionDetail {
  const { secret, ...detail } = row;
  return secret === '' ? row : detail;
}

/**
 * Rows of a QR code, as main draws them; `null` for an Xray config, which represents one that is
 * too long.
 */
export function fakeQr(text: string, form?: ExportForm): readonly string[] | null {
  if (form === 'xray') return null;
  const { data } = encode(text, { ecc: 'L', border: 0 });
  return data.map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));
}
