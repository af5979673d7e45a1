import { z } from 'zod';
import { parseStored, readableItems } from '#core/stored-json.ts';
import type { SealedVault } from '#core/vault/sealed-vault.ts';

/** The purpose of the journal's records in the vault. */
export const purpose = 'purchases';

/** Under how many names the index is stored: one bad record must not hide the entries. */
const copies = 2;

/** The names that the index may have, in the order in which they are read. */
const indexNames = ['index', ...Array.from({ length: 7 }, (_, nth) => `index ${String(nth + 2)}`)];

const strings = z.array(z.string());

/** The index as it is stored. */
export const IndexRecord = z.object({ ids: strings, spentTickets: strings, hosts: strings });
export type IndexRecord = z.output<typeof IndexRecord>;

/** What can be read of an index that is not whole: each value by itself. */
const readable = readableItems(z.string());
const IndexRemains = z.object({ ids: readable, spentTickets: readable, hosts: readable });

interface JournalIndex extends IndexRecord {
  /** The names under which the index is to be written. */
  readonly names: readonly string[];
  /** The records that cannot be read as a whole; their text is empty where the seal does not open. */
  readonly unreadable: readonly { readonly name: string; readonly text: string }[];
}

/**
 * Reads the index of the journal. Where a record of it cannot be read as a whole, it is left as it is,
 * the index is put together from what the others say and what can be read of it, and the next names
 * are used. `ids` then may name entries that were removed since.
 */
export function readIndex(vault: SealedVault): JournalIndex {
  const names: string[] = [];
  const found: IndexRecord[] = [];
  const unreadable: { name: string; text: string }[] = [];
  for (const name of indexNames) {
    if (names.length === copies) break;
    const stored = vault.readOrBytes(purpose, name, IndexRecord);
    if (stored?.readable === false) {
      const text = Buffer.from(stored.bytes).toString();
      unreadable.push({ name, text });
      found.push(remainsOf(text));
    } else {
      names.push(name);
      if (stored) found.push(stored.value);
    }
  }
  return { ...indexFrom(unreadable.length === 0 ? found.slice(0, 1) : found), names, unreadable };
}

function remainsOf(text: string): IndexRecord {
  return parseStored(text, IndexRemains) ?? { ids: [], spentTickets: [], hosts: [] };
}

function indexFrom(records: readonly IndexRecord[]): IndexRecord {
  const together = (field: keyof IndexRecord) => [
    ...new Set(records.flatMap((record) => record[field])),
  ];
  return {
    ids: together('ids'),
    spentTickets: together('spentTickets'),
    hosts: together('hosts'),
  };
}
