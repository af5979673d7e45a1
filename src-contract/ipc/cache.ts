import { z } from 'zod';
import type { Failure } from '#contract/failure.ts';
import type { UnreadableElement } from '#contract/unreadable.ts';
import { command } from './command.ts';
import type { QrRows } from './connections.ts';

/** A cached read (endpoint with effect `read`, exposed to the window). */
export interface CachedRead {
  readonly id: string;
  /** The input it was read with. */
  readonly input: unknown;
  /**
   * Absent while nothing was ever read. Has the fields that the endpoint's schema names; secret ones
   * are replaced by `null`.
   */
  readonly value?: unknown;
  /** Elements of its lists that could not be read and are not in `value`; absent for none. */
  readonly unreadable?: readonly UnreadableElement[];
  /** Unix milliseconds. */
  readonly fetchedAt: number | null;
  readonly stale: boolean;
  readonly failure: Failure | null;
}

/** A field of a cached read: `path` leads to it from the data, as in `3.code`. */
const ReadField = z.strictObject({
  id: z.string().max(64),
  input: z.unknown(),
  path: z.string().max(200),
});

export const cacheCommands = {
  /** A cached read of an exposed endpoint: the last known value at once; `cache.changed` follows. */
  'cache.read': command<CachedRead>()(
    z.strictObject({ id: z.string().max(64), input: z.unknown() }),
  ),
  /** Puts one field of a cached read, secret or not, on the clipboard, as `connections.copy` does. */
  'cache.copy': command<{ clearsAt: number | null }>()(ReadField),
  /** One secret field of a cached read, to show until `until` (Unix ms). */
  'cache.reveal': command<{ text: string; until: number }>()(ReadField),
  /**
   * Hands one secret field, an encrypted link, to the installed program that takes such links, byte for
   * byte; `null`: none does.
   */
  'cache.open': command<{ client: string | null }>()(ReadField),
  /** One secret field of a cached read as `connections.qr` gives one. */
  'cache.qr': command<{ codes: readonly QrRows[] }>()(ReadField),
} as const;
