import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { createProbeSockets } from '#adapters/probe-sockets.ts';
import { selfSigned } from '#test/adapters/transport/certificates.ts';
import { connectProxy, socksProxy, type Proxied } from '#test/adapters/transport/proxies.ts';
import { listen } from '#test/adapters/transport/servers.ts';
import { check } from './checking.ts';
import { freePort } from './programs.ts';

const kinds: [string, (service: number, login?: string) => Proxied][] = [
  ['http', connectProxy],
  ['socks5', (service, login) => socksProxy(service, login === undefined ? {} : { login })],
];

/** Checks through a proxy at this address. */
const through = (proxy: string, protocol: string, url: string) =>
  check(protocol, url, { sockets: createProbeSockets(proxy), throughProxy: true });

async function tlsServer(): Promise<number> {
  const server = createTlsServer(await selfSigned(['nl.example.com']));
  server.on('tlsClientError', () => undefined);
  return listen(server);
}

describe.each(kinds)('a check through a proxy by %s', (kind, make) => {
  it('lets the proxy resolve the name, and reports that it went through the proxy', async () => {
    const { server, requested } = make(await tlsServer(), 'user:secret');
    const proxy = `${kind}://user:secret@127.0.0.1:${String(await listen(server))}`;
    const found = await through(proxy, 'trojan', 'trojan://p@nl.example.com:443?insecure=1');
    expect(found).toMatchObject({ outcome: 'answers', depth: 'tls', throughProxy: true });
    expect(new Set(requested)).toEqual(new Set(['nl.example.com:443']));
  });

  it('distinguishes a failure of the proxy from one of the server', async () => {
    const { server } = make(await tlsServer(), 'user:secret');
    const refusing = `${kind}://user:wrong@127.0.0.1:${String(await listen(server))}`;
    const gone = `${kind}://127.0.0.1:${String(await freePort())}`;
    for (const proxy of [refusing, gone]) {
      expect(await through(proxy, 'trojan', 'trojan://p@nl.example.com:443')).toEqual({
        outcome: 'proxy-failed',
        throughProxy: true,
      });
    }
  });

  it('reports that UDP cannot pass, without trying', async () => {
    const { server, requested } = make(await freePort());
    const proxy = `${kind}://127.0.0.1:${String(await listen(server))}`;
    expect(await through(proxy, 'hysteria2', 'hysteria2://p@nl.example.com:443')).toEqual({
      outcome: 'undetermined',
      reason: 'udp-through-proxy',
    });
    expect(requested).toEqual([]);
  });
});

describe('a check through a proxy', () => {
  it('reports that the proxy refused the connection', async () => {
    const { server } = socksProxy(await freePort(), { reply: 5 });
    const proxy = `socks5://127.0.0.1:${String(await listen(server))}`;
    expect(await through(proxy, 'trojan', 'trojan://p@nl.example.com:443')).toEqual({
      outcome: 'proxy-denied',
      throughProxy: true,
    });
  });

  it('ends at once when it is cancelled', async () => {
    const cancelled = new AbortController();
    const port = await listen(
      createServer(() => {
        cancelled.abort();
      }),
    );
    const found = await check('trojan', 'trojan://p@nl.example.com:443', {
      sockets: createProbeSockets(`socks5://127.0.0.1:${String(port)}`),
      throughProxy: true,
      signal: cancelled.signal,
    });
    expect(found).toMatchObject({ outcome: 'no-answer' });
  });
});

it.each(['127.1', '0x7f000001', 'localhost', '127.0.0.1', '::1'])(
  'a proxy is asked for no address of its own computer: %s',
  async (host) => {
    const sockets = createProbeSockets('http://192.0.2.1:1');
    const found = await sockets.lookup(host, new AbortController().signal);
    expect(found.kind).toBe('local');
  },
);
