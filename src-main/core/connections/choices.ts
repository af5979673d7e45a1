import { z } from 'zod';
import type { SealedChange, SealedVault } from '#core/vault/sealed-vault.ts';

/** How many connections the tray remembers as recently copied. */
const maxRecents = 12;

const StoredChoices = z.object({
  favourites: z.array(z.string()).readonly(),
  recents: z.array(z.string()).readonly(),
});
type StoredChoices = z.output<typeof StoredChoices>;

const none: StoredChoices = { favourites: [], recents: [] };

/** What the user chose among the connections, by their keys; read when it is first requested. */
export interface Choices {
  favourites(): readonly string[];
  /** Newest first. */
  recents(): readonly string[];
  isFavourite(key: string): boolean;
  /**
   * Adds or removes a favourite; returns the change to write together with the list that shows it.
   */
  setFavourite(key: string, favourite: boolean): SealedChange;
  /** Remembers that it was copied; on the disk when this returns. */
  remember(key: string): void;
}

/**
 * @param storedFavourites the favourites, where they are known without opening a record
 */
export function openChoices(
  vault: SealedVault,
  storedFavourites: readonly string[] | undefined,
): Choices {
  let known: StoredChoices | undefined;

  function choices(): StoredChoices {
    if (known) return known;
    const { favourites, recents } = vault.read('choices', 'connections', StoredChoices) ?? none;
    return (known = { favourites: storedFavourites ?? favourites, recents });
  }

  function choose(next: Partial<StoredChoices>): SealedChange {
    known = { ...choices(), ...next };
    return { purpose: 'choices', name: 'connections', value: known };
  }

  const favourites = () => known?.favourites ?? storedFavourites ?? choices().favourites;

  return {
    favourites,
    recents: () => choices().recents,
    isFavourite: (key) => favourites().includes(key),
    setFavourite(key, favourite) {
      const others = favourites().filter((each) => each !== key);
      return choose({ favourites: favourite ? [...others, key] : others });
    },
    remember(key) {
      const recents = [key, ...choices().recents.filter((each) => each !== key)];
      vault.write([choose({ recents: recents.slice(0, maxRecents) })]);
    },
  };
}
