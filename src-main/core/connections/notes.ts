import { z } from 'zod';
import type { SealedChange, SealedVault } from '#core/kernel/vault/sealed-vault.ts';

const purpose = 'notes';

/** A sealed record each. A note stays while its connection is not in the list. */
export const Note = z.object({
  text: z.string().max(2000),
  /** When it was written, Unix milliseconds. */
  at: z.number(),
});
export type Note = z.output<typeof Note>;

export function storedNotes(vault: SealedVault): Map<string, Note> {
  return vault.readReadable(purpose, Note);
}

export function noteChange(key: string, note: Note | undefined): SealedChange {
  return { purpose, name: key, value: note };
}
