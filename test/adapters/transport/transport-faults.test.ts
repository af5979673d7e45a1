import { expect, it } from 'vitest';
import { transportError } from '#adapters/transport/transport-faults.ts';

function fault(code: string): Error {
  return Object.assign(new Error('canary'), { code });
}

// What no test can bring about on every machine; the others are met on real sockets.
it.each([
  ['EAI_AGAIN', 'dns'],
  ['ENETUNREACH', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['ECONNRESET', 'cut'],
  ['something new', 'cut'],
])('the error %s is reported as %s, without its other details', (code, reason) => {
  for (const sent of [true, false]) {
    const error = transportError(fault(code), sent);
    expect([error.reason, error.sent, error.tls]).toEqual([reason, sent, undefined]);
    expect(`${error.stack ?? ''}${JSON.stringify(error)}`).not.toContain('canary');
  }
});

it.each([
  ['CERT_REVOKED', 'untrusted'],
  ['INVALID_CA', 'untrusted'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'handshake'],
])('the error %s is one of TLS: %s', (code, tls) => {
  const error = transportError(fault(code), false);
  expect([error.reason, error.tls]).toEqual(['tls', tls]);
});

it('the most specific of the errors of several addresses is reported', () => {
  const faults = ['ENETUNREACH', 'ECONNREFUSED'].map(fault);
  expect(transportError(new AggregateError(faults), false).reason).toBe('refused');
  expect(transportError(new AggregateError([]), false).reason).toBe('cut');
});
