import type { ConnectionEntry, ConnectionLine } from './connection.ts';
import type { ConnectionStore } from './storage/connection-store.ts';

const goneKept = 100;

/** The connections that went last: one that is looked at when the service drops it can still be named. */
export interface LatelyGone {
  get(key: string): ConnectionEntry | undefined;
  /** Takes over what is kept of these, before it is removed. */
  remember(before: ReadonlyMap<string, ConnectionLine>, removed: readonly string[]): void;
  clear(): void;
}

export function createLatelyGone(store: Pick<ConnectionStore, 'rests'>): LatelyGone {
  const gone = new Map<string, ConnectionEntry>();
  return {
    get: (key) => gone.get(key),
    remember(before, removed) {
      const lately = removed.slice(-goneKept);
      const rests = store.rests(lately);
      for (const key of lately) {
        const found = before.get(key);
        const rest = rests.get(key);
        if (found && rest) gone.set(key, { ...rest, ...found });
      }
      for (const key of [...gone.keys()].slice(0, Math.max(0, gone.size - goneKept))) {
        gone.delete(key);
      }
    },
    clear: () => {
      gone.clear();
    },
  };
}
