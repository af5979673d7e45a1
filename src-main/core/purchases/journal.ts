import { z } from 'zod';
import type { SealedVault } from '#core/vault/sealed-vault.ts';
import { isUnsaved, open, type Entry } from './entry.ts';
import type { View } from './reconciliation/view.ts';

/** Finished entries beyond this are dropped, oldest first; what is open or unsaved never is. */
const entriesKept = 200;

/** Tickets of entries that are gone: a form that was forgotten open must not buy again. */
const ticketsKept = 500;

const purpose = 'purchases';

interface Index {
  readonly ids: readonly string[];
  readonly spentTickets: readonly string[];
  readonly hosts: readonly string[];
}

/** The sealed store of the journal. Everything it returns is in memory; every change is on the disk. */
export interface Journal {
  /** Newest first. */
  entries(): Entry[];
  get(id: string): Entry | undefined;
  byTicket(ticket: string): Entry | undefined;
  /** What there was before the last attempt. */
  baseline(id: string): View | undefined;
  /** Whether an entry of this ticket was there once. */
  isSpent(ticket: string): boolean;
  /** Holds an entry of which nothing was sent yet: not written down. */
  hold(entry: Entry): void;
  put(entry: Entry, baseline?: View): void;
  /** Like `put`, but throws the `VaultError` when it cannot be on the disk. */
  putForSure(entry: Entry, baseline: View): void;
  /** Forgets an entry; `spent`: and never takes its ticket again. */
  remove(id: string, spent: boolean): void;
  /** Hosts that the person agreed to open. */
  hosts(): ReadonlySet<string>;
  confirmHost(host: string): void;
}

/**
 * Opens the journal.
 *
 * @param options.vault goes on in memory when the disk refuses
 * @param options.sure the same records, but throws then
 */
export function openJournal(options: {
  readonly vault: SealedVault;
  readonly sure: SealedVault;
}): Journal {
  const { vault, sure } = options;
  const entries = new Map<string, Entry>();
  const baselines = new Map<string, View>();
  const index = vault.read(purpose, 'index', z.custom<Index>());
  const hosts = new Set(index?.hosts);
  let spentTickets = index?.spentTickets ?? [];
  for (const id of index?.ids ?? []) {
    const entry = vault.read(purpose, `entry ${id}`, z.custom<Entry>());
    const baseline = vault.read(purpose, `before ${id}`, z.custom<View>());
    if (entry) entries.set(id, entry);
    if (baseline) baselines.set(id, baseline);
  }
  /** Of these there is a record. */
  const written = new Set(entries.keys());

  function indexNow(): { purpose: string; name: string; value: Index } {
    const value = { ids: [...written], spentTickets, hosts: [...hosts] };
    return { purpose, name: 'index', value };
  }

  function write(to: SealedVault, entry: Entry, baseline: View | undefined): void {
    const listed = written.has(entry.id);
    written.add(entry.id);
    try {
      to.write([
        { purpose, name: `entry ${entry.id}`, value: entry },
        ...(baseline ? [{ purpose, name: `before ${entry.id}`, value: baseline }] : []),
        ...(listed ? [] : [indexNow()]),
      ]);
    } catch (error) {
      if (!listed) written.delete(entry.id);
      throw error;
    }
    entries.set(entry.id, entry);
    if (baseline) baselines.set(entry.id, baseline);
  }

  function remove(id: string, spent: boolean): void {
    const ticket = entries.get(id)?.ticket;
    entries.delete(id);
    baselines.delete(id);
    if (spent && ticket !== undefined) {
      spentTickets = [...spentTickets, ticket].slice(-ticketsKept);
    }
    if (!written.delete(id)) return;
    vault.write([
      { purpose, name: `entry ${id}`, value: undefined },
      { purpose, name: `before ${id}`, value: undefined },
      indexNow(),
    ]);
  }

  function newestFirst(): Entry[] {
    return [...entries.values()].toReversed().sort((a, b) => b.createdAt - a.createdAt);
  }

  function dropOldest(): void {
    if (entries.size <= entriesKept) return;
    const droppable = newestFirst().filter((each) => !open.has(each.state) && !isUnsaved(each));
    const excess = entries.size - entriesKept;
    for (const { id } of droppable.slice(-excess)) remove(id, true);
  }

  return {
    entries: newestFirst,
    get: (id) => entries.get(id),
    byTicket: (ticket) => [...entries.values()].find((entry) => entry.ticket === ticket),
    baseline: (id) => baselines.get(id),
    isSpent: (ticket) => spentTickets.includes(ticket),
    hold(entry) {
      entries.set(entry.id, entry);
    },
    put(entry, baseline) {
      write(vault, entry, baseline);
      dropOldest();
    },
    putForSure(entry, baseline) {
      write(sure, entry, baseline);
    },
    remove,
    hosts: () => hosts,
    confirmHost(host) {
      hosts.add(host);
      vault.write([indexNow()]);
    },
  };
}
