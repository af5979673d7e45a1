import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAddress } from '#core/connections/texts/address.ts';
import { readLink, splitLink } from '#core/connections/texts/share-link/read-link.ts';
import { readTelegramLink } from '#core/connections/texts/telegram-link/read-telegram-link.ts';
import { readTunnelFile } from '#core/connections/texts/tunnel-file/read-tunnel-file.ts';
import { readXrayJson } from '#core/connections/texts/xray-json/read-xray-json.ts';
import { drawn } from '#test/simulator/deep.ts';

// Each parser beside a second reading that knows nothing of it.

const label = fc.stringMatching(/^[a-z0-9]{1,8}$/);
const host = fc.oneof(
  fc.tuple(label, label, fc.constant('example')).map((labels) => labels.join('.')),
  fc.constant('[2001:db8::7]'),
  fc.constant('192.0.2.7'),
);
const port = fc.integer({ min: 1, max: 65_535 });
/** Signs that mean something in some part of a link. */
const sign = fc.constantFrom(...Array.from('@:/?#%&=+[] ~abc.1é'));
const secret = fc.string({ unit: sign, minLength: 1, maxLength: 12 });
const scheme = fc.constantFrom('trojan', 'hysteria2', 'hy2');

/** A link as the parser of URLs of this platform reads it. */
function byPlatform(link: string) {
  const url = URL.parse(link.replace(/^[a-z0-9]+:/i, 'http:'));
  if (url === null) return undefined;
  const login = url.password === '' ? url.username : `${url.username}:${url.password}`;
  return {
    user: decodeURIComponent(login),
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 80 : Number(url.port),
    name: decodeURIComponent(url.hash.slice(1)),
  };
}

it('a link is read as its writer meant it, and as another parser reads it', () => {
  fc.assert(
    fc.property(scheme, secret, host, port, secret, (kind, user, server, number, name) => {
      const link = `${kind}://${encodeURIComponent(user)}@${server}:${String(number)}?sni=a.example#${encodeURIComponent(name)}`;
      const meant = { user, host: server.replace(/^\[|\]$/g, ''), port: number, name };
      const read = readLink(link);
      if ('problem' in read) throw new Error(`${link}: ${read.problem}`);
      const [first] = read.ports;
      expect({ user: read.user, host: read.host, port: first?.from, name: read.name }).toEqual(
        meant,
      );
      expect(byPlatform(link)).toEqual(meant);
    }),
    drawn(100),
  );
});

it('a link whose password is not encoded shows no part of it, or is read as another parser does', () => {
  fc.assert(
    fc.property(scheme, secret, host, port, label, (kind, user, server, number, name) => {
      const link = `${kind}://${user}@${server}:${String(number)}#${name}`;
      const read = readLink(link);
      if ('problem' in read) return;
      expect(read.name).toBe(name);
      const other = byPlatform(link);
      expect([read.host, read.ports[0]?.from, other?.name]).toEqual([
        other?.host,
        other?.port,
        name,
      ]);
    }),
    drawn(200),
  );
});

it('no text has a parser throw, and what is no address is never one', () => {
  const anything = fc.oneof(
    fc.string({ unit: sign, maxLength: 60 }),
    fc
      .tuple(
        fc.constantFrom('vless://', 'ss://', 'tg://proxy?', 'awg://', '', '{"outbounds":['),
        fc.string({ unit: 'binary', maxLength: 40 }),
      )
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(anything, (text) => {
      const link = readLink(text);
      readTelegramLink(text);
      readTunnelFile(text);
      readXrayJson(text);
      if ('problem' in link) return;
      const written = link.host.includes(':') ? `[${link.host}]` : link.host;
      expect(readAddress(`${written}:1`)).toEqual({ host: link.host, ports: [{ from: 1, to: 1 }] });
    }),
    drawn(200),
  );
});

const base64 = fc.constantFrom('base64', 'base64url' as const);
it.each(['@', 'inside'] as const)(
  'a link of Shadowsocks is read in Base64 of either alphabet, with padding and without: %s',
  (form) => {
    const password = fc.string({
      unit: fc.constantFrom(...Array.from('?>~ab1/é:@')),
      minLength: 1,
    });
    fc.assert(
      fc.property(
        password,
        host,
        port,
        base64,
        fc.boolean(),
        (pass, server, number, kind, bare) => {
          const pair = `aes-128-gcm:${pass}`;
          const encode = (text: string) => {
            const encoded = Buffer.from(text).toString(kind);
            return bare ? encoded.replaceAll('=', '') : encoded;
          };
          const address = `${server}:${String(number)}`;
          const link =
            form === '@'
              ? `ss://${encode(pair)}@${address}#x`
              : `ss://${encode(`${pair}@${address}`)}#x`;
          expect(readLink(link)).toMatchObject({
            user: pair,
            host: server.replace(/^\[|\]$/g, ''),
            ports: [{ from: number, to: number }],
            name: 'x',
          });
        },
      ),
      drawn(100),
    );
  },
);

const setting = fc.tuple(
  fc.constantFrom('PrivateKey', 'Jc', 'PublicKey', 'Endpoint', 'S1', 'AllowedIPs', 'DNS'),
  fc.stringMatching(/^[a-z0-9.:/+=]{0,12}$/),
  fc.constantFrom('', ' # a comment', '\t#x = 1', '#'),
  fc.boolean(),
);
const block = fc.tuple(
  fc.constantFrom('[Interface]', '[Peer]', '[PEER] # second', '[interface]'),
  fc.array(setting, { maxLength: 6 }),
);

/** The values of the peers of a file, by regular expressions over the whole text. */
function peersOf(text: string): Record<string, string[]>[] {
  const plain = text
    .replace('\uFEFF', '')
    .replaceAll('\r', '')
    .replaceAll(/#[^\n]*/g, '');
  return [...plain.matchAll(/\[(\w+)\]([^[]*)/g)]
    .filter(([, name = '']) => name.toLowerCase() === 'peer')
    .map(([, , body = '']) => {
      const found: Record<string, string[]> = {};
      for (const name of ['PublicKey', 'Endpoint', 'AllowedIPs']) {
        const lines = [...body.matchAll(new RegExp(`^[ \\t]*${name}[ \\t]*=(.*)$`, 'gim'))];
        const values = lines.map(([, value = '']) => value.trim()).filter((value) => value !== '');
        if (values.length > 0) found[name] = values;
      }
      return found;
    });
}

it('a tunnel file is read peer by peer, whatever its ends of lines, comments and cases', () => {
  fc.assert(
    fc.property(fc.array(block), fc.boolean(), fc.boolean(), (blocks, mark, crlf) => {
      const lines = blocks.flatMap(([head, settings]) => [
        head,
        ...settings.map(
          ([name, value, comment, lower]) =>
            `${lower ? name.toLowerCase() : name} = ${value}${comment}`,
        ),
        '',
      ]);
      const text = `${mark ? '\uFEFF' : ''}${lines.join(crlf ? '\r\n' : '\n')}`;
      const peers = readTunnelFile(text).peers.map((peer) =>
        Object.fromEntries([...peer].filter(([, values]) => values.length > 0)),
      );
      expect(peers).toEqual(peersOf(text));
    }),
    drawn(100),
  );
});

it('an Xray configuration is read as JSON is, and its server is that of its first outbound to one', () => {
  const outbound = fc.record({
    protocol: fc.constantFrom('freedom', 'vless', 'trojan', 'blackhole', 'shadowsocks'),
    settings: fc.record({ vnext: fc.array(fc.record({ address: label }), { maxLength: 2 }) }),
    streamSettings: fc.record({ network: label, security: label }),
  });
  fc.assert(
    fc.property(fc.array(outbound), (outbounds) => {
      const text = JSON.stringify({ inbounds: [], outbounds });
      const first = outbounds.find(({ protocol }) => !['freedom', 'blackhole'].includes(protocol));
      expect(readXrayJson(text)?.server).toEqual(
        first && { protocol: first.protocol, ...first.streamSettings },
      );
      expect(readXrayJson(text)?.host).toBe(/"address":"([^"]*)"/.exec(text)?.[1] ?? '');
    }),
    drawn(100),
  );
});

it('a link of Telegram is read as the platform reads its query', () => {
  fc.assert(
    fc.property(host, port, fc.constantFrom('ee', 'dd', ''), (server, number, mode) => {
      const key = `${mode}${'0a'.repeat(16)}`;
      const link = `tg://proxy?${new URLSearchParams({ server: server.replace(/^\[|\]$/g, ''), port: String(number), secret: key }).toString()}#x`;
      const query = new URL(link.replace('tg:', 'http:')).searchParams;
      expect(readTelegramLink(link)).toEqual({
        scheme: 'tg',
        host: query.get('server'),
        ports: [{ from: Number(query.get('port')), to: number }],
        secret: query.get('secret'),
        name: 'x',
      });
    }),
    drawn(100),
  );
});

it('a link is split as the platform splits it, whatever its parameters and its name hold', () => {
  const part = fc.string({ unit: sign, maxLength: 12 });
  fc.assert(
    fc.property(part, part, (query, name) => {
      const [before, parameters, fragment] = splitLink(`ss://a@a.example:1?${query}#${name}`);
      const [text = '', ...more] = `${query}#${name}`.split('#');
      expect([before, parameters, fragment]).toEqual([
        'ss://a@a.example:1',
        text,
        `#${more.join('#')}`,
      ]);
    }),
    drawn(100),
  );
});

it('a link of a tunnel has the parameters that the platform reads, in any case of their names', () => {
  const names = 'address Address ADDRESS publicKey publickey MTU mtu dns';
  const spelled = fc.constantFrom(...names.split(' '));
  const value = fc.string({ unit: fc.constantFrom(...Array.from('ab1:/.,%&=+ ')), maxLength: 8 });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(spelled, value), { selector: ([name]) => name.toLowerCase() }),
      (pairs) => {
        const query = pairs.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join('&');
        const link = readLink(`wg://k@a.example.com:1?${query}`);
        if ('problem' in link) throw new Error(link.problem);
        const platform = [...new URL(`http://a.example.com?${query}`).searchParams];
        for (const [name, text] of platform)
          expect(link.fields.takeAnyCase(name.toLowerCase())).toBe(text);
        expect(link.fields.lost()).toEqual([]);
      },
    ),
    drawn(100),
  );
});
