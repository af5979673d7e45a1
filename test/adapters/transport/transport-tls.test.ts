import type { ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer, type Server } from 'node:https';
import { createServer as createPlainServer } from 'node:net';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createUndiciTransport } from '#adapters/transport/undici-transport.ts';
import { createAuthority, selfSigned, type Authority } from './certificates.ts';
import { failureOf, get, listen, openTransport } from './servers.ts';

let authority: Authority;
beforeAll(async () => {
  authority = await createAuthority();
});

function serve(options: { cert: string; key: string; maxVersion?: 'TLSv1.1' }): {
  server: Server;
  requests: () => number;
} {
  let count = 0;
  const server = createServer(options, (_, response) => {
    count += 1;
    response.end('yes');
  });
  return { server, requests: () => count };
}

describe('a certificate', () => {
  it('is accepted from an authority that the user trusts', async () => {
    const { server, requests } = serve(await authority.issue(['127.0.0.1']));
    const url = `https://127.0.0.1:${await listen(server)}`;
    const answer = await openTransport({ service: url, ca: authority.ca }).send(get(url));
    expect([answer.status, requests()]).toEqual([200, 1]);
  });

  it.each<[string, string, () => Promise<{ cert: string; key: string }>]>([
    ['expired', 'expired', () => authority.issue(['127.0.0.1'], { from: -3, to: -1 })],
    ['not valid yet', 'not-yet-valid', () => authority.issue(['127.0.0.1'], { from: 1, to: 3 })],
    ['of another host', 'wrong-host', () => authority.issue(['service.example.com'])],
    ['vouched for by itself', 'self-signed', () => selfSigned(['127.0.0.1'])],
    [
      'of an unknown authority',
      'untrusted',
      async () => (await createAuthority()).issue(['127.0.0.1']),
    ],
  ])('is refused before anything is sent when it is %s', async (_, tls, make) => {
    const { server, requests } = serve(await make());
    const url = `https://127.0.0.1:${await listen(server)}`;
    const transport = openTransport({ service: url, ca: authority.ca });
    expect(await failureOf(transport.send(get(url)))).toEqual({ reason: 'tls', sent: false, tls });
    expect(requests()).toBe(0);
  });

  it('is checked whatever the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    try {
      const { server } = serve(await selfSigned(['127.0.0.1']));
      const url = `https://127.0.0.1:${await listen(server)}`;
      const failure = await failureOf(openTransport({ service: url }).send(get(url)));
      expect(failure).toEqual({ reason: 'tls', sent: false, tls: 'self-signed' });
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('an encrypted connection', () => {
  it('is not made with a server that speaks plain HTTP', async () => {
    const port = await listen(createPlainServer((socket) => socket.end('HTTP/1.1 400 No\r\n\r\n')));
    const url = `https://127.0.0.1:${port}`;
    const failure = await failureOf(openTransport({ service: url }).send(get(url)));
    expect(failure).toEqual({ reason: 'tls', sent: false, tls: 'handshake' });
  });

  it('speaks HTTP/1.1 where HTTP/2 is offered: its streams would be sent again', async () => {
    const server = createSecureServer({
      ...(await authority.issue(['127.0.0.1'])),
      allowHTTP1: true,
    });
    server.on('request', (request: { httpVersion: string }, response: ServerResponse) =>
      response.end(request.httpVersion),
    );
    const url = `https://127.0.0.1:${await listen(server)}`;
    const answer = await openTransport({ service: url, ca: authority.ca }).send(get(url));
    expect(Buffer.from(answer.body).toString()).toBe('1.1');
  });

  it('is given up when the other side closes in the handshake', async () => {
    const port = await listen(createPlainServer((socket) => socket.destroy()));
    const url = `https://127.0.0.1:${port}`;
    const failure = await failureOf(openTransport({ service: url }).send(get(url)));
    expect(failure).toEqual({ reason: 'cut', sent: false });
  });

  it('is given up when the other side stays silent in the handshake', async () => {
    const port = await listen(createPlainServer());
    const url = `https://127.0.0.1:${port}`;
    const transport = openTransport({ service: url, deadlines: { connectMs: 50 } });
    expect(await failureOf(transport.send(get(url)))).toEqual({ reason: 'timeout', sent: false });
  });
});

it('the transport refuses a CA file that holds no certificate', () => {
  const open = () => createUndiciTransport({ service: 'https://example.com', ca: 'nonsense' });
  expect(open).toThrow();
});
