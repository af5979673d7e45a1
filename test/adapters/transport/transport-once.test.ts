import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '#core/kernel/ports.ts';
import { arrivals, failureOf, gate, get, openTransport, startRawServer } from './servers.ts';

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const methods: readonly HttpRequest['method'][] = ['GET', 'POST'];

function change(method: HttpRequest['method'], url: string): HttpRequest {
  return get(url, { method, ...(method !== 'GET' && { body: '{}' }) });
}

describe('a connection', () => {
  it('is reused for the next request', async () => {
    const server = await startRawServer(() => ok);
    const transport = openTransport({ service: server.url, connections: 1 });
    for (let n = 0; n < 5; n += 1) await transport.send(get(`${server.url}/${n}`));
    expect(server.received).toHaveLength(1);
  });

  it('is not opened beyond what the pool allows', async () => {
    const server = await startRawServer(() => ok);
    const transport = openTransport({ service: server.url, connections: 3 });
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => transport.send(get(`${server.url}/${n}`))),
    );
    expect(server.received.length).toBeLessThanOrEqual(3);
    expect(server.received.join('').match(/^GET /gm)).toHaveLength(50);
  });

  it('carries one request at a time', async () => {
    const answered = gate();
    const server = await startRawServer((socket, head) => {
      if (!head.includes('/slow')) return ok;
      void answered.opened.then(() => socket.write(ok));
      return undefined;
    });
    const transport = openTransport({ service: server.url, connections: 2 });
    const slow = transport.send(get(`${server.url}/slow`));
    for (const path of ['/a', '/b', '/c']) await transport.send(get(`${server.url}${path}`));
    expect(server.received.find((text) => text.includes('/slow'))).not.toMatch(/\/[abc] /);
    answered.open();
    await slow;
  });
});

describe.each(methods)('a request by %s', (method) => {
  it.each<[string, (socket: Socket) => unknown]>([
    ['the connection is reset in answer to it', (socket) => socket.resetAndDestroy()],
    ['its answer is cut in the head', (socket) => socket.end('HTTP/1.1 200 OK\r\n')],
  ])('is written once when %s', async (_, end) => {
    const server = await startRawServer((socket) => {
      end(socket);
      return undefined;
    });
    const sending = openTransport({ service: server.url }).send(change(method, server.url));
    expect(await failureOf(sending)).toEqual({ reason: 'cut', sent: true });
    expect(arrivals(server, `${method} /`)).toBe(1);
  });

  it('is written once when a reused connection is reset in answer to it', async () => {
    const server = await startRawServer((socket, head) => {
      if (head.startsWith('GET /warm')) return ok;
      socket.resetAndDestroy();
      return undefined;
    });
    const transport = openTransport({ service: server.url, connections: 1 });
    await transport.send(get(`${server.url}/warm`));
    const sending = transport.send(change(method, `${server.url}/x`));
    expect(await failureOf(sending)).toEqual({ reason: 'cut', sent: true });
    expect(arrivals(server, `${method} /x`)).toBe(1);
    expect(server.received).toHaveLength(1);
  });

  it('is written once when a reused connection was closed while it was idle', async () => {
    const sockets: Socket[] = [];
    const server = await startRawServer((socket) => {
      sockets.push(socket);
      return ok;
    });
    const transport = openTransport({ service: server.url, connections: 1 });
    await transport.send(get(`${server.url}/warm`));
    sockets[0]?.destroy();
    // A new connection was taken in time, or the request was lost with the old one; never written twice.
    const outcome = await transport.send(change(method, `${server.url}/x`)).then(
      ({ status }) => ({ status }),
      () => ({ status: 0 }),
    );
    expect(arrivals(server, `${method} /x`)).toBe(outcome.status === 200 ? 1 : 0);
  });

  it('is written once when the answer before it on the connection is cut', async () => {
    const cut = gate();
    const server = await startRawServer((socket, head) => {
      if (!head.includes('/half')) return ok;
      void cut.opened.then(() => socket.destroy());
      return 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf';
    });
    const transport = openTransport({ service: server.url, connections: 1 });
    const half = failureOf(transport.send(get(`${server.url}/half`)));
    const sending = transport.send(change(method, `${server.url}/x`));
    // Time enough for one that does not wait for its turn to be written behind the other.
    await openTransport({ service: server.url }).send(get(`${server.url}/meanwhile`));
    cut.open();
    expect(await half).toEqual({ reason: 'cut', sent: true });
    expect((await sending).status).toBe(200);
    expect(arrivals(server, `${method} /x`)).toBe(1);
  });
});

it('the transport writes nothing twice over a thousand connections closed at random', async () => {
  const server = await startRawServer((socket, head) => {
    const n = Number(/\/(\d+) /.exec(head)?.[1]);
    if (n % 3 === 0) socket.end(ok);
    else if (n % 3 === 1) socket.end(ok, () => socket.resetAndDestroy());
    else return ok;
    return undefined;
  });
  const transport = openTransport({ service: server.url, connections: 4 });
  const numbers = Array.from({ length: 1000 }, (_, n) => n);
  const outcomes = await Promise.allSettled(
    numbers.map((n) => transport.send(change('POST', `${server.url}/${n}`))),
  );
  const text = server.received.join('');
  for (const n of numbers) {
    const written = text.split(`POST /${n} `).length - 1;
    expect(written).toBeLessThanOrEqual(1);
    if (outcomes[n]?.status === 'fulfilled') expect(written).toBe(1);
  }
});
