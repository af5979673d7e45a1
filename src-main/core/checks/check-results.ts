import { z } from 'zod';
import { DatedCheck, type CheckResult } from '#contract/check-result.ts';
import type { ConnectionLine } from '#core/connections/connection.ts';
import type { SealedVault } from '#core/vault/sealed-vault.ts';

/** A connection that was checked, as it was then. */
type Checked = Pick<ConnectionLine, 'key' | 'fingerprint'>;

/** The newest result of each connection, stored across restarts. */
export interface CheckResults {
  /** `undefined`: not checked since it last changed. */
  of(connection: Checked): DatedCheck | undefined;
  /** @param at Unix milliseconds */
  put(connection: Checked, result: CheckResult, at: number): void;
  /** Seals what was put, without the results of connections that are gone. */
  save(isThere: (key: string) => boolean): void;
}

const purpose = 'checks';
const name = 'results';
const StoredResults = z.record(z.string(), DatedCheck.extend({ fingerprint: z.string() }));
type StoredResults = z.output<typeof StoredResults>;

/** Opens the record when a result is first requested. */
export function openCheckResults(vault: SealedVault): CheckResults {
  let known: Map<string, StoredResults[string]> | undefined;

  function results() {
    return (known ??= new Map(Object.entries(vault.read(purpose, name, StoredResults) ?? {})));
  }

  return {
    of({ key, fingerprint }) {
      const found = results().get(key);
      if (found?.fingerprint !== fingerprint) return undefined;
      return { result: found.result, at: found.at };
    },
    put({ key, fingerprint }, result, at) {
      results().set(key, { result, at, fingerprint });
    },
    save(isThere) {
      for (const key of [...results().keys()]) if (!isThere(key)) results().delete(key);
      vault.write([{ purpose, name, value: Object.fromEntries(results()) }]);
    },
  };
}
