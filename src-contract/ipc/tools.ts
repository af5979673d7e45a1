import { z } from 'zod';
import { command, noInput } from './command.ts';

/** How X25519 keys are written: Base64url without padding in Xray, Base64 in WireGuard. */
export const keyEncodings = ['xray', 'wireguard'] as const;
export type KeyEncoding = (typeof keyEncodings)[number];

export type PublicKey = Readonly<Record<KeyEncoding, string>>;

export const toolCommands = {
  /** Makes a key pair on this machine and replaces the previous one. It is held in memory only. */
  'tools.makeKeys': command<PublicKey>()(noInput),
  /** Of a pair as `SecretRef` names it. Fails with `not-found` where there is no such pair. */
  'tools.publicKey': command<PublicKey>()(z.strictObject({ pair: z.string().min(1).max(80) })),
  /** Milliseconds to a listed location's `ping_ip` and back; `null`: no answer in time. */
  'tools.reach': command<{ ms: number | null }>()(z.strictObject({ location: z.int() })),
} as const;
