import type { KeyRing } from './key-ring.ts';

/** The names of the accounts on this device, which are stored in the keychain. */
export type AccountNames = ReturnType<typeof createAccountNames>;

export function createAccountNames(keyRing: Pick<KeyRing, 'name' | 'saveName'>) {
  const names = new Map<string, string>();
  return {
    /** Empty where it is not known. */
    of: (id: string): string => names.get(id) ?? '',
    /** Remembers the name of the open account, in the keychain too. */
    learn(id: string, name: string) {
      if (name === '' || names.get(id) === name) return;
      names.set(id, name);
      void keyRing.saveName(id, name);
    },
    /** Asks the keychain for those that are not known yet. */
    async read(ids: readonly string[]): Promise<void> {
      for (const id of ids) if (!names.get(id)) names.set(id, await keyRing.name(id));
    },
    forget(id: string) {
      names.delete(id);
    },
  };
}
