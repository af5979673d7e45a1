import type { Account } from './store/state.ts';

type Notifications = Readonly<Account['notifications']>;

/** One request that reached an endpoint. `status` is that of the answer, `null` when the connection was dropped. */
interface JournalEntry {
  readonly endpoint: string;
  /** Unix milliseconds of the service's clock. */
  readonly at: number;
  readonly status: number | null;
}

/** A log of requests for tests and demonstrations. Contains no keys and no inputs. */
export interface Journal {
  write(entry: JournalEntry): void;
  /** Records notifications that were delivered and so deleted from the state. */
  handedOut(notifications: Notifications): void;
  entries(): readonly JournalEntry[];
  /** Number of requests per endpoint. */
  counts(): Readonly<Record<string, number>>;
  taken(): Notifications;
}

/** Older entries are dropped; their counts stay. */
const maxEntries = 10_000;

export function createJournal(): Journal {
  let entries: JournalEntry[] = [];
  const counts = new Map<string, number>();
  const taken: Account['notifications'] = [];
  return {
    write(entry) {
      if (entries.length >= 2 * maxEntries) entries = entries.slice(-maxEntries);
      entries.push(entry);
      counts.set(entry.endpoint, (counts.get(entry.endpoint) ?? 0) + 1);
    },
    handedOut(notifications) {
      taken.push(...notifications);
    },
    entries: () => entries.slice(-maxEntries),
    counts: () => Object.fromEntries(counts),
    taken: () => taken,
  };
}
