import { z } from 'zod';
import type { SealedVault } from '#core/kernel/vault/sealed-vault.ts';

const purpose = 'notes';

/**
 * What the user noted of connections, by their keys: a sealed record each, read when they are first
 * needed. A note stays while its connection is not in the list.
 */
export class Notes {
  readonly #vault: SealedVault;
  #known: Map<string, string> | undefined;

  constructor(vault: SealedVault) {
    this.#vault = vault;
  }

  /** `undefined` where there is none. */
  of(key: string): string | undefined {
    return this.#notes().get(key);
  }

  /** @param note an empty one takes it away */
  set(key: string, note: string): void {
    if (note === '') this.#notes().delete(key);
    else this.#notes().set(key, note);
    this.#vault.write([{ purpose, name: key, value: note === '' ? undefined : note }]);
  }

  #notes(): Map<string, string> {
    return (this.#known ??= new Map(
      this.#vault
        .readAll(purpose, z.string())
        .flatMap((note) => (note.readable ? [[note.name, note.value] as const] : [])),
    ));
  }
}
