import type { SealedChange, SealedVault } from '../vault/sealed-vault.ts';

/** How many connections the tray remembers as recently copied. */
const recentsKept = 12;

interface Chosen {
  readonly favourites: readonly string[];
  readonly recents: readonly string[];
}

/** What the person chose among the connections, by their keys; read when it is first asked for. */
export interface Choices {
  favourites(): readonly string[];
  /** Newest first. */
  recents(): readonly string[];
  isFavourite(key: string): boolean;
  /** Takes a favourite over, or out; answers what is to be written with the list that shows it. */
  setFavourite(key: string, favourite: boolean): SealedChange;
  /** Remembers that it was copied; on the disk when this returns. */
  remember(key: string): void;
}

export function openChoices(vault: SealedVault): Choices {
  let known: Chosen | undefined;

  function chosen(): Chosen {
    known ??= vault.read<Chosen>('choices', 'connections') ?? { favourites: [], recents: [] };
    return known;
  }

  function choose(next: Partial<Chosen>): SealedChange {
    known = { ...chosen(), ...next };
    return { purpose: 'choices', name: 'connections', value: known };
  }

  return {
    favourites: () => chosen().favourites,
    recents: () => chosen().recents,
    isFavourite: (key) => chosen().favourites.includes(key),
    setFavourite(key, favourite) {
      const others = chosen().favourites.filter((each) => each !== key);
      return choose({ favourites: favourite ? [...others, key] : others });
    },
    remember(key) {
      const recents = [key, ...chosen().recents.filter((each) => each !== key)];
      vault.write([choose({ recents: recents.slice(0, recentsKept) })]);
    },
  };
}
