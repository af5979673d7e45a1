import { z } from 'zod';
import type { Clock } from '#core/kernel/ports.ts';
import type { SealedChange, SealedVault } from '#core/kernel/vault/sealed-vault.ts';

/** The limits of all drafts together: their number, and their characters. */
export const maxDrafts = 20;
export const maxDraftCharacters = 2_000_000;

export const Draft = z.object({
  name: z.string(),
  text: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
});
type Draft = z.output<typeof Draft>;

const purpose = 'draft';

/** The stored drafts. */
export function storedDrafts(vault: SealedVault): readonly Draft[] {
  return vault.readAll(purpose, Draft).flatMap((record) => (record.readable ? [record.value] : []));
}

/** What to write so that a draft is there, or is not. */
export function draftChange(name: string, draft: Draft | undefined): SealedChange {
  return { purpose, name, value: draft };
}

/** What was typed in the editors of an account and not saved, sealed. May hold secrets. */
export class Drafts {
  readonly #vault: SealedVault;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(vault: SealedVault, clock: Pick<Clock, 'now'>) {
    this.#vault = vault;
    this.#clock = clock;
  }

  names(): readonly string[] {
    return storedDrafts(this.#vault).map(({ name }) => name);
  }

  read(name: string): string | null {
    return this.#vault.read(purpose, name, Draft)?.text ?? null;
  }

  /** @param text `null` removes the draft */
  write(name: string, text: string | null): void {
    const others = storedDrafts(this.#vault).filter((draft) => draft.name !== name);
    const dropped = text === null ? [] : this.#beyondLimits(others, text.length);
    const value = text === null ? undefined : { name, text, at: this.#clock.now() };
    this.#vault.write([
      draftChange(name, value),
      ...dropped.map((draft) => draftChange(draft.name, undefined)),
    ]);
  }

  /** Those of `others` that have no place beside one of so many characters: the oldest. */
  #beyondLimits(others: readonly Draft[], characters: number): readonly Draft[] {
    let room = maxDraftCharacters - characters;
    let places = maxDrafts - 1;
    return others
      .toSorted((one, other) => other.at - one.at)
      .filter(({ text }) => {
        room -= text.length;
        places -= 1;
        return room < 0 || places < 0;
      });
  }
}
