import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startService } from '#service/service.ts';
import { idleMarginMs, longestIdleMs } from '#adapters/transport/undici-transport.ts';
import { get, openTransport, startRawServer } from './servers.ts';

/** A server that keeps every connection for ever, and announces this or nothing. */
async function keepAliveServer(announced: string) {
  const sockets: Socket[] = [];
  const server = await startRawServer((socket) => {
    if (!sockets.includes(socket)) sockets.push(socket);
    return `HTTP/1.1 200 OK\r\n${announced}content-length: 2\r\n\r\nok`;
  });
  return { ...server, sockets };
}

describe('a connection that is not used', () => {
  it.each([
    ['announces a long time', 'connection: keep-alive\r\nkeep-alive: timeout=75\r\n'],
    ['announces none', ''],
  ])('is closed from this side, where the service %s', async (_, announced) => {
    const { url, sockets } = await keepAliveServer(announced);
    await openTransport({ service: url, idleMs: 20 }).send(get(url));
    const [socket] = sockets;
    if (socket === undefined) throw new Error('no connection was opened');
    if (!socket.readableEnded && !socket.destroyed) await once(socket, 'close');
    expect(sockets).toHaveLength(1);
  });

  it('is not kept where the announced timeout is no longer than the margin', async () => {
    const seconds = String(idleMarginMs / 1000);
    const { url, received } = await keepAliveServer(`keep-alive: timeout=${seconds}\r\n`);
    const transport = openTransport({ service: url, connections: 1 });
    await transport.send(get(url));
    await transport.send(get(url));
    expect(received).toHaveLength(2);
  });

  it('stays open at the local service far longer than in the transport', async () => {
    const service = await startService();
    onTestFinished(() => service.close());
    const answer = await openTransport({ service: service.url }).send(get(`${service.url}/`));
    const seconds = Number(/^timeout=(\d+)$/.exec(answer.headers['keep-alive'] ?? '')?.[1]);
    expect(seconds * 1000 - idleMarginMs).toBeGreaterThan(10 * longestIdleMs);
  });
});
