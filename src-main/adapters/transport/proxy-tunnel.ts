import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import type { ProxyErrorKind } from '#contract/failure.ts';
import { ProxyFault, proxyFault } from './transport-faults.ts';

/** Opens a way through a proxy to `host:port`; fails with a `ProxyFault`, which names nothing. */
export type OpenTunnel = (host: string, port: number) => Promise<Socket>;

interface ProxyAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

/**
 * The way through a proxy: `http://` by CONNECT (RFC 9110, 9.3.6), `socks5://` (RFC 1928, password by RFC
 * 1929), open within `timeoutMs`. The proxy looks up the name of the service, so that the name stays off the
 * local network's DNS. TLS to the service runs inside of the tunnel and is verified as ever. Throws a
 * `TypeError`, which names no address, for another kind of address.
 */
export function createTunnel(proxy: string, timeoutMs: number): OpenTunnel {
  const url = URL.parse(proxy);
  const kind = url?.protocol;
  if (url === null || (kind !== 'http:' && kind !== 'socks5:')) {
    throw new TypeError('the address of the proxy must begin with http:// or socks5://');
  }
  const address: ProxyAddress = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (kind === 'http:' ? 80 : 1080)),
    user: decoded(url.username),
    password: decoded(url.password),
  };
  const open = kind === 'http:' ? openByConnect : openBySocks;
  return async (host, port) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      return await open(address, host, port, deadline);
    } catch (error) {
      throw deadline.aborted ? new ProxyFault('no-answer') : proxyFault(error);
    }
  };
}

async function openByConnect(
  { host: proxyHost, port: proxyPort, user, password }: ProxyAddress,
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  const target = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const login = Buffer.from(`${user}:${password}`).toString('base64');
  const headers = {
    host: target,
    ...(user !== '' && { 'proxy-authorization': `Basic ${login}` }),
  };
  // Importing it at the start would cost every start the reading of Node's own HTTP client.
  const { request } = await import('node:http');
  signal.throwIfAborted();
  const connecting = request({
    host: proxyHost,
    port: proxyPort,
    method: 'CONNECT',
    path: target,
    headers,
    agent: false,
  });
  connecting.on('error', ignore);
  const close = () => connecting.destroy();
  signal.addEventListener('abort', close);
  connecting.end();
  const [answer, socket, head] = (await once(connecting, 'connect', { signal })) as [
    IncomingMessage,
    Socket,
    Buffer,
  ];
  signal.removeEventListener('abort', close);
  if (answer.statusCode === 200 && head.byteLength === 0) return socket;
  socket.destroy();
  if (answer.statusCode === 200) throw new ProxyFault('invalid-response');
  throw new ProxyFault(answer.statusCode === 407 ? 'credentials' : 'denied');
}

async function openBySocks(
  { host: proxyHost, port: proxyPort, user, password }: ProxyAddress,
  host: string,
  port: number,
  deadline: AbortSignal,
): Promise<Socket> {
  const socket = connect({ host: proxyHost, port: proxyPort });
  const ended = new AbortController();
  const close = () => socket.destroy();
  socket.on('error', ignore);
  socket.once('end', () => ended.abort());
  deadline.addEventListener('abort', close);
  const signal = AbortSignal.any([deadline, ended.signal]);
  try {
    await once(socket, 'connect', { signal });
    const { read, rest } = reader(socket, signal);
    const hasLogin = user !== '';
    // Some proxies know the user by the address, and refuse who offers nothing but a password.
    socket.write(Buffer.from(hasLogin ? [5, 2, 0, 2] : [5, 1, 0]));
    const [version, method] = await read(2);
    expect(Buffer.from([version ?? 0]), [5], 'invalid-response');
    const byPassword = method === 2;
    // 255: none of the offered methods, so a password is required where none was offered.
    if (method !== 0 && !(byPassword && hasLogin)) throw new ProxyFault('credentials');
    if (byPassword) {
      socket.write(Buffer.concat([Buffer.from([1]), counted(user), counted(password)]));
      expect((await read(2)).subarray(1), [0], 'credentials');
    }
    const message = Buffer.concat([Buffer.from([5, 1, 0, 3]), counted(host), Buffer.alloc(2)]);
    message.writeUInt16BE(port, message.byteLength - 2);
    socket.write(message);
    const answer = await read(4);
    expect(answer.subarray(0, 1), [5], 'invalid-response');
    expect(answer.subarray(1, 2), [0], 'denied');
    await read(await boundLength(answer[3], read));
    // The service speaks only when it is spoken to: anything here is not from it.
    expect(rest(), [], 'invalid-response');
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    deadline.removeEventListener('abort', close);
  }
}

type Read = (length: number) => Promise<Buffer>;

/** Reads exact lengths; `rest` is what arrived beyond them. */
function reader(socket: Socket, signal: AbortSignal): { read: Read; rest: () => Buffer } {
  let buffered = Buffer.alloc(0);
  return {
    async read(length) {
      while (buffered.byteLength < length) {
        const bytes = socket.read() as Buffer | null;
        if (bytes === null) await once(socket, 'readable', { signal });
        else buffered = Buffer.concat([buffered, bytes]);
      }
      const taken = buffered.subarray(0, length);
      buffered = buffered.subarray(length);
      return taken;
    },
    rest: () => buffered,
  };
}

/** Length of the bound address and port that end the answer, by the kind of the address. */
async function boundLength(kind: number | undefined, read: Read): Promise<number> {
  if (kind === 1) return 4 + 2;
  if (kind === 4) return 16 + 2;
  const [length = 0] = await read(1);
  return length + 2;
}

function expect(bytes: Buffer, expected: readonly number[], otherwise: ProxyErrorKind): void {
  if (!bytes.equals(Buffer.from(expected))) throw new ProxyFault(otherwise);
}

function counted(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.byteLength > 255) throw new Error('too long');
  return Buffer.concat([Buffer.from([bytes.byteLength]), bytes]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new TypeError('the name or password of the proxy is not written as an address wants it');
  }
}

/** Failures are reported through `once`; a later error has no effect any more. */
function ignore(): void {
  return undefined;
}
