import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { deobfuscated, obfuscated } from '#core/checks/packets/salamander.ts';
import { seededRandom } from '#test/core/fakes.ts';
import { keyPair, wireGuardResponder } from '#test/core/checks/responders.ts';

/** A UDP server that answers each datagram with what is returned; answers its port. */
export async function udpServer(answer: (datagram: Buffer) => Buffer | undefined): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  socket.on('message', (datagram, { port, address }) => {
    const bytes = answer(datagram);
    if (bytes) socket.send(bytes, port, address);
  });
  return socket.address().port;
}

/** An AmneziaWG server with one client: what it received, and a client's config for a port. */
export async function amneziaServer() {
  const [client, stranger, server] = [keyPair(), keyPair(), keyPair()];
  const presharedKey = Buffer.alloc(32, 7);
  const types = { initiation: 77, response: 501 };
  const responder = wireGuardResponder(server, client.public, presharedKey, types);
  const received: Buffer[] = [];
  const port = await udpServer((datagram) => {
    received.push(datagram);
    const response =
      datagram.length === 20 + 148 ? responder.respond(datagram.subarray(20)) : undefined;
    return response && Buffer.concat([Buffer.alloc(31, 1), response]);
  });
  const configAt = (at: number, isStranger = false) =>
    [
      '[Interface]',
      `PrivateKey = ${(isStranger ? stranger : client).private.toString('base64')}`,
      'Jc = 3\nJmin = 10\nJmax = 12\nS1 = 20\nS2 = 31\nS3 = 4\nS4 = 5',
      'H1 = 77\nH2 = 500-502\nH3 = 600\nH4 = 700\nI1 = <b 0xc0ffee><r 5>\n',
      '[Peer]',
      `PublicKey = ${server.public.toString('base64')}`,
      `PresharedKey = ${presharedKey.toString('base64')}`,
      `Endpoint = 127.0.0.1:${String(at)}`,
    ].join('\n');
  return { port, received, configAt, client };
}

/** A Hysteria 2 server under salamander; answers its port. */
export function salamanderServer(password: string): Promise<number> {
  const random = seededRandom();
  return udpServer((datagram) => {
    const packet = deobfuscated(datagram, password);
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
    return obfuscated(negotiation, password, random);
  });
}
