import { dayMs } from '#contract/constants.ts';

export type OnlineState = 'online' | 'offline' | 'unknown';

/** `expired` and `rebooting` need no measurement; `unknown`: there is no recent one. */
export type ConnectionState = 'usable' | 'expiring' | 'expired' | 'down' | 'rebooting' | 'unknown';

/** The states that have a word of their own: one that expires soon is online like a usable one. */
export const shownStates = ['usable', 'rebooting', 'unknown', 'down', 'expired'] as const;
export type ShownState = (typeof shownStates)[number];

export function shownState(state: ConnectionState): ShownState {
  return state === 'expiring' ? 'usable' : state;
}

/** About to expire within this, milliseconds. */
export const expiringMs = 7 * dayMs;

/** Readings that are older say nothing of now, milliseconds. */
const readingLastsMs = 30 * 60_000;

export interface ListedState {
  /** As in `ConnectionRow.server`. */
  readonly server: string | null;
  readonly online: OnlineState;
  /** When the list was read, Unix milliseconds; `null` when it never was. */
  readonly listedAt: number | null;
  /** Unix seconds; `null` where there is no expiry. */
  readonly expiresAt: number | null;
}

/** What the state of a connection or a server is derived from. Times are Unix milliseconds. */
export interface StateFacts extends Omit<ListedState, 'server'> {
  readonly reading: { readonly status: string; readonly fetchedAt: number } | undefined;
  /** A reboot of its server was accepted and is not over. */
  readonly rebooting: boolean;
  readonly offline: boolean;
  readonly now: number;
}

export interface StateOfConnection {
  readonly state: ConnectionState;
  /** The server's state in the newest reading, regardless of its age. */
  readonly online: OnlineState;
  /** When that was read, Unix milliseconds; `null` when nothing was. */
  readonly since: number | null;
}

/** It could not be used when its state was last known: expired, or its server down or rebooting. */
export function isOutOfUse({ state, online }: StateOfConnection): boolean {
  if (state === 'expired' || state === 'down' || state === 'rebooting') return true;
  return state === 'unknown' && online === 'offline';
}

/** Derives the one state that colours, words, actions and order follow. */
export function connectionState(facts: StateFacts): StateOfConnection {
  const { online, since } = newestReading(facts);
  return { state: stateFrom(facts, online, since), online, since };
}

function stateFrom(
  { expiresAt, rebooting, offline, now }: StateFacts,
  online: OnlineState,
  since: number | null,
): ConnectionState {
  if (expiresAt !== null && expiresAt * 1000 <= now) return 'expired';
  if (rebooting) return 'rebooting';
  if (offline || online === 'unknown' || since === null || now - since > readingLastsMs) {
    return 'unknown';
  }
  if (online === 'offline') return 'down';
  return expiresAt !== null && expiresAt * 1000 - now <= expiringMs ? 'expiring' : 'usable';
}

/** The list's word or the statistics', whichever was read last and says something. */
function newestReading({ online, listedAt, reading }: StateFacts): {
  online: OnlineState;
  since: number | null;
} {
  const measured = statusOf(reading?.status);
  if (reading === undefined || measured === 'unknown' || reading.fetchedAt === 0) {
    return { online, since: listedAt };
  }
  if (online !== 'unknown' && listedAt !== null && listedAt > reading.fetchedAt) {
    return { online, since: listedAt };
  }
  return { online: measured, since: reading.fetchedAt };
}

function statusOf(status: string | undefined): OnlineState {
  if (status === 'up') return 'online';
  return status === 'down' ? 'offline' : 'unknown';
}
