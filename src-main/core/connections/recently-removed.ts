import type { ConnectionEntry, ConnectionLine } from './connection.ts';
import type { ConnectionStore } from './storage/connection-store.ts';

const maxRemembered = 100;

/** The connections that were removed last, so that one on screen can still be named. */
export interface RecentlyRemoved {
  get(key: string): ConnectionEntry | undefined;
  /** Reads the records of these before they are removed. */
  remember(before: ReadonlyMap<string, ConnectionLine>, removed: readonly string[]): void;
  clear(): void;
}

export function createRecentlyRemoved(store: Pick<ConnectionStore, 'rests'>): RecentlyRemoved {
  const entries = new Map<string, ConnectionEntry>();
  return {
    get: (key) => entries.get(key),
    remember(before, removed) {
      const newest = removed.slice(-maxRemembered);
      const rests = store.rests(newest);
      for (const key of newest) {
        const found = before.get(key);
        const rest = rests.get(key);
        if (found && rest) entries.set(key, { ...rest, ...found });
      }
      for (const key of [...entries.keys()].slice(0, Math.max(0, entries.size - maxRemembered))) {
        entries.delete(key);
      }
    },
    clear: () => {
      entries.clear();
    },
  };
}
