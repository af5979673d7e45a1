import { z } from 'zod';
import type { SealedVault } from '#core/vault/sealed-vault.ts';

/** How many connections the tray remembers as recently copied. */
const maxRecents = 12;

const StoredChoices = z.object({
  favourites: z.array(z.string()).readonly(),
  recents: z.array(z.string()).readonly(),
});
type StoredChoices = z.output<typeof StoredChoices>;

const none: StoredChoices = { favourites: [], recents: [] };

/**
 * What the user chose among the connections, by their keys. It is read when it is first requested,
 * and a change is on the disk when its call returns.
 */
export class Choices {
  readonly #vault: SealedVault;
  #known: StoredChoices | undefined;
  #favouriteKeys: ReadonlySet<string> | undefined;

  constructor(vault: SealedVault) {
    this.#vault = vault;
  }

  favourites(): readonly string[] {
    return this.#choices().favourites;
  }

  /** Newest first. */
  recents(): readonly string[] {
    return this.#choices().recents;
  }

  isFavourite(key: string): boolean {
    this.#favouriteKeys ??= new Set(this.favourites());
    return this.#favouriteKeys.has(key);
  }

  setFavourite(key: string, favourite: boolean): void {
    const others = this.favourites().filter((each) => each !== key);
    this.#choose({ favourites: favourite ? [...others, key] : others });
  }

  /** Remembers that it was copied. */
  remember(key: string): void {
    const recents = [key, ...this.recents().filter((each) => each !== key)];
    this.#choose({ recents: recents.slice(0, maxRecents) });
  }

  #choices(): StoredChoices {
    return (this.#known ??= this.#vault.read('choices', 'connections', StoredChoices) ?? none);
  }

  #choose(changes: Partial<StoredChoices>): void {
    const value = { ...this.#choices(), ...changes };
    this.#known = value;
    this.#favouriteKeys = undefined;
    this.#vault.write([{ purpose: 'choices', name: 'connections', value }]);
  }
}
