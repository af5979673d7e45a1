import { scrypt, type ScryptOptions } from 'node:crypto';

/** A key of so many bytes from a passphrase and a salt (scrypt, RFC 7914). */
export function scryptKey(
  passphrase: string,
  salt: Uint8Array,
  length: number,
  options: ScryptOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, length, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
