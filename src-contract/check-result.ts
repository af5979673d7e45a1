import { z } from 'zod';

/**
 * What a check of a connection found (docs/checks.md).
 *
 * - `no-answer`: nothing came back, not even the acceptance of a connection.
 * - `silent`: the server's port accepted the connection, and then said nothing.
 * - `refused`: the server's system answered that nothing listens there.
 * - `reset`: the connection was cut off during the handshake, which is typical of filtering.
 * - `closed`: the other end ended the connection in order, without an answer.
 * - `unreachable`: this machine has no way to the address.
 * - `login-refused`: the server answers and does not accept the login or the key.
 * - `no-way-on`: the proxy accepts the login and does not reach the requested address.
 * - `unexpected`: something answered in another protocol, or turned the handshake down.
 * - `proxy-failed`: the user's own proxy, through which checks go, did not answer or refused its login.
 * - `proxy-denied`: that proxy did not reach the server, or does not let anything through to it.
 */
const checkFailures = [
  'no-answer',
  'silent',
  'refused',
  'reset',
  'closed',
  'unreachable',
  'name-not-found',
  'login-refused',
  'no-way-on',
  'unexpected',
  'proxy-failed',
  'proxy-denied',
] as const;
export type CheckFailure = (typeof checkFailures)[number];

/**
 * How far an answer goes: only the port accepts connections, the protocol's handshake was answered,
 * an HTTP answer came through the encryption, the login was accepted, or the proxy also reached the
 * address that the user set.
 */
const checkDepths = ['port', 'handshake', 'http', 'login', 'way-on'] as const;
export type CheckDepth = (typeof checkDepths)[number];

/**
 * Why a connection cannot be checked without connecting: its URL was not understood, no probe knows its
 * protocol, or it is checked by UDP, which does not pass the proxy that checks go through.
 */
const undeterminedReasons = ['not-understood', 'unknown-protocol', 'udp-through-proxy'] as const;
export type UndeterminedReason = (typeof undeterminedReasons)[number];

/**
 * The addresses that the network's DNS gives beside those of an encrypted resolver: at least one in
 * common, none (which large services cause as well as a lie), or the resolver did not answer.
 */
const dnsComparisons = ['same', 'other', 'unanswered'] as const;
export type DnsComparison = (typeof dnsComparisons)[number];

/** The circumstances of a check, for every outcome. */
const circumstances = {
  /** Absent: not compared. */
  dns: z.enum(dnsComparisons).optional(),
  /** The check went through the proxy that is set for the service. */
  throughProxy: z.literal(true).optional(),
};

export const CheckResult = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('answers'),
    /** Milliseconds: the median of the tries that were answered. */
    ms: z.number(),
    depth: z.enum(checkDepths),
    ...circumstances,
  }),
  z.object({ outcome: z.enum(checkFailures), ...circumstances }),
  z.object({ outcome: z.literal('undetermined'), reason: z.enum(undeterminedReasons) }),
]);
export type CheckResult = Readonly<z.output<typeof CheckResult>>;

/** A result with when it was found, Unix milliseconds. */
export const DatedCheck = z.object({ result: CheckResult, at: z.number() });
export type DatedCheck = Readonly<z.output<typeof DatedCheck>>;

/** A result that is older says little of now, milliseconds. */
export const freshCheckMs = 10 * 60_000;
