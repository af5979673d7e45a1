import { z } from 'zod';
import type { Failure } from '#contract/failure.ts';
import type { UnreadableElement } from '#contract/unreadable.ts';
import { command } from './command.ts';

/** A cached read (endpoint with effect `read`, exposed to the window). */
export interface CachedRead {
  readonly id: string;
  readonly input: unknown;
  /** Absent while nothing was read. Only fields that the schema names; secret ones are `null`. */
  readonly value?: unknown;
  /** Elements of its lists that could not be read and are not in `value`; absent for none. */
  readonly unreadable?: readonly UnreadableElement[];
  /** Unix milliseconds. */
  readonly fetchedAt: number | null;
  readonly stale: boolean;
  readonly failure: Failure | null;
}

export const cacheCommands = {
  /**
   * A cached read of an exposed endpoint: the last known value at once; `cache.changed` follows.
   * `maxAge`: how old it may be before it is read again for the user, milliseconds.
   * `ahead`, of what nobody looks at yet: once it is fresh, behind all other requests.
   */
  'cache.read': command<CachedRead>()(
    z.strictObject({
      id: z.string().max(64),
      input: z.unknown(),
      maxAge: z.number().optional(),
      ahead: z.literal(true).optional(),
    }),
  ),
} as const;
