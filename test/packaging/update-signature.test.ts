import { describe, expect, it } from 'vitest';
import { isLower, isMeantFor, type UpdatePurpose } from '#electron/updates/update-signature.ts';

const now = Date.UTC(2026, 5, 1);
const program = { product: 'com.example.culvert', platform: 'linux' };
const purpose: UpdatePurpose = { ...program, channel: 'latest', expires: now / 1000 + 1 };

describe('a signed announcement', () => {
  it('is meant for its own product, platform and channel, before it expires', () => {
    expect(isMeantFor({ ...purpose, version: '0.2.0' }, program, now)).toBe(true);
  });

  it.each<[string, object]>([
    ['of another product', { product: 'com.example.other' }],
    ['of no product', { product: undefined }],
    ['for another platform', { platform: 'darwin' }],
    ['of another channel', { channel: 'beta' }],
    ['that expires now', { expires: now / 1000 }],
    ['that never expires', { expires: undefined }],
    ['whose end is a text', { expires: '9999999999' }],
  ])('is meant for nobody: %s', (_, changes) => {
    expect(isMeantFor({ ...purpose, ...changes }, program, now)).toBe(false);
  });
});

describe('a version', () => {
  it.each([
    ['0.9.0', '0.10.0'],
    ['0.10.9', '0.11.0'],
    ['9.0.0', '10.0.0'],
    ['1.0.0', '1.0.1'],
    ['1.0.0-beta', '1.0.0'],
    ['1.0.0-zeta', '1.0.0'],
    ['1.0.0-beta.2', '1.0.0-beta.10'],
    ['1.0.0-alpha', '1.0.0-beta'],
    ['1.0.0', '1.0.1-beta'],
  ])('of %s is lower than %s, and not the other way round', (lower, higher) => {
    expect([isLower(lower, higher), isLower(higher, lower)]).toEqual([true, false]);
  });

  it.each(['1.0.0', '1.0.0-beta.1'])('of %s is not lower than itself', (version) => {
    expect(isLower(version, version)).toBe(false);
  });
});
