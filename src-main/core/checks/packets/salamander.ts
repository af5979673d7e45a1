import { blake2b } from '@noble/hashes/blake2.js';
import type { Random } from '#core/kernel/ports.ts';
import { bytesAt } from './bytes.ts';

const saltLength = 8;

/** Eight random bytes, then XOR with BLAKE2b-256 of the password and them (Hysteria 2). */
export function obfuscated(packet: Uint8Array, password: string, random: Random): Buffer {
  const salt = random.bytes(saltLength);
  return Buffer.concat([salt, xored(packet, password, salt)]);
}

/** The packet inside; `undefined` where a datagram is too short to be one. */
export function deobfuscated(datagram: Uint8Array, password: string): Buffer | undefined {
  const salt = bytesAt(datagram, 0, saltLength);
  const packet = bytesAt(datagram, saltLength, datagram.byteLength - saltLength);
  return salt && packet && xored(packet, password, salt);
}

function xored(packet: Uint8Array, password: string, salt: Uint8Array): Buffer {
  const key = blake2b(Buffer.concat([Buffer.from(password), salt]), { dkLen: 32 });
  return Buffer.from(packet.map((byte, at) => byte ^ (key[at % key.byteLength] ?? 0)));
}
