import type { NotificationRecord } from './store/state.ts';

/** One request that reached an endpoint. `status` is what was to be answered, `null` when dropped. */
export interface JournalEntry {
  readonly endpoint: string;
  /** Unix milliseconds of the service's clock. */
  readonly at: number;
  readonly status: number | null;
}

/** What the service was asked, for whoever drives it. Holds no key and no input. */
export interface Journal {
  write(entry: JournalEntry): void;
  /** Notifications that were handed out, and with that forgotten by the store. */
  handedOut(notifications: readonly NotificationRecord[]): void;
  entries(): readonly JournalEntry[];
  /** How often each endpoint was asked. */
  counts(): Readonly<Record<string, number>>;
  taken(): readonly NotificationRecord[];
}

/** Older entries are dropped; their counts stay. */
const keptEntries = 10_000;

export function createJournal(): Journal {
  let entries: JournalEntry[] = [];
  const counts = new Map<string, number>();
  const taken: NotificationRecord[] = [];
  return {
    write(entry) {
      if (entries.length >= 2 * keptEntries) entries = entries.slice(-keptEntries);
      entries.push(entry);
      counts.set(entry.endpoint, (counts.get(entry.endpoint) ?? 0) + 1);
    },
    handedOut(notifications) {
      taken.push(...notifications);
    },
    entries: () => entries.slice(-keptEntries),
    counts: () => Object.fromEntries(counts),
    taken: () => taken,
  };
}
