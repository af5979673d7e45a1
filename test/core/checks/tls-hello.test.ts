import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { clientHello, readServerHello } from '#core/checks/packets/tls-hello.ts';
import { selfSigned } from '#test/adapters/transport/certificates.ts';
import { seededRandom } from '#test/core/fakes.ts';

describe('a hand-built ClientHello', () => {
  it.each(['TLSv1.2', 'TLSv1.3'] as const)('is answered by a server of %s', async (version) => {
    const received: { serverName?: string; alpn?: readonly string[] } = {};
    const server = createServer({
      ...(await selfSigned(['example.com'])),
      minVersion: version,
      maxVersion: version,
      SNICallback(name, done) {
        received.serverName = name;
        done(null);
      },
      ALPNCallback({ protocols }) {
        received.alpn = protocols;
        return protocols[0];
      },
    });
    server.on('tlsClientError', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const hello = clientHello({
      random: seededRandom(),
      serverName: 'www.example.com',
      alpn: ['h2', 'http/1.1'],
    });
    socket.write(hello);
    let bytes = Buffer.alloc(0);
    let answer = readServerHello(bytes);
    while (answer === 'more') {
      const [part] = (await once(socket, 'data')) as [Buffer];
      bytes = Buffer.concat([bytes, part]);
      answer = readServerHello(bytes);
    }
    expect(answer).toEqual({ kind: 'server-hello' });
    expect(received).toEqual({ serverName: 'www.example.com', alpn: ['h2', 'http/1.1'] });
  });

  it('is padded as by a browser, with a short name, a long one and none', () => {
    for (const serverName of ['a.example', 'a'.repeat(60) + '.example.com', null]) {
      const hello = clientHello({ random: seededRandom(), serverName, alpn: ['h2'] });
      expect(hello.byteLength).toBe(517);
      expect(hello.readUInt16BE(3)).toBe(512);
    }
  });
});

describe('what answers a ClientHello', () => {
  const serverHello = Buffer.concat([
    Buffer.from('160303002c0200002803'.padEnd(20, '0'), 'hex'),
    Buffer.from([3]),
    Buffer.alloc(38, 7),
  ]);

  it('is not decided before enough of it is there', () => {
    for (let length = 0; length < 43; length += 1) {
      expect(readServerHello(serverHello.subarray(0, length))).toBe('more');
    }
    expect(readServerHello(serverHello)).toEqual({ kind: 'server-hello' });
  });

  it('may be an alert, or another protocol', () => {
    expect(readServerHello(Buffer.from('15030100020228', 'hex'))).toEqual({
      kind: 'alert',
      description: 40,
    });
    expect(readServerHello(Buffer.from('HTTP/1.1 400 Bad Request'))).toBe('other');
    expect(readServerHello(Buffer.from('1603030000', 'hex'))).toBe('other');
  });
});
