import { z } from 'zod';
import type { Failure } from '#contract/failure.ts';
import { command } from './command.ts';

/** A message of the service, or data that could not be read as one. */
export interface InboxItem {
  readonly id: string;
  /** The message; of an unreadable one, the bytes that came, as text. */
  readonly content: string;
  /** Unix milliseconds. */
  readonly receivedAt: number;
  readonly read: boolean;
  /** The received or stored data could not be read as a message. */
  readonly unreadable?: true;
}

export interface InboxState {
  readonly items: readonly InboxItem[];
  readonly unread: number;
  /** Messages may be lost: the service deletes them when it answers, and an answer was lost. */
  readonly mayBeMissing: boolean;
  /** Why the last reading brought nothing; `null` where it did, and before the first. */
  readonly failure: Failure | null;
}

export const inboxCommands = {
  'inbox.get': command<InboxState>()(z.strictObject({})),
  'inbox.markRead': command<InboxState>()(
    z.strictObject({ ids: z.array(z.string().max(80)).max(1000) }),
  ),
} as const;
