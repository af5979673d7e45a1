import type { KeyRing } from './key-ring.ts';

/** The names of the accounts on this device, which are stored in the keychain. */
export interface AccountNames {
  /** Empty where it is not known. */
  of(id: string): string;
  /** Remembers the name of the open account, in the keychain too. */
  learn(id: string, name: string): void;
  /** Asks the keychain for those that are not known yet. */
  read(ids: readonly string[]): Promise<void>;
  forget(id: string): void;
}

export function createAccountNames(keyRing: Pick<KeyRing, 'name' | 'saveName'>): AccountNames {
  const names = new Map<string, string>();
  return {
    of: (id) => names.get(id) ?? '',
    learn(id, name) {
      if (name === '' || names.get(id) === name) return;
      names.set(id, name);
      void keyRing.saveName(id, name);
    },
    async read(ids) {
      for (const id of ids) if (!names.has(id)) names.set(id, await keyRing.name(id));
    },
    forget(id) {
      names.delete(id);
    },
  };
}
