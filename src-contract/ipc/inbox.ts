import { z } from 'zod';
import type { Failure } from '#contract/failure.ts';
import { command, noInput } from './command.ts';

const Event = z.object({
  /** What it is about, as the service or the user calls it; may be empty. */
  title: z.string(),
  path: z.string(),
});

/** Something that Culvert noticed of the account. No field of it is secret. */
export const AccountEvent = z.discriminatedUnion('kind', [
  Event.extend({ kind: z.enum(['favourite-down', 'favourite-up', 'device']) }),
  /** A paid option used so many percent of its traffic. */
  Event.extend({ kind: z.literal('traffic'), percent: z.number() }),
]);
export type AccountEvent = Readonly<z.output<typeof AccountEvent>>;

/** A message of the service, data that could not be read as one, or an event of Culvert's own. */
export interface InboxItem {
  readonly id: string;
  /** The message; of an unreadable one, the bytes that came, as text; empty for an event. */
  readonly content: string;
  /** Unix milliseconds. */
  readonly receivedAt: number;
  readonly read: boolean;
  /** The received or stored data could not be read as a message. */
  readonly unreadable?: true;
  /** What Culvert itself noticed: it is no message of the service. */
  readonly event?: AccountEvent;
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
  'inbox.get': command<InboxState>()(noInput),
  'inbox.markRead': command<InboxState>()(
    z.strictObject({ ids: z.array(z.string().max(80)).max(1000) }),
  ),
} as const;
