import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { answerBounds } from '#contract/endpoint.ts';
import {
  createUndiciTransport,
  type TransportOptions,
} from '#adapters/transport/undici-transport.ts';
import { TransportError, type HttpRequest, type HttpTransport } from '#core/kernel/ports.ts';

/** Listens on a free port of this machine until the test ends. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A server on the bare socket, that does what a decent one would not. */
interface RawServer {
  readonly url: string;
  /** Everything that was written to it, one string a connection. */
  readonly received: readonly string[];
}

/** @param answer is called with each whole request head; what it returns is written at once */
export async function startRawServer(
  answer: (socket: Socket, head: string) => string | Buffer | undefined,
): Promise<RawServer> {
  const received: string[] = [];
  const server = createServer((socket) => {
    const index = received.push('') - 1;
    let unread = '';
    socket.on('data', (chunk) => {
      received[index] = `${received[index] ?? ''}${chunk.toString('latin1')}`;
      unread += chunk.toString('latin1');
      for (let end = unread.indexOf('\r\n\r\n'); end >= 0; end = unread.indexOf('\r\n\r\n')) {
        const head = unread.slice(0, end);
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (unread.length < end + 4 + length) return;
        unread = unread.slice(end + 4 + length);
        const bytes = answer(socket, head);
        if (bytes !== undefined) socket.write(bytes);
      }
    });
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, received };
}

/** An address of this machine with no listener. */
export async function closedAddress(): Promise<string> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

/** How often a request with this first line arrived, over all connections. */
export function arrivals({ received }: RawServer, firstLine: string): number {
  return received.join('').split(`${firstLine} HTTP/1.1`).length - 1;
}

/** A transport that is closed when the test ends. */
export function openTransport(options: TransportOptions): HttpTransport {
  const transport = createUndiciTransport(options);
  onTestFinished(() => transport.close());
  return transport;
}

export function get(url: string, more: Partial<HttpRequest> = {}): HttpRequest {
  return { method: 'GET', url, headers: {}, maxAnswerBytes: answerBounds.large.bytes, ...more };
}

/** What a request failed with; the test fails if it did not, or with anything else. */
export async function failureOf(
  sending: Promise<unknown>,
): Promise<Pick<TransportError, 'reason' | 'sent'> & Partial<TransportError>> {
  const outcome = await sending.then(
    () => new Error('it was answered'),
    (error: unknown) => error,
  );
  if (!(outcome instanceof TransportError)) throw outcome;
  const { reason, sent, tls, proxy } = outcome;
  return {
    reason,
    sent,
    ...(tls !== undefined && { tls }),
    ...(proxy !== undefined && { proxy }),
  };
}

/** A promise and what settles it, for a server that must act at a moment of the test's choice. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { opened: promise, open: () => resolve(undefined) };
}
