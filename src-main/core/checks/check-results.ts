import { z } from 'zod';
import { DatedCheck, type CheckResult } from '#contract/check-result.ts';
import type { SealedChange, SealedVault } from '#core/vault/sealed-vault.ts';

const StoredResults = z.record(z.string(), DatedCheck);

/**
 * The newest result of each connection by its key, stored across restarts. The record is opened when a
 * result is first requested.
 */
export class CheckResults {
  readonly #vault: SealedVault;
  #known: Map<string, DatedCheck> | undefined;

  constructor(vault: SealedVault) {
    this.#vault = vault;
  }

  /** `undefined`: not checked since it last changed. */
  of(key: string): DatedCheck | undefined {
    return this.#results().get(key);
  }

  /** @param at Unix milliseconds */
  put(key: string, result: CheckResult, at: number): void {
    this.#results().set(key, { result, at });
  }

  /** Forgets the results of connections that have changed or are gone; answers what is to be written. */
  forget(keys: readonly string[]): SealedChange[] {
    const results = this.#results();
    const forgotten = keys.filter((key) => results.delete(key));
    return forgotten.length > 0 ? [this.#change()] : [];
  }

  /** Seals what was put. */
  save(): void {
    this.#vault.write([this.#change()]);
  }

  #results(): Map<string, DatedCheck> {
    return (this.#known ??= new Map(
      Object.entries(this.#vault.read('checks', 'results', StoredResults) ?? {}),
    ));
  }

  #change(): SealedChange {
    return { purpose: 'checks', name: 'results', value: Object.fromEntries(this.#results()) };
  }
}
