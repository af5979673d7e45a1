import { scrypt, type BinaryLike, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

/** A key of so many bytes from a passphrase and a salt (scrypt, RFC 7914). */
export const scryptKey = promisify<BinaryLike, BinaryLike, number, ScryptOptions, Buffer>(scrypt);
