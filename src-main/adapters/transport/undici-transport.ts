import { X509Certificate } from 'node:crypto';
import { createSecureContext, rootCertificates } from 'node:tls';
import { buildConnector, Pool } from 'undici';
import { isLoopback } from '#contract/loopback.ts';
import { TransportError, type HttpTransport, type NetworkPath } from '#core/kernel/ports.ts';
import { acceptedCodings, decodeBody } from './content-coding.ts';
import { exchange, type Deadlines } from './http-exchange.ts';
import { createTunnel } from './proxy-tunnel.ts';

export interface TransportOptions extends NetworkPath {
  /** Address of the service; only its origin counts here. */
  readonly service: string;
  readonly deadlines?: Partial<Deadlines>;
  readonly connections?: number;
  /** How long a connection may be unused before it is closed here, milliseconds. */
  readonly idleMs?: number;
}

/** Idle connections close here first, milliseconds: earlier than servers and proxies do. */
export const longestIdleMs = 4000;
/** How much earlier than the time that the service announces, milliseconds. */
export const idleMarginMs = 2000;

const defaults = { connectMs: 10_000, headersMs: 20_000, bodyMs: 30_000 };
const defaultConnections = 6;

/**
 * The transport to one service, on undici: one pool, one request at a time on a connection.
 *
 * A request is written at most once. Nothing here sends again, and undici does not either: it requeues what
 * was written only with pipelining (off) or HTTP/2 (off). A request that meets a kept-alive connection which
 * the service is just closing fails as `cut`, sent, and a change is then in doubt (RFC 9112, 9.3.1 and 9.5).
 * Therefore an unused connection is closed from here first: before the time that the service announces, and
 * soon where it announces none.
 *
 * TLS is always verified: no option and no environment variable turns it off. Redirects are refused, to the
 * same origin too.
 *
 * Throws a `TypeError`, which names no address, for a service that is neither https nor http on this machine,
 * for a proxy of another kind, and for a `ca` that holds no certificate; Node's own error for a broken one.
 */
export function createUndiciTransport(options: TransportOptions): HttpTransport {
  const service = URL.parse(options.service);
  if (service === null || !isPrivate(service)) {
    throw new TypeError('the address of the service must begin with https://');
  }
  const idleMs = options.idleMs ?? longestIdleMs;
  const limits = { ...defaults, ...options.deadlines };
  const pool = new Pool(service.origin, {
    connections: options.connections ?? defaultConnections,
    pipelining: 1,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    keepAliveTimeoutThreshold: idleMarginMs,
    connect: createConnector(service, options, limits.connectMs),
  });

  return {
    async send(request) {
      const path = pathWithin(service.origin, request.url);
      if (path === undefined) throw new TransportError('redirected', false);
      const headers = { ...request.headers, 'accept-encoding': acceptedCodings };
      const answer = await exchange(pool, { ...request, headers }, path, limits);
      const coding = answer.headers['content-encoding'];
      if (coding === undefined) return answer;
      return { ...answer, body: await decodeBody(answer.body, coding, request.maxAnswerBytes) };
    },
    /** Ends what is under way as `aborted` and closes every connection. */
    async close() {
      await pool.destroy();
    },
  };
}

/** A path and query in which a URL's parser changes nothing: no segment of dots, nothing to encode. */
const settledPath = /^(?!.*(?:\/\.|%2e|\?$))\/[\w\-~!$&()*+,;=:@/?%.]*$/i;

/** Path and query of an address of this origin, as the parser spells them; of another, `undefined`. */
function pathWithin(origin: string, address: string): string | undefined {
  // Parsing costs more than all else that is done to a request here.
  if (address.startsWith(`${origin}/`)) {
    const path = address.slice(origin.length);
    if (settledPath.test(path)) return path;
  }
  const url = URL.parse(address);
  return url?.origin === origin ? url.pathname + url.search : undefined;
}

/** Whether the traffic cannot be read between here and the service. */
function isPrivate(service: URL): boolean {
  return service.protocol === 'https:' || (service.protocol === 'http:' && isLoopback(service));
}

/** Node passes over what is no certificate; a user's CA file that adds nothing must be said. */
function certificates(pem: string): readonly string[] {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (found === null) throw new TypeError('the CA file holds no certificate');
  return found.map((text) => new X509Certificate(text).toString());
}

function createConnector(
  service: URL,
  { ca, proxy }: TransportOptions,
  timeout: number,
): buildConnector.connector {
  const direct = buildConnector({
    // Made once: parsing all roots for each connection would cost milliseconds of the main thread.
    ...(ca !== undefined && {
      secureContext: createSecureContext({ ca: [...rootCertificates, ...certificates(ca)] }),
    }),
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    allowH2: false,
    timeout,
  });
  // A proxy cannot reach this machine's own service, and plain http must not pass through one.
  if (proxy === undefined || isLoopback(service)) return direct;
  const openTunnel = createTunnel(proxy, timeout);
  return (target, callback) => {
    openTunnel(target.hostname, Number(target.port || 443)).then(
      (socket) => direct({ ...target, httpSocket: socket }, callback),
      (error: unknown) => callback(error as Error, null),
    );
  };
}
