import { randomBytes } from 'node:crypto';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { Stanza, type Identity, type Recipient } from 'age-encryption';
import { scryptKey } from '#core/kernel/scrypt-key.ts';

/** C2SP age, "The scrypt recipient type": the library's own stops the program for seconds. */

const label = 'age-encryption.org/v1/scrypt';
const saltLength = 16;

/** 2^18 · 8 · 128 bytes are 256 MiB: what `age -p` takes. A file that wants more is not read. */
export const usualWork = 18;
const maxMemory = 2 ** 29;

export function passphraseRecipient(passphrase: string, work: number): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(saltLength);
      const key = await derivedKey(passphrase, salt, work);
      const args = ['scrypt', salt.toString('base64').replaceAll('=', ''), String(work)];
      return [new Stanza(args, cipherOf(key).encrypt(fileKey))];
    },
  };
}

/** How far a file was opened: it has no passphrase of ours, another one, or this one. */
export type Unwrapping = 'foreign' | 'wrong' | 'opened';

/** @param onUnwrapped receives how it went, before the rest of the file is read */
export function passphraseIdentity(
  passphrase: string,
  onUnwrapped: (how: Unwrapping) => void,
): Identity {
  return {
    async unwrapFileKey(stanzas) {
      const [stanza, another] = stanzas;
      const [type, salt = '', work = ''] = stanza?.args ?? [];
      const saltBytes = Buffer.from(salt, 'base64');
      const isOurs =
        stanza?.body.length === 32 &&
        stanza.args.length === 3 &&
        another === undefined &&
        type === 'scrypt' &&
        saltBytes.length === saltLength &&
        /^[1-9]\d?$/.test(work) &&
        Number(work) <= usualWork;
      onUnwrapped(isOurs ? 'wrong' : 'foreign');
      if (!isOurs) return null;
      const key = await derivedKey(passphrase, saltBytes, Number(work));
      try {
        const fileKey = cipherOf(key).decrypt(stanza.body);
        onUnwrapped('opened');
        return fileKey;
      } catch {
        return null;
      }
    },
  };
}

function cipherOf(key: Uint8Array) {
  return chacha20poly1305(key, new Uint8Array(12));
}

function derivedKey(passphrase: string, salt: Uint8Array, work: number): Promise<Uint8Array> {
  const options = { N: 2 ** work, r: 8, p: 1, maxmem: maxMemory };
  return scryptKey(passphrase, Buffer.concat([Buffer.from(label), salt]), 32, options);
}
