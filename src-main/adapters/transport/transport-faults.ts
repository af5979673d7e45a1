import type { ProxyErrorKind, TlsFault } from '#contract/failure.ts';
import { TransportError, type TransportCause } from '#core/kernel/ports.ts';

/** The proxy could not be reached, refused, or did not open the way to the service. */
export class ProxyFault extends Error {
  override readonly name = 'ProxyFault';
  readonly kind: ProxyErrorKind;

  constructor(kind: ProxyErrorKind) {
    super(`proxy: ${kind}`);
    this.kind = kind;
  }
}

/** The `code`s of Node's, OpenSSL's and undici's errors. What is not listed is `cut`. */
const codes: Partial<Record<TransportCause, readonly string[]>> = {
  dns: ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'],
  refused: ['ECONNREFUSED'],
  unreachable: [
    'ENETUNREACH',
    'ENETDOWN',
    'EHOSTUNREACH',
    'EHOSTDOWN',
    'EADDRNOTAVAIL',
    'EACCES',
    'EPERM',
  ],
  timeout: ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'],
  'too-large': ['UND_ERR_HEADERS_OVERFLOW'],
  aborted: ['UND_ERR_ABORTED', 'UND_ERR_CLOSED', 'UND_ERR_DESTROYED', 'UND_ERR_INVALID_ARG'],
};
const causes = Object.keys(codes) as TransportCause[];

const certificateFaults = new Map<string, TlsFault>([
  ['CERT_HAS_EXPIRED', 'expired'],
  ['CERT_NOT_YET_VALID', 'not-yet-valid'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'wrong-host'],
  ['HOSTNAME_MISMATCH', 'wrong-host'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'untrusted'],
  ['CERT_CHAIN_TOO_LONG', 'untrusted'],
  ['CERT_REJECTED', 'untrusted'],
  ['CERT_REVOKED', 'untrusted'],
  ['CERT_SIGNATURE_FAILURE', 'untrusted'],
  ['CERT_UNTRUSTED', 'untrusted'],
  ['INVALID_CA', 'untrusted'],
  ['INVALID_PURPOSE', 'untrusted'],
  ['PATH_LENGTH_EXCEEDED', 'untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'untrusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted'],
]);

/** The most telling first: a machine with several addresses fails once for each. */
const telling: readonly TransportCause[] = ['tls', 'refused', 'timeout', 'unreachable', 'cut'];

/** What an error of the connection means. Its message may hold an address, and goes nowhere. */
export function transportError(error: unknown, sent: boolean): TransportError {
  const tls = tlsFaultOf(error);
  return new TransportError(causeOf(error), sent, {
    ...(tls !== undefined && { tls }),
    ...(error instanceof ProxyFault && { proxy: error.kind }),
  });
}

/** Classifies an error on the way to a proxy: one of its socket, or one of its answer. */
export function proxyFault(error: unknown): ProxyFault {
  if (error instanceof ProxyFault) return error;
  switch (causeOf(error)) {
    case 'refused':
      return new ProxyFault('refused');
    case 'dns':
    case 'unreachable':
    case 'timeout':
      return new ProxyFault('unreachable');
    default:
      return new ProxyFault('invalid-response');
  }
}

/** What kept a connection from being made or used; `cut` where its code says nothing of that. */
export function causeOf(error: unknown): TransportCause {
  if (error instanceof ProxyFault) return 'proxy';
  if (error instanceof AggregateError) {
    const reasons = error.errors.map(causeOf);
    return telling.find((reason) => reasons.includes(reason)) ?? reasons[0] ?? 'cut';
  }
  const code = codeOf(error);
  if (tlsFaultOf(error) !== undefined) return 'tls';
  return causes.find((cause) => codes[cause]?.includes(code)) ?? 'cut';
}

/** What is wrong with a certificate or a handshake; `undefined` for another error. */
export function tlsFaultOf(error: unknown): TlsFault | undefined {
  const code = codeOf(error);
  const handshake = /^(ERR_SSL_|ERR_TLS_|ERR_OSSL_|EPROTO$)/.test(code);
  return certificateFaults.get(code) ?? (handshake ? 'handshake' : undefined);
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
