import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CheckResult } from '#contract/check-result.ts';
import { messagesIn, noAmnezia, readSignature } from '#core/checks/packets/amnezia.ts';
import { readHttp2Settings, readHttpAnswer, readStatus } from '#core/checks/packets/http.ts';
import { fakeTlsHello, obfuscatedHello, readMtprotoSecret } from '#core/checks/packets/mtproto.ts';
import { quicProbe } from '#core/checks/packets/quic.ts';
import { deobfuscated } from '#core/checks/packets/salamander.ts';
import { readSocksLogin, readSocksMethod } from '#core/checks/packets/socks5.ts';
import { clientHello, readServerHello } from '#core/checks/packets/tls-hello.ts';
import { initiate } from '#core/checks/packets/wireguard.ts';
import { createProber } from '#core/checks/prober.ts';
import { readTarget } from '#core/checks/read-target.ts';
import type { Target } from '#core/checks/target.ts';
import { ProbeFault, type ProbeSockets, type ProbeStream } from '#core/kernel/ports.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import { seededRandom } from '#test/core/fakes.ts';
import { drawn } from '#test/simulator/deep.ts';
import { fakeTlsAnswer, keyPair, wireGuardResponder } from './responders.ts';

const random = seededRandom();
const nowMs = Date.UTC(2026, 0, 15);
const [client, server] = [keyPair(), keyPair()];
const presharedKey = new Uint8Array(32);
const key = Buffer.alloc(16, 3);
const quic = quicProbe(random);
const fake = fakeTlsHello({ mode: 'tls', key, domain: 'a.example' }, random, nowMs);
const obfuscated = obfuscatedHello({ mode: 'plain', key }, random, nowMs);
const handshake = initiate(
  { privateKey: client.private, publicKey: server.public, presharedKey },
  random,
  nowMs,
);
const parsers: ((bytes: Uint8Array) => unknown)[] = [
  readServerHello,
  readStatus,
  readHttpAnswer,
  readHttp2Settings,
  readSocksMethod,
  readSocksLogin,
  quic.isAnswer,
  fake.readAnswer,
  obfuscated.readAnswer,
  handshake.isAnswer,
  (bytes) => messagesIn({ ...noAmnezia, responsePadding: 71 }, bytes).map(handshake.isAnswer),
  (bytes) => deobfuscated(bytes, 'password'),
];

/** Answers as servers send them, which random bytes would hardly ever come near. */
const answers = [
  fakeTlsAnswer(fake.record, key, nowMs / 1000),
  wireGuardResponder(server, client.public, Buffer.alloc(32)).respond(handshake.message),
  Buffer.from('HTTP/1.1 200 Connection established\r\nVia: a\r\n\r\n'),
  Buffer.from('000006040000000000000300000064', 'hex'),
  Buffer.from('0500050000010000000000000', 'hex'),
  Buffer.from('15030100020228', 'hex'),
  quic.packet,
].flatMap((bytes) => bytes ?? []);

/** Bytes that may be anything, or an answer that was cut and changed here and there. */
const arriving = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .tuple(
      fc.constantFrom(...answers),
      fc.nat(),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
    )
    .map(([answer, cut, changes]) => {
      const bytes = Uint8Array.from(answer.subarray(0, cut % (answer.length + 1)));
      for (const [place, value] of changes) bytes[place % (bytes.length || 1)] = value;
      return bytes;
    }),
);

/** A view into a larger buffer, whose other bytes must not matter. */
function within(bytes: Uint8Array, around: number): Uint8Array {
  const whole = new Uint8Array(bytes.byteLength + 64).fill(around);
  whole.set(bytes, 32);
  return whole.subarray(32, 32 + bytes.byteLength);
}

describe('an arbitrary answer', () => {
  it('is read without an error and not beyond its end', () => {
    fc.assert(
      fc.property(arriving, (bytes) => {
        for (const parse of parsers) {
          expect(parse(within(bytes, 0xff))).toEqual(parse(within(bytes, 0)));
        }
      }),
      drawn(400, 100_000),
    );
  });

  it('ends in a result, whatever the protocol', async () => {
    const keys = { privateKey: client.private, publicKey: server.public, presharedKey };
    const place = { host: '192.0.2.1', ports: [{ from: 1, to: 9 }] };
    const xray = {
      kind: 'xray',
      ...place,
      serverName: 'a.example',
      alpn: ['h2'],
      path: '/',
      hostHeader: 'a.example',
      needsValidCertificate: true,
    } as const;
    const login = { user: 'u', password: 'p' };
    const targets: Target[] = [
      { ...xray, security: 'reality', transport: 'tcp' },
      { ...xray, security: 'none', transport: 'websocket' },
      { ...xray, security: 'tls', transport: 'grpc' },
      { ...xray, security: 'tls', transport: 'xhttp' },
      { kind: 'shadowsocks', ...place },
      { kind: 'hysteria', ...place, salamander: 'p' },
      { kind: 'wireguard', ...place, keys, amnezia: noAmnezia },
      { kind: 'mtproto', ...place, secret: { mode: 'tls', key, domain: 'a.example' } },
      { kind: 'mtproto', ...place, secret: { mode: 'padded', key } },
      { kind: 'http-proxy', ...place, ...login },
      { kind: 'socks5', ...place, ...login },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...targets),
        fc.array(arriving, { maxLength: 3 }),
        fc.constantFrom('reset', 'closed', 'silent', 'refused', 'unexpected' as const),
        async (target, parts, end) => {
          const prober = createProber({
            sockets: scripted(parts, end),
            random,
            clock: { ...createSystemClock(), serviceTime: () => Date.now() },
          });
          const lookup = { kind: 'found', addresses: ['192.0.2.1'] } as const;
          const result = await prober.probe(target, lookup, new AbortController().signal);
          expect(CheckResult.safeParse(result).success).toBe(true);
        },
      ),
      drawn(200, 100_000),
    );
  });
});

/** Sockets on which these bytes arrive, and then what ends a connection. */
function scripted(parts: readonly Uint8Array[], end: ProbeFault['reason']): ProbeSockets {
  const reads = () => {
    const left = parts.filter(({ byteLength }) => byteLength > 0);
    return () => {
      const next = left.shift();
      return next ? Promise.resolve(next) : Promise.reject(new ProbeFault(end));
    };
  };
  const stream = () => {
    const opened: ProbeStream = {
      write: () => undefined,
      read: reads(),
      secure: () => Promise.resolve({ inside: opened, protocol: 'h2', certificate: undefined }),
      close: () => undefined,
    };
    return opened;
  };
  return {
    lookup: (host) => Promise.resolve({ kind: 'found', addresses: [host] }),
    connect: () => Promise.resolve(stream()),
    datagrams: () =>
      Promise.resolve({ send: () => undefined, receive: reads(), close: () => undefined }),
    close: () => undefined,
  };
}

describe('an arbitrary connection URL', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 120 }),
    fc
      .tuple(
        fc.constantFrom('vless', 'trojan', 'ss', 'hysteria2', 'wireguard', 'awg', 'tg', 'socks5'),
        fc.string({ maxLength: 20 }),
        fc.string({ maxLength: 60 }),
      )
      .map(([scheme, user, query]) => `${scheme}://${user}@nl.example.com:443?${query}`),
  );

  it('is a target or none, and builds packets of bounded size', () => {
    const protocols = fc.constantFrom('vless', 'wg', 'amnezia-wg-2', 'http', 'mtproto', 'other');
    fc.assert(
      fc.property(protocols, text, fc.option(text), (protocol, url, config) => {
        const target = readTarget(protocol, {
          connection_url: url,
          ...(config !== null && { awg_config: config }),
        });
        expect(typeof target.kind).toBe('string');
        readMtprotoSecret(url);
        readSignature(url);
      }),
      drawn(400, 100_000),
    );
  });

  it('builds a ClientHello whose lengths are its own', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z0-9.-]{1,253}$/),
        fc.array(fc.stringMatching(/^[a-z0-9/.]{1,64}$/), { maxLength: 8 }),
        (serverName, alpn) => {
          const hello = clientHello({ random, serverName, alpn });
          expect(hello.readUInt16BE(3)).toBe(hello.byteLength - 5);
          expect(hello.readUIntBE(6, 3)).toBe(hello.byteLength - 9);
        },
      ),
      drawn(300, 100_000),
    );
  });
});
