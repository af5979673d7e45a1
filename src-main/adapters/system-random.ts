import { randomBytes } from 'node:crypto';
import type { Random } from '#core/kernel/ports.ts';

/** The operating system's randomness; `unit` is for jitter alone and not cryptographic. */
export function createSystemRandom(): Random {
  return { bytes: (length) => randomBytes(length), unit: () => Math.random() };
}
