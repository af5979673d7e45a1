import type { UnreadableElement } from './unreadable.ts';
import type { Money } from './values.ts';

/**
 * Everything that can go wrong, classified once, where it occurs. A failure is data: it crosses IPC, it is shown, it never carries a secret.
 *
 * - `offline`: the service could not be reached; nothing was sent.
 * - `unsent`: Culvert itself held the request back (signed out, shutting down).
 * - `timeout`: no whole answer in time to a request that may safely be repeated.
 * - `aborted`: the caller cancelled it before it was sent.
 * - `unauthorized`, `forbidden`, `not-found`, `rate-limited`, `server`: the service's own answer.
 * - `invalid-input`: refused before sending; `issues` names the fields.
 * - `rejected`: the service refused the request for a reason of its own (`errorCode`, `message`).
 * - `bad-response`: an answer that the specification does not allow.
 * - `outcome-unknown`: a change was sent, and its answer did not arrive whole or does not say whether
 *   it was carried out (`status`, such as a 5xx).
 * - `declined`: the user refused in Culvert's own dialog; nothing was sent or changed.
 * - `keychain`, `vault`: this machine's keychain or encrypted store refused.
 * - `file`: a file could not be saved.
 */
export const failureKinds = [
  'offline',
  'unsent',
  'timeout',
  'aborted',
  'unauthorized',
  'forbidden',
  'not-found',
  'invalid-input',
  'rejected',
  'rate-limited',
  'server',
  'bad-response',
  'outcome-unknown',
  'declined',
  'keychain',
  'vault',
  'file',
] as const;
export type FailureKind = (typeof failureKinds)[number];

/** Why, where one kind has causes that a user treats differently; part of the message key. */
export const failureReasons = [
  'dns',
  'refused',
  'unreachable',
  'tls',
  'proxy',
  'redirected',
  'too-large',
  'not-service',
  'cut',
  'signed-out',
  'locked',
  'denied',
  'absent',
  'timed-out',
  'damaged',
  'read-only',
  'no-space',
  'rolled-back',
  'key-gone',
  'accounts-found',
  'accounts-lost',
  'api-key-gone',
  'passphrase-damaged',
  'not-cached',
  'in-the-way',
  'settings-changed',
  'asking',
  'refused-often',
  'price-changed',
  'not-offered',
  'insufficient',
  'not-without-loss',
  'not-openable',
  'none-works',
  'wrong-passphrase',
  'no-backup',
  'newer-backup',
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** What was wrong with the service's certificate; `handshake`: any other failure to encrypt. */
export const tlsFaults = [
  'expired',
  'not-yet-valid',
  'wrong-host',
  'self-signed',
  'untrusted',
  'handshake',
] as const;
export type TlsFault = (typeof tlsFaults)[number];

/**
 * What was wrong with the proxy, for the reason `proxy`.
 *
 * - `refused`, `unreachable`, `no-answer`: nobody listens there, there is no way to it, it never answered.
 * - `credentials`: it wants a name and password, or others than these.
 * - `denied`: it would not, or could not, open the way to the service.
 * - `invalid-response`: what answered is no proxy of this kind.
 * - `locked`: the keychain, which confirms the settings and has the login, did not answer.
 */
export const proxyErrorKinds = [
  'refused',
  'unreachable',
  'no-answer',
  'credentials',
  'denied',
  'invalid-response',
  'locked',
] as const;
export type ProxyErrorKind = (typeof proxyErrorKinds)[number];

/** One field of an input and what is wrong with it. `code` is a message key, `path` is dotted. */
export interface InputIssue {
  readonly path: string;
  readonly code: string;
}

export interface Failure {
  readonly kind: FailureKind;
  readonly reason?: FailureReason;
  readonly tls?: TlsFault;
  readonly proxy?: ProxyErrorKind;
  readonly endpoint?: string;
  readonly status?: number;
  /** The service's own numeric code (specification, part 3, Errors). */
  readonly errorCode?: number;
  /** The service's own words, as plain text of at most 500 characters. */
  readonly message?: string;
  /** When to try again, Unix milliseconds. */
  readonly retryAt?: number;
  /** For `invalid-input`. */
  readonly issues?: readonly InputIssue[];
  /** With the reason `price-changed`: what the form showed, and what the service says now. */
  readonly prices?: { readonly shown: Money; readonly now: Money };
  /** Culvert's own number of the request, as the log writes it. */
  readonly requestId?: string;
}

/** The answer of every IPC call, and of every call of the core. */
export type Result<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** Elements of its lists that are not in `value`; absent where there are none. */
      readonly unreadable?: readonly UnreadableElement[];
    }
  | { readonly ok: false; readonly failure: Failure };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(
  kind: FailureKind,
  details: Omit<Failure, 'kind'> = {},
): { ok: false; failure: Failure } {
  return { ok: false, failure: { kind, ...details } };
}
