import { z } from 'zod';
import type { SealedChange, SealedVault } from '#core/vault/sealed-vault.ts';

const day = 86_400_000;
/** The day of each read, counted from 1 January 1970, by its name. */
const Days = z.record(z.string(), z.int());
const place = { purpose: 'read-dates', name: 'all' } as const;

/** Dates are rounded to the day, so that a day of refreshing writes each once. */
export function createReadDates(vault: SealedVault) {
  let days: Map<string, number> | undefined;
  const known = (): Map<string, number> =>
    (days ??= new Map(Object.entries(vault.read(place.purpose, place.name, Days) ?? {})));
  const change = (): SealedChange => ({ ...place, value: Object.fromEntries(known()) });

  return {
    /** What to write beside a read of this name; nothing where its day is put down already. */
    note(name: string, at: number): readonly SealedChange[] {
      const today = Math.floor(at / day);
      if (known().get(name) === today) return [];
      known().set(name, today);
      return [change()];
    },
    /** Takes out the names of reads that were last refreshed before, Unix milliseconds. */
    takeBefore(at: number): {
      readonly names: readonly string[];
      readonly changes: SealedChange[];
    } {
      const names = [...known()].filter(([, last]) => (last + 1) * day <= at).map(([name]) => name);
      for (const name of names) known().delete(name);
      return { names, changes: names.length > 0 ? [change()] : [] };
    },
  };
}
