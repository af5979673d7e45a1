import type { SealedVault } from '../vault/sealed-vault.ts';

/** How many connections the tray remembers as recently copied. */
const recentsKept = 12;

interface Chosen {
  readonly favourites: readonly string[];
  readonly recents: readonly string[];
}

/** What the person chose among the connections, by their keys; on the disk when a call returns. */
export interface Choices {
  favourites(): readonly string[];
  /** Newest first. */
  recents(): readonly string[];
  isFavourite(key: string): boolean;
  setFavourite(key: string, favourite: boolean): void;
  /** Remembers that it was copied. */
  remember(key: string): void;
}

export function openChoices(vault: SealedVault): Choices {
  let chosen = vault.read<Chosen>('choices', 'connections') ?? { favourites: [], recents: [] };

  function choose(next: Partial<Chosen>): void {
    chosen = { ...chosen, ...next };
    vault.write([{ purpose: 'choices', name: 'connections', value: chosen }]);
  }

  return {
    favourites: () => chosen.favourites,
    recents: () => chosen.recents,
    isFavourite: (key) => chosen.favourites.includes(key),
    setFavourite(key, favourite) {
      const others = chosen.favourites.filter((each) => each !== key);
      choose({ favourites: favourite ? [...others, key] : others });
    },
    remember(key) {
      const recents = [key, ...chosen.recents.filter((each) => each !== key)];
      choose({ recents: recents.slice(0, recentsKept) });
    },
  };
}
