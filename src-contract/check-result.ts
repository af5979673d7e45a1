import { z } from 'zod';

/**
 * What a check of a connection found (docs/connections.md).
 *
 * - `name-not-found`: DNS says that there is no such name (NXDOMAIN).
 * - `no-address`: DNS knows the name, and no address of it.
 * - `dns-failed`: no DNS server of this computer's settings could tell, whether it was silent or refused:
 *   which of these is seen changes from lookup to lookup.
 * - `unreachable`: this computer has no route to the address.
 * - `no-answer`: nothing came back, not even the acceptance of a connection.
 * - `key-unanswered`: nothing came back from a server that answers only those with the right key.
 * - `silent`: the server's port accepted the connection, and then said nothing.
 * - `refused`: the server's system answered that nothing listens there.
 * - `reset`: the connection was cut during the handshake, which is typical of filtering.
 * - `closed`: the other end ended the connection in order, without an answer.
 * - `login-refused`: the server answers and does not accept the login or the key.
 * - `unexpected`: something answered in another protocol, or turned the handshake down.
 */
const checkFailures = [
  'offline',
  'name-not-found',
  'no-address',
  'dns-failed',
  'unreachable',
  'no-answer',
  'key-unanswered',
  'silent',
  'refused',
  'reset',
  'closed',
  'login-refused',
  'unexpected',
] as const;
export type CheckFailure = (typeof checkFailures)[number];

/**
 * How far an answer goes. `handshake` and `login` prove that the server knows this connection; the others do
 * not: behind REALITY `tls` is the cover site, and `transport` is the connection's WebSocket.
 */
const checkDepths = ['port', 'tls', 'quic', 'http', 'transport', 'handshake', 'login'] as const;
export type CheckDepth = (typeof checkDepths)[number];

/** Whether an answer shows that the server accepts this very connection. */
export function isProof(depth: CheckDepth): boolean {
  return depth === 'handshake' || depth === 'login';
}

const certificateFaults = ['wrong-host', 'expired', 'not-yet-valid', 'untrusted'] as const;
export type CertificateFault = (typeof certificateFaults)[number];

/**
 * Why a connection was not checked. `local-address`: it leads to this computer or its own network;
 * `time-unknown`: its handshake carries the service's time, which is not known yet.
 */
const undeterminedReasons = [
  'not-understood',
  'unknown-protocol',
  'local-address',
  'local-name',
  'time-unknown',
  'sent-enough',
] as const;
export type UndeterminedReason = (typeof undeterminedReasons)[number];

/** Where a connection's text was not understood; `Peer`: none or several. */
const textPlaces = [
  'link',
  'user',
  'host',
  'port',
  'type',
  'security',
  'sni',
  'obfs',
  'mport',
  'secret',
  'PrivateKey',
  'PublicKey',
  'PresharedKey',
  'Endpoint',
  'Peer',
  'AmneziaWG',
] as const;
export type TextPlace = (typeof textPlaces)[number];

export const CheckResult = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('answers'),
    /** Milliseconds: the median of the tries that were answered. */
    ms: z.number(),
    depth: z.enum(checkDepths),
  }),
  z.object({ outcome: z.enum(checkFailures) }),
  z.object({
    outcome: z.literal('certificate'),
    certificate: z.enum(certificateFaults),
  }),
  z.object({
    outcome: z.literal('undetermined'),
    reason: z.enum(undeterminedReasons),
    at: z.enum(textPlaces).exactOptional(),
  }),
]);
export type CheckResult = Readonly<z.output<typeof CheckResult>>;

/** Why a check failed, where it did. What keeps names from being found is one cause, however it shows. */
export function failureCause({ outcome }: CheckResult) {
  if (outcome === 'answers' || outcome === 'undetermined') return undefined;
  return outcome === 'name-not-found' || outcome === 'no-address' ? 'dns-failed' : outcome;
}
export type FailureCause = NonNullable<ReturnType<typeof failureCause>>;

/** Whether a result says something about the server, and not only about this computer and its network. */
export function isAboutServer({ outcome }: CheckResult): boolean {
  return !['undetermined', 'offline', 'dns-failed', 'unreachable'].includes(outcome);
}

/** Whether nothing came back from the server: what the service says of it explains more. */
export function isSilence({ outcome }: CheckResult): boolean {
  return ['name-not-found', 'no-address', 'no-answer', 'key-unanswered'].includes(outcome);
}

export interface DatedCheck {
  readonly result: CheckResult;
  /** When it was found, Unix milliseconds. */
  readonly at: number;
  /** It was found in another network than this computer is in now, so it says little of now. */
  readonly elsewhere?: true;
  /** It had expired then and was renewed since, so this says little of it now either. */
  readonly earlier?: true;
  /** When the connection last answered before this, in any network, Unix milliseconds. */
  readonly answeredAt?: number;
}

/** What is older says little of now, whether it answered or failed, milliseconds. */
export const freshCheckMs = 30 * 60_000;

/** Whether it was found in this network a moment ago. `now`: Unix milliseconds. */
export function isCurrent({ at, elsewhere, earlier }: DatedCheck, now: number): boolean {
  return !elsewhere && !earlier && Math.abs(now - at) <= freshCheckMs;
}
