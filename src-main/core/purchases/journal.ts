import { z } from 'zod';
import { openStates, type UnreadablePurchase } from '#contract/ipc/purchase-journal.ts';
import type { NamedRecord, SealedChange, SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import { Entry, isUnsaved } from './entry.ts';
import { isFromBalance } from './match.ts';
import { Snapshot } from './snapshot.ts';

/** Finished entries beyond this are dropped, oldest first; what is open or unsaved never is. */
const maxEntries = 200;

/** Tickets of entries that are gone: a form that was forgotten open must not buy again. */
const maxTickets = 500;

/** The entries and what there was before each, by their ids; and what both forget. */
const entryPurpose = 'purchases';
const baselinePurpose = 'purchase-baselines';
const spentTicketsPlace = { purpose: 'purchase-tickets', name: 'spent' } as const;
const Strings = z.array(z.string());

/** Closed entries with an unsaved secret: another computer cannot reconcile open ones. */
export function unsavedEntries(vault: SealedVault): ReadonlyMap<string, Entry> {
  const all = [...vault.readReadable(entryPurpose, Entry)];
  return new Map(all.filter(([, entry]) => isUnsaved(entry) && !openStates.has(entry.state)));
}

export function entryChange(id: string, entry: Entry | undefined): SealedChange {
  return { purpose: entryPurpose, name: id, value: entry };
}

/** Its text is empty where the seal does not open; `id` is then the hidden name. */
type UnreadableEntry = UnreadablePurchase & { readonly text: string };

/** In memory and on the disk. A record that cannot be read stays as it is. */
export class Journal {
  readonly #vault: SealedVault;
  readonly #entries = new Map<string, Entry>();
  readonly #baselines = new Map<string, Snapshot>();
  readonly #unreadable = new Map<string, UnreadableEntry>();
  #spentTickets: readonly string[];

  constructor(vault: SealedVault) {
    this.#vault = vault;
    this.#spentTickets =
      vault.read(spentTicketsPlace.purpose, spentTicketsPlace.name, Strings) ?? [];
    for (const record of vault.readAll(entryPurpose, Entry)) this.#load(record);
  }

  /** Takes over the entries with unsaved secrets that were restored, or were taken back. */
  reload(): void {
    const stored = unsavedEntries(this.#vault);
    for (const [id, entry] of this.#entries) {
      if (isUnsaved(entry) && !openStates.has(entry.state) && !stored.has(id)) {
        this.#entries.delete(id);
      }
    }
    for (const [id, entry] of stored) this.#entries.set(id, entry);
  }

  #load(record: NamedRecord<Entry>): void {
    const { name: id } = record;
    if (record.readable) {
      this.#entries.set(id, record.value);
      if (!isCompared(record.value)) return;
      const baseline = this.#vault.read(baselinePurpose, id, Snapshot);
      if (baseline) this.#baselines.set(id, baseline);
      return;
    }
    const text = Buffer.from(record.bytes).toString();
    this.#unreadable.set(id, { id, createdAt: dateInRecord(text), text });
  }

  /** Newest first. */
  entries(): Entry[] {
    return [...this.#entries.values()].toReversed().sort((a, b) => b.createdAt - a.createdAt);
  }

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

  /** What there was before the last attempt, as long as anything is compared with it. */
  baseline(id: string): Snapshot | undefined {
    return this.#baselines.get(id);
  }

  /** Nothing more is compared with what there was before an entry. */
  forgetBaseline(id: string): void {
    if (!this.#baselines.delete(id)) return;
    this.#vault.write([{ purpose: baselinePurpose, name: id, value: undefined }]);
  }

  isSpent(ticket: string): boolean {
    return this.#spentTickets.includes(ticket);
  }

  /** Holds an entry of which nothing was sent yet: not written down. */
  hold(entry: Entry): void {
    this.#entries.set(entry.id, entry);
  }

  put(entry: Entry, baseline?: Snapshot): void {
    this.#write('write', entry, baseline);
    this.#dropOldest();
  }

  /** Like `put`, but throws the `VaultError` when it cannot be on the disk. */
  putDurably(entry: Entry, baseline: Snapshot): void {
    this.#write('writeDurably', entry, baseline);
  }

  /** Forgets an entry; `spent`: and never takes its ticket again. */
  remove(id: string, spent: boolean): void {
    const ticket = this.#entries.get(id)?.ticket;
    const isDamaged = this.#unreadable.get(id)?.text === '';
    this.#entries.delete(id);
    this.#baselines.delete(id);
    this.#unreadable.delete(id);
    const changes: SealedChange[] = [
      { purpose: entryPurpose, name: id, value: undefined },
      { purpose: baselinePurpose, name: id, value: undefined },
    ];
    if (spent && ticket !== undefined) {
      this.#spentTickets = [...this.#spentTickets, ticket].slice(-maxTickets);
      changes.push({ ...spentTicketsPlace, value: this.#spentTickets });
    }
    if (isDamaged) this.#vault.removeDamaged(entryPurpose, id);
    else this.#vault.write(changes);
  }

  /** A baseline lists as much as the account has: it goes with the last comparison. */
  #write(how: 'write' | 'writeDurably', entry: Entry, baseline: Snapshot | undefined): void {
    const { id } = entry;
    const isOver = !isCompared(entry) && this.#baselines.has(id);
    this.#vault[how]([
      { purpose: entryPurpose, name: id, value: entry },
      ...(baseline || isOver ? [{ purpose: baselinePurpose, name: id, value: baseline }] : []),
    ]);
    this.#entries.set(id, entry);
    if (baseline) this.#baselines.set(id, baseline);
    else if (isOver) this.#baselines.delete(id);
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

/** Whether what there was before an entry decides what became of it, or what it was charged. */
function isCompared({ state, charged, expected }: Entry): boolean {
  return openStates.has(state) || (state === 'done' && charged === null && isFromBalance(expected));
}

/** When the entry of a record was made that cannot be read, if the record says so. */
function dateInRecord(text: string): number | null {
  const date = /"createdAt":(\d{1,15})[,}]/.exec(text)?.[1];
  return date === undefined ? null : Number(date);
}
