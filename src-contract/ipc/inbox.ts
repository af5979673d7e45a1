import { z } from 'zod';
import { command } from './command.ts';

export interface InboxItem {
  readonly id: string;
  readonly content: string;
  readonly receivedAt: number;
  readonly read: boolean;
}

export interface InboxState {
  readonly items: readonly InboxItem[];
  readonly unread: number;
  /** An answer was lost after the service had forgotten it. */
  readonly mayBeMissing: boolean;
}

export const inboxCommands = {
  'inbox.get': command<InboxState>()(z.strictObject({})),
  'inbox.markRead': command<InboxState>()(
    z.strictObject({ ids: z.array(z.string().max(80)).max(1000) }),
  ),
} as const;
