import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampKey, createKeyPair, derivePublicKey, isKey, respellKey } from '#core/keys/keys.ts';
import { drawn } from '#test/simulator/deep.ts';

const from = (hex: string) => Buffer.from(hex, 'hex').toString('base64');

describe('a public key', () => {
  it.each([
    [
      'Alice (RFC 7748, 6.1)',
      '77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a',
      '8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a',
    ],
    [
      'Bob (RFC 7748, 6.1)',
      '5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb',
      'de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f',
    ],
    [
      'the first step of the iteration (RFC 7748, 5.2)',
      '0900000000000000000000000000000000000000000000000000000000000000',
      '422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079',
    ],
  ])('follows from the private one: %s', (_, privateKey, publicKey) => {
    expect(derivePublicKey(from(privateKey))).toBe(from(publicKey));
  });

  it('comes in the spelling that the private one has', () => {
    const { private_key, public_key } = createKeyPair();
    const forXray = respellKey(private_key, 'base64url') ?? '';
    expect(derivePublicKey(forXray)).toBe(respellKey(public_key, 'base64url'));
  });

  it('is the same for a private key that is not clamped', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (raw) => {
        const key = Buffer.from(raw).toString('base64');
        expect(derivePublicKey(clampKey(key) ?? '')).toBe(derivePublicKey(key));
      }),
      drawn(100, 10_000),
    );
  });
});

describe('a new key pair', () => {
  it('is 32 bytes each in base64, as the service spells it', () => {
    const { private_key, public_key } = createKeyPair();
    for (const key of [private_key, public_key]) expect(key).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(derivePublicKey(private_key)).toBe(public_key);
  });

  it('is another each time', () => {
    const keys = Array.from({ length: 100 }, () => createKeyPair().private_key);
    expect(new Set(keys).size).toBe(100);
  });

  it('has a private key that is clamped already', () => {
    for (let n = 0; n < 100; n += 1) {
      const { private_key } = createKeyPair();
      expect(clampKey(private_key)).toBe(private_key);
    }
  });
});

describe('clamping', () => {
  it('clears the lowest three bits and the highest, and sets the one below (RFC 7748, 5)', () => {
    expect(clampKey(from('ff'.repeat(32)))).toBe(from(`f8${'ff'.repeat(30)}7f`));
    expect(clampKey(from('00'.repeat(32)))).toBe(from(`${'00'.repeat(31)}40`));
  });
});

describe('a spelling', () => {
  it('changes into the other and back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (raw) => {
        const base64 = Buffer.from(raw).toString('base64');
        const base64url = Buffer.from(raw).toString('base64url');
        for (const key of [base64, base64url]) {
          expect(respellKey(key, 'base64')).toBe(base64);
          expect(respellKey(key, 'base64url')).toBe(base64url);
        }
      }),
      drawn(100, 10_000),
    );
  });

  it.each([
    ['empty', ''],
    ['31 bytes', Buffer.alloc(31).toString('base64')],
    ['33 bytes', Buffer.alloc(33).toString('base64')],
    ['hex', '00'.repeat(32)],
    ['with a space', ` ${Buffer.alloc(32).toString('base64')}`],
    ['in both alphabets at once', `+_${'A'.repeat(41)}=`],
    ['with bits beyond the 32 bytes', `${'A'.repeat(42)}B=`],
    ['with two paddings', `${'A'.repeat(43)}==`],
  ])('that is %s is no key', (_, text) => {
    expect(isKey(text)).toBe(false);
    expect(derivePublicKey(text)).toBeUndefined();
    expect(clampKey(text)).toBeUndefined();
    expect(respellKey(text, 'base64')).toBeUndefined();
  });
});
