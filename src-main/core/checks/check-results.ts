import { z } from 'zod';
import { CheckResult, type DatedCheck } from '#contract/check-result.ts';
import type { SealedChange, SealedVault } from '#core/kernel/vault/sealed-vault.ts';

export const StoredResult = z.object({
  result: CheckResult,
  /** Unix milliseconds. */
  at: z.number(),
  /** The mark of its network; `null` where the system did not tell which it was. */
  network: z.string().nullable(),
  /** When the connection last answered, in any network, Unix milliseconds. */
  answeredAt: z.number().nullable(),
});
type StoredResult = z.output<typeof StoredResult>;

const StoredResults = z.record(z.string(), StoredResult);

export function storedResults(vault: SealedVault): Readonly<Record<string, StoredResult>> {
  return vault.read('checks', 'results', StoredResults) ?? {};
}

export function resultsChange(value: Readonly<Record<string, StoredResult>>): SealedChange {
  return { purpose: 'checks', name: 'results', value };
}

/** The newest result of each connection, stored across restarts. */
export class CheckResults {
  readonly #vault: SealedVault;
  readonly #network: () => string | undefined;
  #known: Map<string, StoredResult> | undefined;
  /** What is shown of them in this network. */
  readonly #shown = new Map<string, DatedCheck>();

  /** @param network the mark of the network that this computer is in, while that is known */
  constructor(vault: SealedVault, network: () => string | undefined) {
    this.#vault = vault;
    this.#network = network;
  }

  /** The same object until it changes. `undefined`: not checked since it last changed. */
  of(key: string): DatedCheck | undefined {
    const stored = this.#results().get(key);
    if (stored === undefined) return undefined;
    const shown = this.#shown.get(key) ?? this.#show(stored);
    this.#shown.set(key, shown);
    return shown;
  }

  /** @param at Unix milliseconds */
  put(key: string, result: CheckResult, at: number): void {
    const results = this.#results();
    const answeredAt = result.outcome === 'answers' ? at : (results.get(key)?.answeredAt ?? null);
    results.set(key, { result, at, network: this.#network() ?? null, answeredAt });
    this.#shown.delete(key);
  }

  /** Forgets the results of connections that have changed or are gone; answers what is to be written. */
  forget(keys: readonly string[]): SealedChange[] {
    const results = this.#results();
    for (const key of keys) this.#shown.delete(key);
    const forgotten = keys.filter((key) => results.delete(key));
    return forgotten.length > 0 ? [this.#change()] : [];
  }

  /** The computer is in another network; answers of which connections another result is shown now. */
  networkChanged(): string[] {
    return [...this.#shown].flatMap(([key, before]) => {
      this.#shown.delete(key);
      if (this.of(key)?.elsewhere !== before.elsewhere) return [key];
      this.#shown.set(key, before);
      return [];
    });
  }

  reload(): void {
    this.#known = undefined;
    this.#shown.clear();
  }

  save(): void {
    this.#vault.write([this.#change()]);
  }

  #show({ result, at, network, answeredAt }: StoredResult): DatedCheck {
    const here = this.#network();
    return {
      result,
      at,
      ...(here !== undefined && network !== here && { elsewhere: true }),
      ...(answeredAt !== null && result.outcome !== 'answers' && { answeredAt }),
    };
  }

  #results(): Map<string, StoredResult> {
    return (this.#known ??= new Map(Object.entries(storedResults(this.#vault))));
  }

  #change(): SealedChange {
    return resultsChange(Object.fromEntries(this.#results()));
  }
}
