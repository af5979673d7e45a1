import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { connect } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { deobfuscated, obfuscated } from '#core/checks/packets/salamander.ts';
import { selfSigned } from '#test/adapters/transport/certificates.ts';
import { socksProxy } from '#test/adapters/transport/proxies.ts';
import { listen } from '#test/adapters/transport/servers.ts';
import { seededRandom } from '#test/core/fakes.ts';
import {
  fakeTlsAnswer,
  keyPair,
  obfuscatedAnswer,
  wireGuardResponder,
} from '#test/core/checks/responders.ts';
import { check } from './checking.ts';

/*
 * AmneziaWG, salamander, REALITY and MTProto have no server in the system's package archive: these
 * are responders written from their published descriptions (docs/checks.md).
 */

const answers = (depth: string) => ({
  outcome: 'answers',
  depth,
  ms: expect.any(Number) as number,
});

/** A UDP server that answers each datagram with what is returned; answers its port. */
async function udpServer(answer: (datagram: Buffer) => Buffer | undefined): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  socket.on('message', (datagram, { port, address }) => {
    const bytes = answer(datagram);
    if (bytes) socket.send(bytes, port, address);
  });
  return socket.address().port;
}

it('an AmneziaWG server answers behind junk, padding and its own message types', async () => {
  const [client, server] = [keyPair(), keyPair()];
  const presharedKey = Buffer.alloc(32, 7);
  const responder = wireGuardResponder(server, client.public, presharedKey, {
    initiation: 77,
    response: 501,
  });
  const received: Buffer[] = [];
  const port = await udpServer((datagram) => {
    received.push(datagram);
    const response =
      datagram.length === 20 + 148 ? responder.respond(datagram.subarray(20)) : undefined;
    return response && Buffer.concat([Buffer.alloc(31, 1), response]);
  });
  const awg_config = [
    '[Interface]',
    `PrivateKey = ${client.private.toString('base64')}`,
    'Jc = 3\nJmin = 10\nJmax = 12\nS1 = 20\nS2 = 31\nS3 = 4\nS4 = 5',
    'H1 = 77\nH2 = 500-502\nH3 = 600\nH4 = 700\nI1 = <b 0xc0ffee><r 5>\n',
    '[Peer]',
    `PublicKey = ${server.public.toString('base64')}`,
    `PresharedKey = ${presharedKey.toString('base64')}`,
    `Endpoint = 127.0.0.1:${String(port)}`,
  ].join('\n');
  const result = await check('amnezia-wg-2', { connection_url: '', awg_config });
  expect(result).toEqual(answers('handshake'));
  const lengths = received.map(({ length }) => length);
  expect([lengths.at(0), lengths.length, lengths.at(-1)]).toEqual([8, 5, 168]);
  for (const junk of lengths.slice(1, 4)) expect([10, 11, 12]).toContain(junk);
  expect(received.some((datagram) => datagram.includes(client.private))).toBe(false);
});

it('a Hysteria 2 server answers under salamander, and not under another password', async () => {
  const random = seededRandom();
  const port = await udpServer((datagram) => {
    const packet = deobfuscated(datagram, 'secret');
    // Anything that is not a long header of 1,200 bytes is noise to a server.
    if (packet?.length !== 1200 || ((packet[0] ?? 0) & 0x80) === 0 || packet[5] !== 8) {
      return undefined;
    }
    const [destination, source] = [packet.subarray(6, 14), packet.subarray(15, 23)];
    const negotiation = Buffer.concat([
      Buffer.from([0x80, 0, 0, 0, 0, 8]),
      source,
      Buffer.from([8]),
      destination,
      Buffer.from('00000001', 'hex'),
    ]);
    return obfuscated(negotiation, 'secret', random);
  });
  const url = (password: string) =>
    `hysteria2://p@127.0.0.1:${String(port)}/?obfs=salamander&obfs-password=${password}`;
  expect(await check('hysteria2', url('secret'))).toEqual(answers('handshake'));
  const signal = AbortSignal.timeout(150);
  expect(await check('hysteria2', url('wrong'), { signal })).toEqual({ outcome: 'no-answer' });
});

it('a REALITY server answers a client that it does not know with its cover site', async () => {
  const cover = await listen(createTlsServer(await selfSigned(['www.example.com'])));
  const server = createServer((client) => {
    const onward = connect(cover, '127.0.0.1');
    onward.on('error', () => undefined);
    client
      .on('error', () => undefined)
      .pipe(onward)
      .pipe(client);
  });
  const port = await listen(server);
  const url = `vless://id@127.0.0.1:${String(port)}?security=reality&sni=www.example.com&pbk=k&type=grpc`;
  expect(await check('vless', url)).toEqual(answers('handshake'));
});

it.each(['ee', 'dd', ''])('an MTProto proxy answers a client with its secret %s', async (kind) => {
  const key = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
  const secretOf = (bytes: Buffer) =>
    `${kind}${bytes.toString('hex')}${kind === 'ee' ? Buffer.from('www.example.com').toString('hex') : ''}`;
  const cover = await listen(createTlsServer(await selfSigned(['www.example.com'])));
  const server = createServer((client: Socket) => {
    client.on('error', () => undefined);
    client.once('data', (bytes: Buffer) => {
      if (kind !== 'ee') {
        const received = obfuscatedAnswer(bytes, key);
        if (received.question === 0xbe7e8ef1) client.write(received.answer);
        else client.end();
        return;
      }
      const answer = fakeTlsAnswer(bytes, key, Date.now() / 1000);
      if (answer) client.write(answer);
      else
        connect(cover, '127.0.0.1')
          .on('error', () => undefined)
          .end(bytes)
          .pipe(client);
    });
  });
  const port = await listen(server);
  const url = (secret: string) =>
    `tg://proxy?server=127.0.0.1&port=${String(port)}&secret=${secret}`;
  expect(await check('mtproto', url(secretOf(key)))).toEqual(answers('login'));
  const wrong = await check('mtproto', url(secretOf(Buffer.alloc(16))));
  expect(wrong).toEqual({ outcome: kind === 'ee' ? 'login-refused' : 'closed' });
});

it('a SOCKS5 proxy with a login accepts the right one, and no other', async () => {
  // The login of `dante-server` is that of a user of the system, which a test does not make.
  const { server } = socksProxy(0, { login: 'user:secret' });
  const at = `@127.0.0.1:${String(await listen(server))}`;
  expect(await check('socks5', `user:secret${at}`)).toEqual(answers('login'));
  expect(await check('socks5', `user:wrong${at}`)).toEqual({ outcome: 'login-refused' });
});
