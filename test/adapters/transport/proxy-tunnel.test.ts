import { createServer as createHttpsServer } from 'node:https';
import { createServer } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProxyErrorKind } from '#contract/failure.ts';
import { createUndiciTransport } from '#adapters/transport/undici-transport.ts';
import { createAuthority, type Authority } from './certificates.ts';
import { connectProxy, socksProxy, type Proxied, type SocksOptions } from './proxies.ts';
import { closedAddress, failureOf, get, listen, openTransport, startRawServer } from './servers.ts';

const name = 'service.example.com';
const service = `https://${name}`;

let authority: Authority;
beforeAll(async () => {
  authority = await createAuthority();
});

/** The service, which only the proxy knows how to reach. */
async function startService(names: readonly string[] = [name]): Promise<number> {
  const server = createHttpsServer(await authority.issue(names), (_, response) =>
    response.end('yes'),
  );
  return listen(server);
}

interface Proxy {
  readonly port: number;
  readonly requested: string[];
}

async function start({ server, requested }: Proxied): Promise<Proxy> {
  return { port: await listen(server), requested };
}

const startConnectProxy = (service: number, login?: string): Promise<Proxy> =>
  start(connectProxy(service, login));

const startSocksProxy = (service: number, options?: SocksOptions): Promise<Proxy> =>
  start(socksProxy(service, options));

const unsent = (proxy: ProxyErrorKind) => ({ reason: 'proxy', sent: false, proxy });

describe('through an HTTP proxy', () => {
  it('the service is reached by a name that only the proxy can look up', async () => {
    const proxy = await startConnectProxy(await startService());
    const transport = openTransport({
      service,
      ca: authority.ca,
      proxy: `http://127.0.0.1:${proxy.port}`,
      connections: 1,
    });
    expect((await transport.send(get(`${service}/configs`))).status).toBe(200);
    expect((await transport.send(get(`${service}/locations`))).status).toBe(200);
    expect(proxy.requested).toEqual([`${name}:443`]);
  });

  it('a password is sent to the proxy only', async () => {
    const proxy = await startConnectProxy(await startService(), 'user:p@ss:word');
    const at = `127.0.0.1:${proxy.port}`;
    const known = openTransport({
      service,
      ca: authority.ca,
      proxy: `http://user:p%40ss%3Aword@${at}`,
    });
    expect((await known.send(get(service))).status).toBe(200);
    const unknown = openTransport({ service, ca: authority.ca, proxy: `http://${at}` });
    expect(await failureOf(unknown.send(get(service)))).toEqual(unsent('credentials'));
  });

  it('the certificate of the service is checked', async () => {
    const proxy = await startConnectProxy(await startService(['other.example.com']));
    const transport = openTransport({
      service,
      ca: authority.ca,
      proxy: `http://127.0.0.1:${proxy.port}`,
    });
    expect(await failureOf(transport.send(get(service)))).toEqual({
      reason: 'tls',
      sent: false,
      tls: 'wrong-host',
    });
  });

  it.each<[string, ProxyErrorKind, string]>([
    ['refuses', 'denied', 'HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n'],
    ['speaks before its turn', 'invalid-response', 'HTTP/1.1 200 OK\r\n\r\ninjected'],
    ['answers with another protocol', 'invalid-response', 'SSH-2.0-x\r\n'],
  ])('nothing is sent when the proxy %s', async (_, kind, bytes) => {
    const { url } = await startRawServer((socket) => {
      socket.end(bytes);
      return undefined;
    });
    const transport = openTransport({ service, proxy: url });
    expect(await failureOf(transport.send(get(service)))).toEqual(unsent(kind));
  });

  it('the wait for a proxy that never answers has an end', async () => {
    const { url } = await startRawServer(() => undefined);
    const transport = openTransport({ service, proxy: url, deadlines: { connectMs: 50 } });
    const failure = await failureOf(transport.send(get(service)));
    expect(failure.sent).toBe(false);
    expect(['proxy', 'timeout']).toContain(failure.reason);
  });

  it('nothing is sent when the proxy is not there', async () => {
    const transport = openTransport({ service, proxy: await closedAddress() });
    expect(await failureOf(transport.send(get(service)))).toEqual(unsent('refused'));
  });

  it('a service on this machine is reached without the proxy', async () => {
    const { url } = await startRawServer(() => 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    const transport = openTransport({ service: url, proxy: await closedAddress() });
    expect((await transport.send(get(url))).status).toBe(200);
  });
});

describe('through a SOCKS5 proxy', () => {
  it.each([
    ['an IPv4 address', Buffer.from([1, 127, 0, 0, 1, 0, 80])],
    ['an IPv6 address', Buffer.concat([Buffer.from([4]), Buffer.alloc(18)])],
    ['a name', Buffer.from([3, 4, 104, 111, 115, 116, 0, 80])],
  ])(
    'the service is reached by its name when the proxy reports %s as its own address',
    async (_, bound) => {
      const proxy = await startSocksProxy(await startService(), { bound });
      const transport = openTransport({
        service,
        ca: authority.ca,
        proxy: `socks5://127.0.0.1:${proxy.port}`,
      });
      expect((await transport.send(get(`${service}/configs`))).status).toBe(200);
      expect(proxy.requested).toEqual([`${name}:443`]);
    },
  );

  it('a password is sent to the proxy', async () => {
    const proxy = await startSocksProxy(await startService(), { login: 'user:p@ss' });
    const at = `127.0.0.1:${proxy.port}`;
    const known = openTransport({ service, ca: authority.ca, proxy: `socks5://user:p%40ss@${at}` });
    expect((await known.send(get(service))).status).toBe(200);
    for (const login of ['', 'user:wrong@']) {
      const unknown = openTransport({ service, proxy: `socks5://${login}${at}` });
      expect(await failureOf(unknown.send(get(service)))).toEqual(unsent('credentials'));
    }
  });

  it('a login is not insisted on where the proxy asks for none', async () => {
    const proxy = await startSocksProxy(await startService());
    const at = `socks5://user:pass@127.0.0.1:${proxy.port}`;
    const transport = openTransport({ service, ca: authority.ca, proxy: at });
    expect((await transport.send(get(service))).status).toBe(200);
  });

  const injected = Buffer.concat([Buffer.from([1, 127, 0, 0, 1, 0, 80]), Buffer.from('injected')]);
  it.each([
    ['cannot reach the service', 'denied', { reply: 4 }],
    ['sends data too early', 'invalid-response', { bound: injected }],
  ] as const)('nothing is sent when the proxy %s', async (_, kind, options) => {
    const proxy = await startSocksProxy(await startService(), options);
    const transport = openTransport({ service, proxy: `socks5://127.0.0.1:${proxy.port}` });
    expect(await failureOf(transport.send(get(service)))).toEqual(unsent(kind));
  });

  it('nothing is sent when the proxy closes in the middle of a message', async () => {
    const port = await listen(createServer((socket) => socket.end(Buffer.from([5]))));
    const transport = openTransport({ service, proxy: `socks5://127.0.0.1:${port}` });
    expect(await failureOf(transport.send(get(service)))).toEqual(unsent('invalid-response'));
  });
});

it.each(['ftp://127.0.0.1', 'nonsense', 'https://127.0.0.1', 'http://u%zz:p@127.0.0.1'])(
  'refuses %s as a proxy without naming it',
  (proxy) => {
    const open = () => createUndiciTransport({ service: 'https://example.com', proxy });
    expect(open).toThrow(TypeError);
    expect(open).not.toThrow(proxy);
  },
);
