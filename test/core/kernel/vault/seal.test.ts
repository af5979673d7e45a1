import { createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordKey } from '#core/kernel/ports.ts';
import { deriveKey, hideName, seal, unseal } from '#core/kernel/vault/seal.ts';
import { drawn } from '#test/simulator/deep.ts';

const accountKey = Buffer.alloc(32, 7);
const place: RecordKey = { account: '12', purpose: 'read-cache', name: 'configs.list' };
const key = deriveKey(accountKey, 'seal', place.purpose);
const plain = Buffer.from('{"connection_url":"vless://canary"}');
const sealed = seal(key, place, plain, randomBytes(12));

function opened(bytes: Uint8Array, at: RecordKey = place): string | undefined {
  const found = unseal(key, at, bytes);
  return found && Buffer.from(found).toString();
}

describe('a sealed record', () => {
  it('begins with its version and its nonce, and is 29 bytes longer than what it holds', () => {
    const nonce = randomBytes(12);
    const record = Buffer.from(seal(key, place, plain, nonce));
    expect(record[0]).toBe(1);
    expect(record.subarray(1, 13)).toEqual(nonce);
    expect(record.byteLength).toBe(plain.byteLength + 29);
  });

  it('is AES-256-GCM, with its version and its place as associated data', () => {
    const record = Buffer.from(sealed);
    const decipher = createDecipheriv('aes-256-gcm', key, record.subarray(1, 13));
    decipher.setAAD(
      Buffer.from(JSON.stringify(['culvert', 1, '12', 'read-cache', 'configs.list'])),
    );
    decipher.setAuthTag(record.subarray(-16));
    const opens = Buffer.concat([decipher.update(record.subarray(13, -16)), decipher.final()]);
    expect(opens).toEqual(plain);
  });

  it('does not open when any one bit is turned', () => {
    for (let bit = 0; bit < sealed.byteLength * 8; bit += 1) {
      const turned = Buffer.from(sealed);
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(opened(turned)).toBeUndefined();
    }
  });

  it('does not open when it is cut anywhere, or longer', () => {
    for (let length = 0; length < sealed.byteLength; length += 1) {
      expect(opened(sealed.subarray(0, length))).toBeUndefined();
    }
    expect(opened(Buffer.concat([sealed, Buffer.of(0)]))).toBeUndefined();
  });

  it.each([
    ['account', { ...place, account: '13' }],
    ['purpose', { ...place, purpose: 'inbox' }],
    ['name', { ...place, name: 'configs.lis' }],
    ['border between them', { ...place, account: '12l', purpose: 'ibrary' }],
    ['border, in characters of the encoding', { ...place, account: '12","l', purpose: 'ibrary' }],
  ])('does not open at another %s', (_, at) => {
    expect(opened(sealed, at)).toBeUndefined();
  });

  it('does not open with the key of another purpose or account', () => {
    const others = [
      deriveKey(accountKey, 'seal', 'inbox'),
      deriveKey(accountKey, 'name', place.purpose),
      deriveKey(Buffer.alloc(32, 8), 'seal', place.purpose),
    ];
    for (const other of others) expect(unseal(other, place, sealed)).toBeUndefined();
  });

  it('opens to the same bytes, whatever they and its place are', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 2000 }),
        fc.record({ account: fc.string(), purpose: fc.string(), name: fc.string() }),
        (bytes, at) => {
          const found = unseal(key, at, seal(key, at, bytes, randomBytes(12)));
          expect(found && Buffer.from(found)).toEqual(Buffer.from(bytes));
        },
      ),
      drawn(100, 10_000),
    );
  });
});

describe('a subkey', () => {
  it('is HKDF-SHA-256 of the account key, by use, version and purpose', () => {
    const info = '["culvert",1,"seal","read-cache"]';
    expect(key.export()).toEqual(Buffer.from(hkdfSync('sha256', accountKey, '', info, 32)));
  });
});

describe('a hidden name', () => {
  it('is an HMAC-SHA-256 under a key of its own', () => {
    const nameKey = deriveKey(accountKey, 'name', 'read-cache');
    expect(hideName(nameKey, 'configs.list')).toBe(
      createHmac('sha256', nameKey).update('configs.list').digest('base64url'),
    );
  });

  it('differs by account and by purpose', () => {
    const keys = [
      deriveKey(accountKey, 'name', 'read-cache'),
      deriveKey(accountKey, 'name', 'inbox'),
      deriveKey(Buffer.alloc(32, 8), 'name', 'read-cache'),
    ];
    expect(new Set(keys.map((each) => hideName(each, 'configs.list'))).size).toBe(3);
  });
});
