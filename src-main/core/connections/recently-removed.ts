import type { ConnectionRecord, SecretPreview } from '#contract/ipc/connections.ts';

const maxRemembered = 100;

interface Removed {
  readonly record: ConnectionRecord;
  readonly previews: readonly SecretPreview[];
}

/** The connections that were removed last, so that one on screen can still be named. */
export class RecentlyRemoved {
  readonly #removed = new Map<string, Removed>();

  get(key: string): Removed | undefined {
    return this.#removed.get(key);
  }

  /** @param read reads what stays of a connection that is about to be removed */
  remember(keys: readonly string[], read: (key: string) => Removed | undefined): void {
    for (const key of keys.slice(-maxRemembered)) {
      const removed = read(key);
      if (removed) this.#removed.set(key, removed);
    }
    const surplus = Math.max(0, this.#removed.size - maxRemembered);
    for (const key of [...this.#removed.keys()].slice(0, surplus)) this.#removed.delete(key);
  }

  clear(): void {
    this.#removed.clear();
  }
}
