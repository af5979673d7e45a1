import { createHash } from 'node:crypto';
import { privateKeyOf, publicKeyOf } from './x25519.ts';

/** By SHA-256 from one secret, so that the store holds one value each. */
export function derive(secret: string, purpose: string): Buffer {
  return createHash('sha256').update(`${purpose}:${secret}`).digest();
}

export function uuidOf(secret: string): string {
  const bytes = derive(secret, 'uuid').subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

/** A password of letters, digits, `-` and `_`. */
export function passwordOf(secret: string, purpose = 'password', length = 22): string {
  return derive(secret, purpose).toString('base64url').slice(0, length);
}

export function userNameOf(secret: string): string {
  return `u${derive(secret, 'user').toString('hex').slice(0, 8)}`;
}

/** Standard Base64 of 32 bytes, as Shadowsocks 2022 and WireGuard write keys. */
export function key32Of(secret: string, purpose: string): string {
  return derive(secret, purpose).toString('base64');
}

/** The private WireGuard key of a connection or server. */
export function wireguardKeyOf(secret: string): Buffer {
  return privateKeyOf(derive(secret, 'wireguard'));
}

export interface ServerKeys {
  /** URL-safe Base64 without padding, as Xray writes it. */
  readonly reality: string;
  /** Standard Base64, as WireGuard writes it. */
  readonly wireguard: string;
}

export function serverKeysOf(secret: string): ServerKeys {
  const reality = publicKeyOf(privateKeyOf(derive(secret, 'reality')));
  return {
    reality: reality.toString('base64url'),
    wireguard: publicKeyOf(wireguardKeyOf(secret)).toString('base64'),
  };
}

/** A whole number from `min` to `max`, both included. */
export function numberOf(secret: string, purpose: string, min: number, max: number): number {
  return min + (derive(secret, purpose).readUInt32BE(0) % (max - min + 1));
}
