import { z } from 'zod';
import type { Failure } from '#contract/failure.ts';
import { command, noInput } from './command.ts';

/** The time that counts: the service's, where it has answered. */
export interface ServiceTime {
  /** What is added to the computer's clock, milliseconds; 0 where it agrees with the service. */
  readonly offset: number;
  /** Whether the service has answered: until then it is the computer's word. */
  readonly known: boolean;
}

/** A computer's clock that is off by more is wrong, milliseconds. */
export const wrongClockMs = 3 * 60_000;

/** Whether the service is reached, and how old what is shown is. */
export interface SyncState {
  readonly network: 'unknown' | 'online' | 'offline';
  /** Since when it is offline, Unix milliseconds. */
  readonly offlineSince: number | null;
  /** When the connections were last read whole, Unix milliseconds. */
  readonly refreshedAt: number | null;
  readonly refreshing: boolean;
  /** When a request of the user may go, Unix milliseconds, while it waits for the limits. */
  readonly waitingUntil: number | null;
  readonly failure: Failure | null;
  readonly paused: boolean;
  readonly time: ServiceTime;
}

export const nothingSynced: SyncState = {
  network: 'unknown',
  offlineSince: null,
  refreshedAt: null,
  refreshing: false,
  waitingUntil: null,
  failure: null,
  paused: false,
  time: { offset: 0, known: false },
};

export const syncCommands = {
  'sync.get': command<SyncState>()(noInput),
  /** Reads everything again, ahead of the background. */
  'sync.refresh': command<SyncState>()(noInput),
  /** Tries again at once, although the service asked for a pause. */
  'sync.endPauses': command<SyncState>()(noInput),
  'sync.pause': command<SyncState>()(z.strictObject({ paused: z.boolean() })),
} as const;
