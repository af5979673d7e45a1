import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unseenCharacters } from '#contract/unseen-characters.ts';
import { convertedForms, type ConvertedForm } from '#contract/ipc/connections.ts';
import { configurationOf, convert } from '#core/connections/exports/conversions/convert.ts';
import { linkOfMihomo, linkOfSingBox, readMihomo, readSingBox, type LinkFacts } from './decoded.ts';
import { drawn } from '#test/simulator/deep.ts';

/** The form of a link, or the refusal. */
function written(form: ConvertedForm, url: string, protocol = 'vless', awg_config?: string) {
  const secrets = { connection_url: url, ...(awg_config !== undefined && { awg_config }) };
  const converted = convert(form, { protocol, secrets, label: 'Unnamed' });
  return 'refusal' in converted ? converted.refusal : configurationOf(form, [converted]);
}

const decoders = { 'sing-box': linkOfSingBox, mihomo: linkOfMihomo };

/** What the form of a link says; throws where it was refused. */
function decoded(form: ConvertedForm, ...link: readonly [string, string?, string?]): LinkFacts {
  const result = written(form, ...link);
  if (typeof result !== 'string')
    throw new Error(`refused: ${result.kind} ${result.fields.join()}`);
  return decoders[form](result);
}

/** Writes a link as a service would, and not as Culvert reads it. */
function linkOf({ scheme, user, server, port, parameters, name }: LinkFacts): string {
  const host = server.includes(':') ? `[${server}]` : server;
  const query = new URLSearchParams(parameters).toString();
  const login =
    scheme === 'ss' ? Buffer.from(user).toString('base64url') : encodeURIComponent(user);
  return `${scheme}://${login}@${host}:${String(port)}${query === '' ? '' : `?${query}`}#${encodeURIComponent(name)}`;
}

const server = fc.oneof(
  fc.stringMatching(/^[a-z][a-z0-9-]{0,20}\.example\.com$/),
  fc.ipV4(),
  fc.constantFrom('2001:db8::1', '2001:db8:0:1::53'),
);
const port = fc.integer({ min: 1, max: 65_535 });
/** Any text: quotes, line ends, what YAML reads as something else, other scripts. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  fc.constantFrom(
    'yes',
    'null',
    '1e5',
    '0x1F',
    '~',
    '- a',
    '# a',
    ': ',
    '012',
    "'",
    '"',
    '2026-01-01',
  ),
);
const key = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('base64'));
const uuid = fc.uuid();
const where = { server, port, name: text };
/** Parameters of which each may be missing. */
const some = (given: Record<string, fc.Arbitrary<string>>) =>
  fc.record(given, { requiredKeys: [] });

const shared = fc.constantFrom(...'chrome firefox safari ios android edge 360 qq'.split(' '));
const tlsNames = some({ sni: text, alpn: fc.constantFrom('h2', 'h2,http/1.1'), fp: shared });
const security = fc.oneof(
  fc.constant({ security: 'none' }),
  fc.tuple(tlsNames, some({ allowInsecure: fc.constant('1') })).map(([names, insecure]) => ({
    security: 'tls',
    ...names,
    ...insecure,
  })),
  fc
    .record({
      names: tlsNames,
      fp: shared,
      pbk: key,
      sid: fc.stringMatching(/^(?:[0-9a-f]{2}){1,8}$/),
    })
    .map(({ names, fp, pbk, sid }) => ({
      ...names,
      security: 'reality',
      fp,
      pbk: Buffer.from(pbk, 'base64').toString('base64url'),
      sid,
    })),
);
const path = text.filter((each) => !/[?&]ed=/.test(each));
const transport = (form: ConvertedForm): fc.Arbitrary<Record<string, string>> =>
  fc.oneof(
    fc.constant({}),
    fc.record({ type: fc.constant('ws'), path, host: text }),
    fc.record({
      type: fc.constant('grpc'),
      serviceName: text.filter((each) => !each.startsWith('/')),
    }),
    ...(form === 'mihomo'
      ? [
          fc.record({
            type: fc.constant('xhttp'),
            path,
            host: text,
            mode: fc.constantFrom('auto', 'stream-up', 'packet-up'),
          }),
        ]
      : []),
  );

const shadowsocks = fc.oneof(
  fc.tuple(fc.constantFrom('aes-256-gcm', 'chacha20-ietf-poly1305'), text),
  fc.tuple(fc.constant('2022-blake3-aes-256-gcm'), key),
);
const ranges = fc
  .tuple(port, port)
  .map(([one, other]) => `${String(Math.min(one, other))}-${String(Math.max(one, other) + 1)}`)
  .filter((range) => !range.endsWith('-65536'));
const amnezia = {
  ...Object.fromEntries(
    ['jc', 'jmin', 'jmax', 's1', 's2', 's3', 's4', 'h1', 'h2', 'h3'].map((name) => [
      name,
      fc.integer({ min: 1, max: 2 ** 32 - 1 }).map(String),
    ]),
  ),
  h4: fc.constant('5-1000'),
  i1: fc.constantFrom('<b 0xf6ab><t><r 10>', '<r 100>'),
};
const links = (form: ConvertedForm): fc.Arbitrary<LinkFacts> =>
  fc.oneof(
    fc
      .record({ ...where, user: uuid, security, transport: transport(form), flow: fc.boolean() })
      .map(({ security: tls, transport: carried, flow, ...rest }) => ({
        ...rest,
        scheme: 'vless',
        parameters: { ...tls, ...carried, ...(flow && { flow: 'xtls-rprx-vision' }) },
      })),
    fc
      .record({
        ...where,
        user: text,
        security: security.filter((each) => each.security !== 'none'),
        transport: transport(form).filter(({ type }) => type !== 'xhttp'),
      })
      .map(({ security: tls, transport: carried, ...rest }) => ({
        ...rest,
        scheme: 'trojan',
        parameters: { ...tls, ...carried },
      })),
    fc.record({
      ...where,
      scheme: fc.constant('ss'),
      user: shadowsocks.map((pair) => pair.join(':')),
      parameters: fc.constant({}),
    }),
    fc
      .record({
        ...where,
        user: text,
        names: some({ sni: text, insecure: fc.constant('1'), mport: ranges }),
        obfuscation: fc.option(text),
      })
      .map(({ names, obfuscation, ...rest }) => ({
        ...rest,
        scheme: 'hysteria2',
        parameters: {
          ...names,
          ...(obfuscation !== null && { obfs: 'salamander', 'obfs-password': obfuscation }),
        },
      })),
    fc
      .record({
        ...where,
        user: key,
        keys: fc.record({ publickey: key, presharedkey: key }),
        address: fc.constantFrom('10.0.0.2/32', '10.0.0.2/24,2001:db8::2/128'),
        more: some({
          mtu: fc.constant('1280'),
          keepalive: fc.constant('25'),
          allowedips: fc.constantFrom('10.0.0.0/8', '0.0.0.0/0,2001:db8::/32'),
          ...(form === 'mihomo' && { dns: fc.constant('192.0.2.53,2001:db8::53'), ...amnezia }),
        }),
      })
      .map(({ keys, address, more, ...rest }) => ({
        ...rest,
        scheme: 'wireguard',
        parameters: { ...keys, address, ...more },
      })),
  );

/** Text that URLs hold, without halves of characters, and by a name that can be seen. */
const isText = (facts: LinkFacts) =>
  JSON.stringify(facts).isWellFormed() && facts.name.search(unseenCharacters) < 0;

describe.each(convertedForms)('a link in the form of %s', (form) => {
  it('loses nothing on the way there and back', () => {
    fc.assert(
      fc.property(links(form).filter(isText), (facts) => {
        expect(decoded(form, linkOf(facts))).toEqual(facts);
      }),
      drawn(100),
    );
  });

  it('is refused by the name of any parameter that is not known', () => {
    const known = links(form).filter(isText);
    fc.assert(
      fc.property(known, fc.stringMatching(/^x[a-z]{3,12}$/), text, (facts, name, value) => {
        fc.pre(value.isWellFormed());
        const link = linkOf({ ...facts, parameters: { ...facts.parameters, [name]: value } });
        expect(written(form, link)).toEqual({ kind: 'fields', fields: [name] });
      }),
      drawn(100),
    );
  });

  it('is refused by the name of a parameter that is there twice', () => {
    const link =
      'vless://e8b06929-ae3d-4ca6-a1f6-bbff5c8d1e4a@a.example.com:443?sni=a&sni=b&security=tls';
    expect(written(form, link)).toEqual({ kind: 'fields', fields: ['sni'] });
  });

  it('is refused where half a character is in it', () => {
    const url = 'trojan://half\ud83d@b.example.com:443#Phone';
    expect(written(form, url)).toEqual({ kind: 'unreadable', fields: [] });
  });

  it('is refused without a word of what it says', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9]{12,24}$/);
    fc.assert(
      fc.property(
        secret,
        secret,
        fc.constantFrom('vless', 'trojan', 'ss', 'hysteria2', 'x'),
        (one, two, scheme) => {
          for (const link of [
            `${scheme}://${one}@a.example.com:443?${two}`,
            `${scheme}://${one}@a.example.com:443?${two}=`,
            `${scheme}://${one}@a.example.com:443?fp=${two}&type=${two}&security=tls&obfs=${two}`,
            `${scheme}://${one}:${two}`,
            `${one}:${two}@`,
          ]) {
            const result = written(form, link);
            const refusal = typeof result === 'string' ? '' : JSON.stringify(result);
            expect(refusal).not.toContain(one);
            expect(refusal).not.toContain(two);
          }
        },
      ),
      drawn(100),
    );
  });

  it.each([
    '',
    'nothing',
    'https://example.com/x',
    'vless://not-a-uuid@a.example.com:443',
    'vless://e8b06929-ae3d-4ca6-a1f6-bbff5c8d1e4a@a.example.com',
    'vless://e8b06929-ae3d-4ca6-a1f6-bbff5c8d1e4a@a.example.com:443?security=unheard',
    'vless://e8b06929-ae3d-4ca6-a1f6-bbff5c8d1e4a@a.example.com:443?security=reality',
    'vless://e8b06929-ae3d-4ca6-a1f6-bbff5c8d1e4a@a.example.com:443/path',
    'trojan://one:two@a.example.com:443',
    'trojan://%E0%A4%A@a.example.com:443',
    'ss://bm8tY29sb24@a.example.com:443',
    'hysteria2://a@a.example.com:9-',
    'hysteria2://a@a.example.com:443?obfs=salamander',
    'wireguard://short@a.example.com:51820?publickey=short&address=10.0.0.2',
  ])('is refused as not understood where it is %j', (link) => {
    expect(written(form, link)).toEqual({ kind: 'unreadable', fields: [] });
  });

  it('is not had of MTProto', () => {
    const link = 'tg://proxy?server=a.example.com&port=443&secret=ee00';
    expect(written(form, link, 'mtproto')).toEqual({ kind: 'protocol', fields: [] });
    expect(written(form, 'user:pass@a.example.com:443', 'mtproto')).toEqual({
      kind: 'protocol',
      fields: [],
    });
  });

  it.each(['http', 'socks5'])(
    'has the login of a bare %s proxy, in which nothing is encoded',
    (protocol) => {
      const facts = decoded(form, 'me%41:p:a@ss@[2001:db8::1]:1080', protocol);
      expect(facts).toEqual({
        scheme: protocol,
        user: 'me%41:p:a@ss',
        server: '2001:db8::1',
        port: 1080,
        parameters: {},
        name: 'Unnamed',
      });
    },
  );

  it.each([
    ['one port and a range before the question mark', '443,20000-29999', '', '443,20000-29999'],
    ['a range in mport', '443', '&mport=20000-29999', '20000-29999'],
  ])('has the ports of Hysteria 2 with %s', (_name, ports, more, mport) => {
    const link = `hysteria2://pass@a.example.com:${ports}/?sni=b.example.com${more}#n`;
    const facts = decoded(form, link);
    expect(facts).toMatchObject({ port: 443, parameters: { sni: 'b.example.com', mport } });
  });

  it.each([
    [
      'percent-encoded',
      (user: string) => `${encodeURIComponent(user).replace('%3A', ':')}@a.example.com:8388`,
    ],
    [
      'whole in Base64',
      (user: string) => Buffer.from(`${user}@a.example.com:8388`).toString('base64'),
    ],
  ])('has the keys of Shadowsocks where they are %s', (_name, written) => {
    const keys = [251, 7].map((byte) => Buffer.alloc(32, byte).toString('base64'));
    const user = `2022-blake3-aes-256-gcm:${keys.join(':')}`;
    expect(decoded(form, `ss://${written(user)}#n`)).toMatchObject({ user, port: 8388 });
  });
});

describe('a tunnel’s configuration', () => {
  const secret = Buffer.alloc(32, 7).toString('base64');
  const config = (lines: readonly string[] = [], peer: readonly string[] = []) =>
    [
      '[Interface]',
      `PrivateKey = ${secret} # mine`,
      'Address = 10.0.0.2',
      'MTU = 1280',
      ...lines,
      '[Peer]',
      `PublicKey = ${secret}`,
      'AllowedIPs = 0.0.0.0/0',
      'AllowedIPs = ::/0',
      'Endpoint = [2001:db8::1]:51820',
      'PersistentKeepalive = off',
      ...peer,
    ].join('\r\n');
  const url = `awg://s@a.example.com:1?x=y#From%20the%20URL`;

  it.each(convertedForms)('leads over its URL in the form of %s', (form) => {
    expect(decoded(form, url, 'wg', config())).toMatchObject({
      server: '2001:db8::1',
      port: 51_820,
      name: 'From the URL',
      parameters: { address: '10.0.0.2/32', mtu: '1280' },
    });
  });

  it.each([
    [
      ['PostUp = reboot', 'Table = off'],
      ['Table', 'PostUp'],
      ['Table', 'PostUp'],
    ],
    [['DNS = 192.0.2.53'], ['DNS'], []],
    [['DNS = office.example.com'], ['DNS'], ['DNS']],
    [['Jc = 4', 'I1 = <r 10>', 'I2 ='], ['Jc', 'I1'], []],
    [['Address = 10.0.0.3/32'], [], ['Address']],
  ])('with %j is refused by sing-box for %j, by Mihomo for %j', (lines, singBox, mihomo) => {
    const fieldsOf = (form: ConvertedForm) => {
      const result = written(form, url, 'wg', config(lines));
      return typeof result === 'string' ? [] : result.fields;
    };
    expect([fieldsOf('sing-box'), fieldsOf('mihomo')]).toEqual([singBox, mihomo]);
  });

  it.each([
    ['has a setting that is not known', config(['Secret = a'])],
    ['has two peers', config([], ['[Peer]', `PublicKey = ${secret}`])],
    ['has a line without a setting', config(['PrivateKey'])],
    ['has no address', config().replace('Address = 10.0.0.2', '')],
  ])('is not understood where it %s', (_name, text) => {
    for (const form of convertedForms)
      expect(written(form, url, 'wg', text)).toEqual({ kind: 'unreadable', fields: [] });
  });
});

describe('a configuration of many', () => {
  const bare = 'trojan://a@b.example.com:443';
  const wireguard = linkOf({
    scheme: 'wireguard',
    user: Buffer.alloc(32, 1).toString('base64'),
    server: 'a.example.com',
    port: 1,
    parameters: { publickey: Buffer.alloc(32, 2).toString('base64'), address: '10.0.0.2/32' },
    name: 'Two',
  });
  const all = [`${bare}#One`, `${bare}#One`, wireguard, `${bare}#One%202`];
  const made = (form: ConvertedForm, url: string, label = '') => {
    const converted = convert(form, { protocol: '', secrets: { connection_url: url }, label });
    if ('refusal' in converted) throw new Error('refused');
    return converted;
  };
  const allIn = (form: ConvertedForm) =>
    configurationOf(
      form,
      all.map((url) => made(form, url)),
    );

  it('gives each its own name', () => {
    const names = readMihomo(allIn('mihomo')).map(({ name }) => name);
    expect(names).toEqual(['One', 'One 2', 'Two', 'One 2 2']);
  });

  it('gives none the name of another, or of what a program has itself', () => {
    const labels = ['DIRECT', 'GLOBAL', 'Half \ud83d', 'Half \ud83e'];
    const labelled = (form: ConvertedForm) =>
      configurationOf(
        form,
        labels.map((label) => made(form, bare, label)),
      );
    const mihomo = labelled('mihomo');
    const names = readMihomo(mihomo).map(({ name }) => name);
    expect(names).toEqual(['DIRECT 2', 'GLOBAL 2', 'Half \ufffd', 'Half \ufffd 2']);
    expect(mihomo).not.toMatch(/\\ud83/i);
    const tags = readSingBox(labelled('sing-box')).outbounds?.map(({ tag }) => tag);
    expect(tags).toEqual(['DIRECT', 'GLOBAL', 'Half \ufffd', 'Half \ufffd 2']);
  });

  it('separates tunnels from others for sing-box', () => {
    const { outbounds, endpoints } = readSingBox(allIn('sing-box'));
    expect([outbounds, endpoints].map((list) => list?.map(({ tag }) => tag))).toEqual([
      ['One', 'One 2', 'One 2 2'],
      ['Two'],
    ]);
  });
});
