import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy that leads every request to one service, and the requests that it received. */
export interface Proxied {
  readonly server: Server;
  readonly requested: string[];
}

/** By CONNECT; with `login` (`user:password`) for those alone who give it. */
export function connectProxy(service: number, login?: string): Proxied {
  const requested: string[] = [];
  const server = createHttpServer();
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    requested.push(request.url ?? '');
    // Clients hang up at any time.
    socket.on('error', () => socket.destroy());
    const expected = login === undefined ? undefined : `Basic ${btoa(login)}`;
    if (request.headers['proxy-authorization'] !== expected) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    const onward = connect(service, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  return { server, requested };
}

export interface SocksOptions {
  readonly login?: string;
  readonly reply?: number;
  readonly bound?: Buffer;
}

/** SOCKS5 by RFC 1928 and RFC 1929, byte by byte, so that no read can rely on whole packets. */
export function socksProxy(service: number, options: SocksOptions = {}): Proxied {
  const requested: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    void serve(socket).catch(() => socket.destroy());
  });
  const buffers = new WeakMap<Socket, Buffer>();
  async function read(socket: Socket, length: number): Promise<Buffer> {
    for (;;) {
      const bytes = buffers.get(socket) ?? Buffer.alloc(0);
      if (bytes.byteLength >= length) {
        buffers.set(socket, bytes.subarray(length));
        return bytes.subarray(0, length);
      }
      const more = socket.read() as Buffer | null;
      if (more === null) await once(socket, 'readable');
      else buffers.set(socket, Buffer.concat([bytes, more]));
    }
  }
  async function counted(socket: Socket): Promise<string> {
    const [length = 0] = await read(socket, 1);
    return (await read(socket, length)).toString();
  }
  function drip(socket: Socket, bytes: Buffer): void {
    for (const byte of bytes) socket.write(Buffer.from([byte]));
  }
  async function serve(socket: Socket): Promise<void> {
    const [, count = 0] = await read(socket, 2);
    const offered = await read(socket, count);
    const method = options.login === undefined ? 0 : 2;
    drip(socket, Buffer.from([5, offered.includes(method) ? method : 0xff]));
    if (method === 2) {
      await read(socket, 1);
      const login = `${await counted(socket)}:${await counted(socket)}`;
      drip(socket, Buffer.from([1, login === options.login ? 0 : 1]));
    }
    const head = await read(socket, 4);
    if (!head.equals(Buffer.from([5, 1, 0, 3]))) throw new Error('no request by name');
    requested.push(`${await counted(socket)}:${(await read(socket, 2)).readUInt16BE()}`);
    const bound = options.bound ?? Buffer.from([1, 127, 0, 0, 1, 0, 0]);
    drip(socket, Buffer.from([5, options.reply ?? 0, 0]));
    socket.write(bound);
    const onward = connect(service, '127.0.0.1');
    onward.on('error', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  }
  return { server, requested };
}
