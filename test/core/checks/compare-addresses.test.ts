import { describe, expect, it } from 'vitest';
import { compareAddresses } from '#core/checks/compare-addresses.ts';

describe('addresses of the network beside those of an encrypted resolver', () => {
  it.each([
    [['192.0.2.1'], ['192.0.2.1'], 'same'],
    [['192.0.2.1', '192.0.2.2'], ['192.0.2.2', '192.0.2.3'], 'same'],
    [['2001:DB8:0::1'], ['2001:db8::1'], 'same'],
    [[], [], 'same'],
    [['192.0.2.1', '192.0.2.2'], ['198.51.100.1'], 'other'],
    [['127.0.0.1'], [], 'other'],
    [[], ['192.0.2.1'], 'other'],
    [['192.0.2.1', '2001:db8::1'], ['2001:db8::2'], 'other'],
  ] as const)('%j and %j are %s', (network, encrypted, comparison) => {
    expect(compareAddresses(network, encrypted)).toBe(comparison);
  });

  it('cannot be compared where a network translates between versions', () => {
    expect(compareAddresses(['64:ff9b::c000:201'], ['192.0.2.1'])).toBeUndefined();
  });
});
