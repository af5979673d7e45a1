import { z } from 'zod';
import type { Clock } from '#core/kernel/ports.ts';
import type { SealedChange, SealedVault } from '#core/kernel/vault/sealed-vault.ts';

const purpose = 'notes';

export const Note = z.object({
  text: z.string().max(2000),
  /** When it was written, Unix milliseconds. */
  at: z.number(),
});
type Note = z.output<typeof Note>;

export function storedNotes(vault: SealedVault): Map<string, Note> {
  return vault.readReadable(purpose, Note);
}

/** What to write so that a connection has this note, or none. */
export function noteChange(key: string, note: Note | undefined): SealedChange {
  return { purpose, name: key, value: note };
}

/** A sealed record each. A note stays while its connection is not in the list. */
export class Notes {
  readonly #vault: SealedVault;
  readonly #clock: Pick<Clock, 'now'>;
  #known: Map<string, Note> | undefined;

  constructor(vault: SealedVault, clock: Pick<Clock, 'now'>) {
    this.#vault = vault;
    this.#clock = clock;
  }

  of(key: string): string | undefined {
    return this.#notes().get(key)?.text;
  }

  /** @param text an empty one takes it away */
  set(key: string, text: string): void {
    const note = text === '' ? undefined : { text, at: this.#clock.now() };
    if (note === undefined) this.#notes().delete(key);
    else this.#notes().set(key, note);
    this.#vault.write([noteChange(key, note)]);
  }

  reload(): void {
    this.#known = undefined;
  }

  #notes(): Map<string, Note> {
    return (this.#known ??= storedNotes(this.#vault));
  }
}
