import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ConvertedForm } from '#contract/ipc/connections.ts';
import { configurationOf, convert } from '#core/connections/exports/conversions/convert.ts';
import { readMihomo, readSingBox } from './decoded.ts';

const page = readFileSync(new URL('../../../../docs/forms.md', import.meta.url), 'utf8');
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

const rows = page
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, protocol = '']) => protocol in links || ['WireGuard', 'AmneziaWG'].includes(protocol))
  .map(([, protocol = '', parameter = '', singBox = '', mihomo = '']) => {
    const plain = (cell: string) => cell.replaceAll('`', '');
    return [protocol, plain(parameter), plain(singBox), plain(mihomo)] as const;
  });

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

describe('the table of fields', () => {
  it('has rows of every protocol', () => {
    expect(new Set(rows.map(([protocol]) => protocol)).size).toBe(6);
    expect(rows.length).toBeGreaterThan(50);
  });

  it.each(rows)('is true of %s with %s', (protocol, parameter, singBox, mihomo) => {
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
  });
});
