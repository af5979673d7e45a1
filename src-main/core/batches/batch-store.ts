import type { SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import { StoredBatch, type StoredItem } from './batch-record.ts';

/** Batches beyond this are dropped once they are over, oldest first. */
const maxBatches = 20;

const purpose = 'batches';

/** The sealed records of an account's batches; all of them are in memory as well. */
export class BatchStore {
  readonly #vault: SealedVault;
  readonly #batches: Map<string, StoredBatch>;

  constructor(vault: SealedVault) {
    this.#vault = vault;
    this.#batches = vault.readReadable(purpose, StoredBatch);
  }

  /** Newest first. */
  all(): StoredBatch[] {
    return [...this.#batches.values()].sort((one, other) => other.createdAt - one.createdAt);
  }

  get(id: string): StoredBatch | undefined {
    return this.#batches.get(id);
  }

  put(batch: StoredBatch): StoredBatch {
    this.#vault.write([{ purpose, name: batch.id, value: batch }]);
    this.#batches.set(batch.id, batch);
    return batch;
  }

  /** Like `put` of several at once, but throws the `VaultError` when they cannot be on the disk. */
  putDurably(batches: readonly StoredBatch[]): void {
    const dropped = this.all()
      .filter(({ state }) => state === 'over')
      .slice(maxBatches - 1);
    this.#vault.writeDurably([
      ...batches.map((value) => ({ purpose, name: value.id, value })),
      ...dropped
        .filter(({ id }) => !batches.some((batch) => batch.id === id))
        .map(({ id }) => ({ purpose, name: id, value: undefined })),
    ]);
    for (const { id } of dropped) this.#batches.delete(id);
    for (const batch of batches) this.#batches.set(batch.id, batch);
  }

  change(id: string, at: number, change: Partial<StoredItem>, durably = false): void {
    const batch = this.#batches.get(id);
    if (!batch) return;
    const items = batch.items.map((item, nth) => (nth === at ? { ...item, ...change } : item));
    if (durably) this.putDurably([{ ...batch, items }]);
    else this.put({ ...batch, items });
  }

  remove(id: string): void {
    this.#vault.write([{ purpose, name: id, value: undefined }]);
    this.#batches.delete(id);
  }
}
