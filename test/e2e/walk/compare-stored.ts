import type { BatchDetail } from '#contract/ipc/batches.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import type { PurchaseEntry } from '#contract/ipc/purchase-journal.ts';
import { parseConnectionKey } from '#contract/rules/connection-key.ts';
import type { Account } from '#service/store/state.ts';

/**
 * The expected notes of an account. A note that was written while nothing could be stored may be lost
 * by a restart; then the previous one counts as well.
 */
export class ExpectedNotes {
  /** The possible notes by connection key, the newest last. */
  readonly #possible = new Map<string, readonly string[]>();
  readonly #isUncertain = new Set<string>();

  /** @param isStored whether it was certainly written to the disk */
  noted(key: string, note: string, isStored: boolean): void {
    this.#possible.set(key, isStored ? [note] : [...this.#of(key), note]);
    this.#isUncertain.delete(key);
  }

  /** Notes that were only in memory may be lost. */
  restarted(): void {
    for (const [key, possible] of this.#possible) {
      if (possible.length > 1) this.#isUncertain.add(key);
    }
  }

  /** Describes each note of these rows that differs from the expected ones. */
  compare(rows: readonly ConnectionRow[]): string[] {
    return rows.flatMap(({ key, note = '' }) => {
      const possible = this.#of(key);
      const allowed = this.#isUncertain.has(key) ? possible : possible.slice(-1);
      if (allowed.includes(note)) return [];
      return [`the note of ${key} is “${note}”, not “${allowed.join('” or “')}”`];
    });
  }

  #of(key: string): readonly string[] {
    return this.#possible.get(key) ?? [''];
  }
}

/** Describes each item that a batch renamed and that has another title at the service. */
export function compareTitles({ items }: BatchDetail, { configs }: Account): string[] {
  return items.flatMap(({ key, title, state }) => {
    const id = parseConnectionKey(key);
    if (state !== 'done' || title === undefined || id?.source !== 'config') return [];
    const there = configs.find((config) => config.id === id.configId);
    if (there === undefined || (there.title ?? '') === (title.to ?? '')) return [];
    return [`${key} was renamed to “${title.to ?? ''}” and is called “${there.title ?? ''}”`];
  });
}

/**
 * Compares finished batches with the journal, and describes what is wrong: undecided items, and renewals
 * without a purchase of their own. The journal is compared with the ledger elsewhere.
 */
export function compareBatches(
  batches: readonly BatchDetail[],
  journal: readonly PurchaseEntry[],
): string[] {
  const wrong: string[] = [];
  const renewals = new Map<number, number>();
  for (const { summary, items } of batches) {
    if (summary.running) wrong.push(`a batch is still running: ${summary.action}`);
    for (const { key, state } of items) {
      if (['sending', 'finding-out'].includes(state)) wrong.push(`${key} is ${state}`);
      const id = parseConnectionKey(key);
      if (summary.action !== 'renew' || state !== 'done' || id?.source !== 'config') continue;
      renewals.set(id.configId, (renewals.get(id.configId) ?? 0) + 1);
    }
  }
  for (const [id, count] of renewals) {
    const bought = journal.filter(
      ({ endpoint, state, input }) =>
        endpoint === 'configs.renew' && state === 'done' && input.path?.config_id === id,
    );
    if (bought.length >= count) continue;
    wrong.push(`${String(count)} renewals of ${String(id)}, ${String(bought.length)} bought`);
  }
  return wrong;
}
