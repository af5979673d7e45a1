import { z } from 'zod';
import type { HistoryHere } from '#contract/check-history.ts';
import { CheckResult, isAboutServer, type DatedCheck } from '#contract/check-result.ts';
import type { SealedChange, SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import { CheckHistory, type Checked, type CheckHistoryOptions } from './check-history.ts';

export const StoredResult = z.object({
  result: CheckResult,
  /** Unix milliseconds. */
  at: z.number(),
  /** The mark of its network; `null` where the system did not tell which it was. */
  network: z.string().nullable(),
  /** When the connection last answered, in any network, Unix milliseconds. */
  answeredAt: z.number().nullable(),
  /** The connection had expired and was renewed since. */
  earlier: z.literal(true).exactOptional(),
});
type StoredResult = z.output<typeof StoredResult>;

const StoredResults = z.record(z.string(), StoredResult);

export function storedResults(vault: SealedVault): Readonly<Record<string, StoredResult>> {
  return vault.read('checks', 'results', StoredResults) ?? {};
}

export function resultsChange(value: Readonly<Record<string, StoredResult>>): SealedChange {
  return { purpose: 'checks', name: 'results', value };
}

/** The newest result of each connection and its history in each network, stored across restarts. */
export class CheckResults {
  readonly history: CheckHistory;
  readonly #vault: SealedVault;
  readonly #network: () => string | undefined;
  #known: Map<string, StoredResult> | undefined;
  readonly #shown = new Map<string, DatedCheck>();

  constructor(options: CheckHistoryOptions) {
    this.#vault = options.vault;
    this.#network = options.network;
    this.history = new CheckHistory(options);
  }

  /** The same object until it changes. `undefined`: not checked since it last changed. */
  of(key: string): DatedCheck | undefined {
    const stored = this.#results().get(key);
    if (stored === undefined) return undefined;
    const shown = this.#shown.get(key) ?? this.#show(stored);
    this.#shown.set(key, shown);
    return shown;
  }

  /** How likely it works in this network, 0 to 5; `undefined` where nothing speaks for or against it. */
  odds(checked: Checked, isServerUnknown: boolean): number | undefined {
    const check = this.of(checked.key);
    const tells = check?.elsewhere === true && isAboutServer(check.result);
    return this.history.odds(checked, {
      isServerUnknown,
      answeredElsewhere: tells ? check.result.outcome === 'answers' : undefined,
    });
  }

  here(checked: Checked): HistoryHere | undefined {
    return this.history.here(checked);
  }

  /** @param at Unix milliseconds */
  put(checked: Checked, result: CheckResult, at: number): void {
    const { key } = checked;
    const results = this.#results();
    const answeredAt = result.outcome === 'answers' ? at : (results.get(key)?.answeredAt ?? null);
    results.set(key, { result, at, network: this.#network() ?? null, answeredAt });
    this.#shown.delete(key);
    this.history.put(checked, result, at);
  }

  /** Forgets results of changed or gone connections, not the history on one server; answers what to write. */
  forget(keys: readonly string[], isGone: (key: string) => boolean): SealedChange[] {
    const gone = keys.filter(isGone);
    const past = gone.length > 0 ? this.history.forgetConnections(gone) : [];
    return this.#forgetNewest(keys) ? [...past, this.#change()] : past;
  }

  /** They had expired and were renewed: what was found is of before; answers what is to be written. */
  renewed(keys: readonly string[]): SealedChange[] {
    const results = this.#results();
    let isChanged = false;
    for (const key of keys) {
      const stored = results.get(key);
      if (!stored) continue;
      results.set(key, { ...stored, earlier: true });
      this.#shown.delete(key);
      isChanged = true;
    }
    return isChanged ? [this.#change()] : [];
  }

  /** The user forgets what was found in a network, or in all; answers of which connections. */
  forgetNetwork(id?: number): string[] {
    const marks = this.history.forgetNetworks(id === undefined ? undefined : [id]);
    const keys = [...this.#results()]
      .filter(([, { network }]) => id === undefined || marks.includes(network ?? ''))
      .map(([key]) => key);
    if (this.#forgetNewest(keys)) this.#vault.write([this.#change()]);
    return keys;
  }

  /** The computer is in another network; answers whose result or odds may be shown otherwise, or all. */
  networkChanged(): readonly string[] | undefined {
    const keys = [...this.#shown.keys()];
    this.#shown.clear();
    return this.history.networks().length === 0 ? keys : undefined;
  }

  reload(): void {
    this.#known = undefined;
    this.#shown.clear();
  }

  save(): void {
    this.#vault.write([this.#change(), ...this.history.changes()]);
  }

  #forgetNewest(keys: readonly string[]): boolean {
    const results = this.#results();
    for (const key of keys) this.#shown.delete(key);
    return keys.filter((key) => results.delete(key)).length > 0;
  }

  #show({ result, at, network, answeredAt, earlier }: StoredResult): DatedCheck {
    const here = this.#network();
    return {
      result,
      at,
      ...(earlier && { earlier }),
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
