import type { UnreadablePurchase } from '#contract/ipc/purchase-journal.ts';
import type { SealedChange, SealedVault } from '#core/vault/sealed-vault.ts';
import { type Entry, isUnsaved, openStates } from './entry.ts';
import {
  dateInRecord,
  type IndexRecord,
  purpose,
  readIndex,
  StoredBaseline,
  StoredEntry,
} from './journal-record.ts';
import type { Snapshot } from './snapshot.ts';

/** Finished entries beyond this are dropped, oldest first; what is open or unsaved never is. */
const maxEntries = 200;

/** Tickets of entries that are gone: a form that was forgotten open must not buy again. */
const maxTickets = 500;

/**
 * The sealed store of the journal. Everything it returns is in memory; every change is on the disk.
 * A record that cannot be read stays as it is, and stays in the index.
 */
export class Journal {
  readonly #vault: SealedVault;
  readonly #durableVault: SealedVault;
  readonly #entries = new Map<string, Entry>();
  readonly #baselines = new Map<string, Snapshot>();
  readonly #unreadable = new Map<string, UnreadablePurchase & { readonly text: string }>();
  /** Ids of which there is a record. */
  readonly #written = new Set<string>();
  /** The names under which the index is written, and those that hold one that cannot be read. */
  #indexNames: readonly string[];
  readonly #unreadableIndexes: Set<string>;
  readonly #hosts: Set<string>;
  #spentTickets: readonly string[];

  /**
   * @param options.vault goes on in memory when the disk refuses
   * @param options.durableVault the same records, but throws then
   */
  constructor(options: { readonly vault: SealedVault; readonly durableVault: SealedVault }) {
    this.#vault = options.vault;
    this.#durableVault = options.durableVault;
    const index = readIndex(this.#vault);
    const isWhole = index.unreadable.length === 0;
    this.#indexNames = index.names;
    this.#unreadableIndexes = new Set(index.unreadable.map(({ name }) => name));
    this.#hosts = new Set(index.hosts);
    this.#spentTickets = index.spentTickets;
    for (const { name, text } of index.unreadable) {
      this.#unreadable.set(name, { id: name, createdAt: null, text });
    }
    for (const id of index.ids) this.#load(id, isWhole);
  }

  /** @param isListed whether the index is sure that there is a record of it */
  #load(id: string, isListed: boolean): void {
    const stored = this.#vault.readOrBytes(purpose, `entry ${id}`, StoredEntry);
    if (!stored && !isListed) return;
    this.#written.add(id);
    if (!stored?.readable) {
      const text = stored === undefined ? '' : Buffer.from(stored.bytes).toString();
      this.#unreadable.set(id, { id, createdAt: dateInRecord(text), text });
      return;
    }
    this.#entries.set(id, stored.value);
    const baseline = this.#vault.read(purpose, `before ${id}`, StoredBaseline);
    if (baseline) this.#baselines.set(id, baseline);
  }

  /** Newest first. */
  entries(): Entry[] {
    return [...this.#entries.values()].toReversed().sort((a, b) => b.createdAt - a.createdAt);
  }

  /** The entries that are on the disk and cannot be read, and each index that cannot. */
  unreadable(): UnreadablePurchase[] {
    return [...this.#unreadable.values()].map(({ id, createdAt }) => ({ id, createdAt }));
  }

  /** The record of an entry that cannot be read, as text; empty where it cannot even be opened. */
  unreadableText(id: string): string | undefined {
    return this.#unreadable.get(id)?.text;
  }

  get(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  byTicket(ticket: string): Entry | undefined {
    return [...this.#entries.values()].find((entry) => entry.ticket === ticket);
  }

  /** What there was before the last attempt. */
  baseline(id: string): Snapshot | undefined {
    return this.#baselines.get(id);
  }

  /** Whether an entry of this ticket was there once. */
  isSpent(ticket: string): boolean {
    return this.#spentTickets.includes(ticket);
  }

  /** Holds an entry of which nothing was sent yet: not written down. */
  hold(entry: Entry): void {
    this.#entries.set(entry.id, entry);
  }

  put(entry: Entry, baseline?: Snapshot): void {
    this.#write(this.#vault, entry, baseline);
    this.#dropOldest();
  }

  /** Like `put`, but throws the `VaultError` when it cannot be on the disk. */
  putDurably(entry: Entry, baseline: Snapshot): void {
    this.#write(this.#durableVault, entry, baseline);
  }

  /** Forgets an entry; `spent`: and never takes its ticket again. */
  remove(id: string, spent: boolean): void {
    const ticket = this.#entries.get(id)?.ticket;
    this.#entries.delete(id);
    this.#baselines.delete(id);
    this.#unreadable.delete(id);
    if (spent && ticket !== undefined) {
      this.#spentTickets = [...this.#spentTickets, ticket].slice(-maxTickets);
    }
    if (this.#unreadableIndexes.delete(id)) {
      this.#indexNames = [id, ...this.#indexNames];
      this.#vault.write(this.#index());
    }
    if (!this.#written.delete(id)) return;
    this.#vault.write([
      { purpose, name: `entry ${id}`, value: undefined },
      { purpose, name: `before ${id}`, value: undefined },
      ...this.#index(),
    ]);
  }

  /** Hosts that the user agreed to open. */
  hosts(): ReadonlySet<string> {
    return this.#hosts;
  }

  confirmHost(host: string): void {
    this.#hosts.add(host);
    this.#vault.write(this.#index());
  }

  #index(): SealedChange[] {
    const value: IndexRecord = {
      ids: [...this.#written],
      spentTickets: [...this.#spentTickets],
      hosts: [...this.#hosts],
    };
    return this.#indexNames.map((name) => ({ purpose, name, value }));
  }

  #write(vault: SealedVault, entry: Entry, baseline: Snapshot | undefined): void {
    const { id } = entry;
    const isListed = this.#written.has(id);
    this.#written.add(id);
    try {
      vault.write([
        { purpose, name: `entry ${id}`, value: entry },
        ...(baseline ? [{ purpose, name: `before ${id}`, value: baseline }] : []),
        ...(isListed ? [] : this.#index()),
      ]);
    } catch (error) {
      if (!isListed) this.#written.delete(id);
      throw error;
    }
    this.#entries.set(id, entry);
    if (baseline) this.#baselines.set(id, baseline);
  }

  #dropOldest(): void {
    const excess = this.#entries.size - maxEntries;
    if (excess <= 0) return;
    const droppable = this.entries().filter(
      (entry) => !openStates.has(entry.state) && !isUnsaved(entry),
    );
    for (const { id } of droppable.slice(-excess)) this.remove(id, true);
  }
}
