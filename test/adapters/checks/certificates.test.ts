import { createServer as createWebServer } from 'node:https';
import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { selfSigned } from '#test/adapters/transport/certificates.ts';
import { listen } from '#test/adapters/transport/servers.ts';
import { check } from './checking.ts';
import { useTrustedAuthority } from './trusted-authority.ts';

const name = 'www.example.com';
const authority = useTrustedAuthority();

const url = (port: number, query: string) =>
  `vless://id@127.0.0.1:${String(port)}?security=tls&sni=${name}&${query}`;

describe('a certificate', () => {
  it.each([
    ['of another name', () => authority().issue(['nl.example.net']), 'wrong-host'],
    ['that has expired', () => authority().issue([name], { from: -9, to: -2 }), 'expired'],
    ['of the future', () => authority().issue([name], { from: 2, to: 9 }), 'not-yet-valid'],
    ['of an unknown issuer', () => selfSigned([name]), 'untrusted'],
  ])('%s is refused, as clients refuse it', async (_, issued, certificate) => {
    const port = await listen(createTlsServer(await issued()));
    for (const transport of ['tcp', 'ws', 'grpc', 'xhttp']) {
      const found = await check('vless', url(port, `type=${transport}`));
      expect(found).toEqual({ outcome: 'certificate', certificate });
    }
  });

  it.each(['allowInsecure=1', 'insecure=1', 'pcs=AbC', 'vcn=nl.example.net'])(
    'is not judged where the connection says %s',
    async (query) => {
      const port = await listen(createTlsServer(await selfSigned([name])));
      const found = await check('vless', url(port, `type=tcp&${query}`));
      expect(found).toMatchObject({ outcome: 'answers', depth: 'tls' });
    },
  );

  it('must be of the address where the connection has no name', async () => {
    const port = await listen(createTlsServer(await authority().issue(['127.0.0.1'])));
    const at = `trojan://p@127.0.0.1:${String(port)}`;
    expect(await check('trojan', at)).toMatchObject({ outcome: 'answers', depth: 'tls' });
  });
});

describe('the path of a connection', () => {
  /** A web server that remembers the paths it was asked for. */
  async function recording(issued: Awaited<ReturnType<typeof selfSigned>>) {
    const paths: string[] = [];
    const server = createWebServer(issued, (request, response) => {
      paths.push(request.url ?? '');
      response.end();
    });
    server.on('upgrade', (request, socket) => {
      paths.push(request.url ?? '');
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    });
    return { port: await listen(server), paths };
  }

  it('goes to a server with a valid certificate', async () => {
    const { port, paths } = await recording(await authority().issue([name]));
    const found = await check('vless', url(port, 'type=ws&path=%2Fsecret'));
    expect(found).toMatchObject({ outcome: 'answers', depth: 'transport' });
    expect(new Set(paths)).toEqual(new Set(['/secret']));
  });

  it('goes to no other, even where clients accept any certificate', async () => {
    const { port, paths } = await recording(await selfSigned([name]));
    for (const transport of ['ws', 'httpupgrade', 'xhttp']) {
      const query = `type=${transport}&path=%2Fsecret&alpn=http/1.1&insecure=1`;
      const found = await check('vless', url(port, query));
      expect(found).toMatchObject({ outcome: 'answers', depth: 'tls' });
    }
    expect(paths).toEqual([]);
  });

  it('goes nowhere without TLS', async () => {
    let received = '';
    const port = await listen(
      createServer((socket) =>
        socket.on('data', (bytes: Buffer) => (received += bytes.toString('latin1'))),
      ),
    );
    for (const transport of ['ws', 'xhttp']) {
      const plain = `vless://id@127.0.0.1:${String(port)}?type=${transport}&path=%2Fsecret`;
      const found = await check('vless', plain);
      expect(found).toMatchObject({ outcome: 'answers', depth: 'port' });
    }
    expect(received).toBe('');
  });
});
