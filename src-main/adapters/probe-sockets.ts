import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { CertificateFault } from '#contract/check-result.ts';
import {
  ProbeFault,
  type Lookup,
  type ProbeDatagrams,
  type ProbeFaultReason,
  type ProbeSockets,
  type ProbeStream,
  type TransportCause,
} from '#core/kernel/ports.ts';
import { createLocalAddresses, plainHost } from './resolver/local-addresses.ts';
import { createNameLookup, hasRouteOut, type NameLookupOptions } from './resolver/name-lookup.ts';
import { causeOf, tlsFaultOf } from './transport/transport-faults.ts';

/** Datagrams that wait to be received; more are thrown away, as a full socket does. */
const maxWaiting = 64;

export function createProbeSockets(naming: NameLookupOptions = {}): ProbeSockets {
  const names = createNameLookup(naming);
  const isLocal = createLocalAddresses();
  return {
    lookup: (given, signal) =>
      new Promise((resolve) => {
        const host = plainHost(given);
        const stop = onAbort(signal, () => resolve({ kind: 'failed', reason: 'dns-failed' }));
        const found = isIP(host) === 0 ? names.lookUp(host) : Promise.resolve([host]);
        void found.then((answer) => {
          stop();
          if (answer === 'local-name') resolve({ kind: answer });
          else if (typeof answer === 'string') resolve({ kind: 'failed', reason: answer });
          else resolve(judged(answer, isLocal));
        });
      }),
    connect: (addresses, port, signal) =>
      firstReachable(addresses, (address) => openStream(address, port, signal)),
    datagrams: (addresses, port, signal) =>
      firstReachable(addresses, (address) => openDatagrams(address, port, signal)),
    close() {
      names.close();
    },
  };
}

/** A server that also has an address of the internet is contacted there alone. */
function judged(addresses: readonly string[], isLocal: (address: string) => boolean): Lookup {
  const far = addresses.filter((address) => !isLocal(address));
  return far.length > 0 ? { kind: 'found', addresses: far } : { kind: 'local', addresses };
}

/** Opens a socket to the first address that this machine has a route to. */
async function firstReachable<T>(
  addresses: readonly string[],
  open: (address: string) => Promise<T>,
): Promise<T> {
  for (const address of addresses) {
    try {
      return await open(address);
    } catch (error) {
      const fault = asFault(error);
      if (fault.reason !== 'unreachable') throw fault;
    }
  }
  throw new ProbeFault((await hasRouteOut()) ? 'unreachable' : 'offline');
}

function openStream(host: string, port: number, signal: AbortSignal): Promise<ProbeStream> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, allowHalfOpen: true });
    const stop = onAbort(signal, () => {
      socket.destroy();
      reject(new ProbeFault('no-answer'));
    });
    const fail = (error: unknown) => {
      stop();
      reject(asFault(error));
    };
    socket.once('error', fail);
    socket.once('connect', () => {
      stop();
      socket.off('error', fail);
      resolve(streamOf(socket, signal));
    });
  });
}

/** The next read gets what arrived, or the reason why nothing more will. */
function createInlet<T>(most: number) {
  const items: T[] = [];
  let fault: ProbeFault | undefined;
  let waiting: { resolve: (item: T) => void; reject: (fault: ProbeFault) => void } | undefined;
  return {
    put(item: T): void {
      if (waiting) waiting.resolve(item);
      else if (items.length < most) items.push(item);
      waiting = undefined;
    },
    fail(next: ProbeFault): void {
      fault ??= next;
      waiting?.reject(fault);
      waiting = undefined;
    },
    take(): Promise<T> {
      const item = items.shift();
      if (item !== undefined) return Promise.resolve(item);
      if (fault) return Promise.reject(fault);
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      });
    },
  };
}

function streamOf(socket: Socket, signal: AbortSignal): ProbeStream {
  const inlet = createInlet<Uint8Array>(Infinity);
  const end = (fault: ProbeFault) => {
    inlet.fail(fault);
    socket.destroy();
  };
  const onData = (bytes: Buffer) => inlet.put(bytes);
  const onEnd = () => end(new ProbeFault('closed'));
  const onError = (error: unknown) => end(asFault(error));
  const stop = onAbort(signal, () => end(new ProbeFault('silent')));
  socket.on('data', onData).once('end', onEnd).on('error', onError).once('close', stop);
  return {
    write(bytes) {
      socket.write(bytes);
    },
    read: () => inlet.take(),
    secure(options) {
      socket.off('data', onData).off('end', onEnd).off('error', onError);
      stop();
      return secured(socket, options, signal);
    },
    close() {
      socket.destroy();
    },
  };
}

function secured(
  raw: Socket,
  { host, serverName, alpn }: Parameters<ProbeStream['secure']>[0],
  signal: AbortSignal,
): ReturnType<ProbeStream['secure']> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({
      socket: raw,
      // Whose certificate it must be where no server name is sent.
      host,
      ...(serverName !== null && { servername: serverName }),
      ALPNProtocols: [...alpn],
      // The certificate is judged all the same: the probe says what is wrong with it.
      rejectUnauthorized: false,
    });
    const stop = onAbort(signal, () => {
      socket.destroy();
      reject(new ProbeFault('silent'));
    });
    const fail = (error: unknown) => {
      stop();
      socket.destroy();
      reject(asFault(error));
    };
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      stop();
      socket.off('error', fail);
      const protocol = socket.alpnProtocol === false ? '' : (socket.alpnProtocol ?? '');
      const certificate = certificateFault(socket);
      resolve({ inside: streamOf(socket, signal), protocol, certificate });
    });
  });
}

function certificateFault(socket: TLSSocket): CertificateFault | undefined {
  if (socket.authorized) return undefined;
  // Node gives the code of the error, though its type says that it is the error.
  const code: unknown = socket.authorizationError;
  const fault = tlsFaultOf(Object.assign(new Error(), { code }));
  return fault === 'wrong-host' || fault === 'expired' || fault === 'not-yet-valid'
    ? fault
    : 'untrusted';
}

function openDatagrams(host: string, port: number, signal: AbortSignal): Promise<ProbeDatagrams> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(isIP(host) === 6 ? 'udp6' : 'udp4');
    const inlet = createInlet<Uint8Array>(maxWaiting);
    const stop = onAbort(signal, () => {
      const fault = new ProbeFault('no-answer');
      inlet.fail(fault);
      reject(fault);
      close(socket);
    });
    socket.on('error', (error) => {
      inlet.fail(asFault(error));
      reject(asFault(error));
    });
    socket.on('message', (bytes) => inlet.put(bytes));
    socket.once('close', stop);
    socket.connect(port, host, (error?: Error) => {
      // Without a route Node calls back with the error, and emits none.
      if (error) {
        reject(asFault(error));
        stop();
        close(socket);
        return;
      }
      resolve({
        send(bytes) {
          socket.send(bytes, (error) => {
            if (error) inlet.fail(asFault(error));
          });
        },
        receive: () => inlet.take(),
        close: () => {
          stop();
          close(socket);
        },
      });
    });
  });
}

function close(socket: UdpSocket): void {
  try {
    socket.close();
  } catch {
    // It is closed already: its signal aborted first.
  }
}

/** Calls once when the signal aborts, also when it has already; returns its own removal. */
function onAbort(signal: AbortSignal, run: () => void): () => void {
  if (signal.aborted) {
    run();
    return () => undefined;
  }
  signal.addEventListener('abort', run, { once: true });
  return () => signal.removeEventListener('abort', run);
}

const resets: ReadonlySet<unknown> = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE']);

const reasons: Partial<Record<TransportCause, ProbeFaultReason>> = {
  refused: 'refused',
  timeout: 'no-answer',
  unreachable: 'unreachable',
};

function asFault(error: unknown): ProbeFault {
  if (error instanceof ProbeFault) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // TLS says ECONNRESET, without a call of the system, for an end in order too.
  if (code === 'ECONNRESET' && syscall === undefined) return new ProbeFault('closed');
  return new ProbeFault(resets.has(code) ? 'reset' : (reasons[causeOf(error)] ?? 'unexpected'));
}
