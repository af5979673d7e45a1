import type { ConnectionRecord } from '#contract/ipc/connections.ts';

const maxRemembered = 100;

/** The connections that were removed last, so that one on screen can still be named. */
export class RecentlyRemoved {
  readonly #removed = new Map<string, ConnectionRecord>();

  get(key: string): ConnectionRecord | undefined {
    return this.#removed.get(key);
  }

  remember(records: readonly ConnectionRecord[]): void {
    for (const record of records.slice(-maxRemembered)) this.#removed.set(record.key, record);
    const surplus = Math.max(0, this.#removed.size - maxRemembered);
    for (const key of [...this.#removed.keys()].slice(0, surplus)) this.#removed.delete(key);
  }
}
