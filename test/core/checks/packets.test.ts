import { describe, expect, it } from 'vitest';
import {
  amneziaDatagrams,
  messagesIn,
  messageTypes,
  readSignature,
} from '#core/checks/packets/amnezia.ts';
import {
  connectRequest,
  httpRequest,
  readHttp2Settings,
  readStatus,
} from '#core/checks/packets/http.ts';
import { fakeTlsHello, obfuscatedHello, readMtprotoSecret } from '#core/checks/packets/mtproto.ts';
import { quicProbe } from '#core/checks/packets/quic.ts';
import { deobfuscated, obfuscated } from '#core/checks/packets/salamander.ts';
import { readSocksLogin, readSocksMethod, socksLogin } from '#core/checks/packets/socks5.ts';
import { initiate } from '#core/checks/packets/wireguard.ts';
import { seededRandom } from '#test/core/fakes.ts';
import { fakeTlsAnswer, keyPair, obfuscatedAnswer, wireGuardResponder } from './responders.ts';

const nowMs = Date.UTC(2026, 0, 15, 12, 0, 0, 250);
const random = seededRandom();

describe('salamander', () => {
  // Computed by Python's hashlib.blake2b: password "password", salt 1 to 8, packet 0 to 39.
  const vector = Buffer.from(
    '0102030405060708975c5d5d61d06596a7848fb259d851ae2639bdccd597ef7cfce526b08532235bb77c7d7d41f045b6',
    'hex',
  );
  const packet = Buffer.from(Array.from({ length: 40 }, (_, at) => at));

  it('obfuscates as Hysteria 2 does', () => {
    const salt = { ...random, bytes: () => Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) };
    expect(obfuscated(packet, 'password', salt)).toEqual(vector);
    expect(deobfuscated(vector, 'password')).toEqual(packet);
  });

  it('finds nothing in a datagram that is shorter than its salt', () => {
    expect(deobfuscated(vector.subarray(0, 7), 'password')).toBeUndefined();
  });
});

describe('a QUIC packet of an unknown version', () => {
  const { packet, isAnswer } = quicProbe(random);
  const [destination, source] = [packet.subarray(6, 14), packet.subarray(15, 23)];
  const negotiation = (to: Buffer, from: Buffer, versions: string) =>
    Buffer.concat([
      Buffer.from('80000000000' + '8', 'hex'),
      to,
      Buffer.from([8]),
      from,
      Buffer.from(versions, 'hex'),
    ]);

  it('is as large as a first packet must be', () => {
    expect(packet.byteLength).toBe(1200);
    expect(packet.readUInt32BE(1) & 0x0f0f0f0f).toBe(0x0a0a0a0a);
  });

  it('is answered by Version Negotiation that names both connection identifiers', () => {
    expect(isAnswer(negotiation(source, destination, '00000001'))).toBe(true);
    expect(isAnswer(negotiation(destination, source, '00000001'))).toBe(false);
    expect(isAnswer(negotiation(source, destination, ''))).toBe(false);
    expect(isAnswer(negotiation(source, destination, '000001'))).toBe(false);
    expect(isAnswer(packet)).toBe(false);
  });
});

describe('a WireGuard handshake', () => {
  const [client, server] = [keyPair(), keyPair()];
  const presharedKey = Buffer.alloc(32, 5);
  const keys = { privateKey: client.private, publicKey: server.public, presharedKey };

  it('is begun so that a server answers, with the time and without the private key', () => {
    const responder = wireGuardResponder(server, client.public, presharedKey);
    const { message, isAnswer } = initiate(keys, random, nowMs);
    const response = responder.respond(message);
    expect(message.byteLength).toBe(148);
    expect(response && isAnswer(response)).toBe(true);
    expect(responder.time()?.readBigUInt64BE(0)).toBe(
      0x400000000000000an + BigInt(Math.floor(nowMs / 1000)),
    );
    expect(responder.time()?.readUInt32BE(8)).toBe(250_000_000);
    expect(message.includes(client.private)).toBe(false);
    expect(message.includes(client.public)).toBe(false);
  });

  it('accepts no other answer: of another handshake, changed, truncated, or of another server', () => {
    const responder = wireGuardResponder(server, client.public, presharedKey);
    const [first, second] = [initiate(keys, random, nowMs), initiate(keys, random, nowMs)];
    const response = responder.respond(first.message) ?? Buffer.alloc(0);
    expect(second.isAnswer(response)).toBe(false);
    expect(first.isAnswer(response.subarray(0, 91))).toBe(false);
    for (const place of [0, 8, 20, 50]) {
      const changed = Buffer.from(response);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(first.isAnswer(changed)).toBe(false);
    }
    const other = wireGuardResponder(server, client.public, Buffer.alloc(32, 6));
    expect(first.isAnswer(other.respond(first.message) ?? Buffer.alloc(0))).toBe(false);
    expect(first.isAnswer(response)).toBe(true);
  });

  it('accepts the cookie of a server under load', () => {
    const { message, isAnswer } = initiate(keys, random, nowMs);
    const cookie = Buffer.alloc(64);
    cookie.writeUInt32LE(3, 0);
    message.copy(cookie, 4, 4, 8);
    expect(isAnswer(cookie)).toBe(true);
    expect(isAnswer(cookie.subarray(0, 63))).toBe(false);
  });

  it('is obfuscated as AmneziaWG does', () => {
    const options = {
      junkCount: 4,
      junkMin: 50,
      junkMax: 90,
      initiationPadding: 33,
      responsePadding: 71,
      cookiePadding: 12,
      initiationType: { from: 1000, to: 2000 },
      responseType: { from: 3000, to: 3005 },
      cookieType: { from: 4000, to: 4000 },
      signatures: [readSignature('<b 0xc0ff><t><r 16>') ?? [], readSignature('<rd 3><rc 2>') ?? []],
    };
    const types = messageTypes(options, random);
    expect(types.initiation).toBeGreaterThanOrEqual(1000);
    expect(types.initiation).toBeLessThanOrEqual(2000);
    const { message, isAnswer } = initiate(keys, random, nowMs, types);
    const sent = amneziaDatagrams(options, message, random, nowMs);
    expect(sent).toHaveLength(7);
    const [first = Buffer.alloc(0), second, ...junk] = sent;
    expect(first.subarray(0, 6).toString('hex')).toBe(
      `c0ff${Math.floor(nowMs / 1000).toString(16)}`,
    );
    expect(first.byteLength).toBe(22);
    expect(second?.toString()).toMatch(/^\d{3}[a-zA-Z]{2}$/);
    const last = junk.pop() ?? Buffer.alloc(0);
    for (const { byteLength } of junk) {
      expect(byteLength).toBeGreaterThanOrEqual(50);
      expect(byteLength).toBeLessThanOrEqual(90);
    }
    const responder = wireGuardResponder(server, client.public, presharedKey, {
      initiation: types.initiation,
      response: 3003,
    });
    const response = responder.respond(last.subarray(33)) ?? Buffer.alloc(0);
    const datagram = Buffer.concat([Buffer.alloc(71, 1), response]);
    expect(messagesIn(options, datagram).some(isAnswer)).toBe(true);
    expect(messagesIn(options, response).some(isAnswer)).toBe(false);
  });

  it.each(['', 'b 0x00', '<b 0x0>', '<x 1>', '<r>', '<r 16', '<b 0x00>tail'])(
    'rejects the signature packet %j',
    (text) => {
      expect(readSignature(text)).toBeUndefined();
    },
  );
});

describe('an MTProto handshake', () => {
  const key = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
  const domain = 'www.example.com';

  it.each([
    ['plain', key.toString('hex'), 'plain'],
    ['padded', `dd${key.toString('hex')}`, 'padded'],
    ['disguised', `ee${key.toString('hex')}${Buffer.from(domain).toString('hex')}`, 'tls'],
    [
      'disguised, in Base64',
      Buffer.concat([Buffer.from([0xee]), key, Buffer.from(domain)]).toString('base64url'),
      'tls',
    ],
  ])('has a secret that is %s', (_, text, mode) => {
    expect(readMtprotoSecret(text)).toMatchObject({ mode, key });
  });

  it.each(['', 'ee00', 'xyz', `ff${key.toString('hex')}`, `ee${key.toString('hex')}`])(
    'rejects the secret %j',
    (text) => {
      expect(readMtprotoSecret(text)).toBeUndefined();
    },
  );

  it('is obfuscated so that a proxy recognizes the secret, and distinguishes the proxy from its cover site', () => {
    const secret = { mode: 'tls', key, domain } as const;
    const { record, readAnswer } = fakeTlsHello(secret, random, nowMs);
    const answer = fakeTlsAnswer(record, key, nowMs / 1000) ?? Buffer.alloc(0);
    expect(record.byteLength).toBe(517);
    expect(record.includes(key)).toBe(false);
    expect(readAnswer(answer)).toBe('proxy');
    for (const length of [0, 5, 40, answer.length - 1]) {
      expect(readAnswer(answer.subarray(0, length))).toBe('more');
    }
    const changed = Buffer.from(answer);
    changed[20] = (changed[20] ?? 0) ^ 1;
    expect(readAnswer(changed)).toBe('cover');
    expect(fakeTlsAnswer(record, Buffer.alloc(16), nowMs / 1000)).toBeUndefined();
  });

  it.each([
    ['plain', 0xeeeeeeee, 40],
    ['padded', 0xdddddddd, 47],
  ] as const)(
    'requests an answer from Telegram behind a proxy with a %s secret',
    (mode, tag, frameLength) => {
      const { packet, readAnswer } = obfuscatedHello({ mode, key }, random, nowMs);
      const received = obfuscatedAnswer(packet, key);
      expect(received).toMatchObject({
        tag,
        frameLength,
        dataCentre: 2,
        authKey: 0n,
        question: 0xbe7e8ef1,
        whole: true,
      });
      expect(readAnswer(received.answer)).toBe('answer');
      expect(readAnswer(received.answer.subarray(0, 30))).toBe('more');
      const otherKey = obfuscatedAnswer(packet, Buffer.alloc(16)).answer;
      expect(readAnswer(otherKey)).toBe('other');
    },
  );
});

describe('HTTP and SOCKS', () => {
  it.each([
    ['', 'more'],
    ['HTTP/1', 'more'],
    ['HTTP/1.1 10', 'more'],
    ['HTTP/1.1 101 Switching Protocols\r\n', 101],
    ['HTTP/1.0 404\r\n', 404],
    ['HTTP/2 200\r\n', 'other'],
    ['<html>', 'other'],
    ['HTTP/1.1 2000 \r\n', 'other'],
  ])('reads the status of %j', (text, status) => {
    expect(readStatus(Buffer.from(text))).toBe(status);
  });

  it('lets no text of a URL begin another header line', () => {
    const hostile = 'a\r\nX-Other: 1';
    for (const request of [
      httpRequest({ path: hostile, host: hostile }),
      connectRequest(hostile, '', ''),
    ]) {
      expect(request.toString()).not.toMatch(/^X-Other/m);
    }
  });

  it('reads the settings that begin HTTP/2', () => {
    expect(readHttp2Settings(Buffer.from('000006040000000000', 'hex'))).toBe('settings');
    expect(readHttp2Settings(Buffer.from('00000604000000', 'hex'))).toBe('more');
    expect(readHttp2Settings(Buffer.from('HTTP/1.1 400'))).toBe('other');
  });

  it('reads what a SOCKS server chooses', () => {
    const cases: [Buffer, unknown][] = [
      [Buffer.from([5]), 'more'],
      [Buffer.from([5, 0]), 'none'],
      [Buffer.from([5, 2]), 'password'],
      [Buffer.from([5, 255]), 'refused'],
      [Buffer.from('HTTP'), 'other'],
    ];
    for (const [bytes, answer] of cases) expect(readSocksMethod(bytes)).toBe(answer);
    expect(readSocksLogin(Buffer.from([1, 1]))).toBe('refused');
  });

  it('encodes no login for SOCKS that is too long', () => {
    expect(socksLogin('a'.repeat(256), '')).toBeUndefined();
  });
});
