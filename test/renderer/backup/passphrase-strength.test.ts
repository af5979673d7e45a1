import { expect, test } from 'vitest';
import { passphraseStrength } from '#renderer/backup/passphrase-strength.ts';

test.each([
  ['password', 'weak'],
  ['12345678', 'weak'],
  ['qwertyuiop123', 'weak'],
  ['йцукенгшщз', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['summer summer summer summer summer', 'weak'],
  ['correct horse battery staple', 'fair'],
  ['river candle orbit mosaic thunder', 'strong'],
  ['лодка зима ключ топор радуга', 'strong'],
  ['qJ7#wTz0v!Xm4', 'strong'],
] as const)('the passphrase “%s” is called %s', (passphrase, strength) => {
  expect(passphraseStrength(passphrase)).toBe(strength);
});
