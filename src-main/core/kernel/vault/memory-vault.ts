import type { RecordChange, Vault } from '#core/kernel/ports.ts';

/** A vault that ends with the program, for a session without a keychain: nothing reaches the disk. */
export function createMemoryVault(): Vault {
  const records = new Map<string, RecordChange & { readonly sealed: Uint8Array }>();
  const idOf = ({ account, purpose, name }: Omit<RecordChange, 'sealed'>) =>
    JSON.stringify([account, purpose, name]);
  return {
    accounts: () => [...new Set([...records.values()].map(({ account }) => account))],
    read: (key) => records.get(idOf(key))?.sealed.slice(),
    readAll: (account, purpose) =>
      [...records.values()]
        .filter((record) => record.account === account && record.purpose === purpose)
        .map(({ name, sealed }) => ({ name, sealed: sealed.slice() }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    listing: (account) =>
      [...records.values()]
        .filter((record) => record.account === account)
        .map(({ purpose, name, sealed }) => {
          return `${purpose} ${name} ${Buffer.from(sealed.slice(-16)).toString('hex')}`;
        }),
    write(changes) {
      for (const { sealed, ...place } of changes) {
        if (sealed === null) records.delete(idOf(place));
        else records.set(idOf(place), { ...place, sealed: sealed.slice() });
      }
    },
    removeAccount(account) {
      for (const [id, record] of records) if (record.account === account) records.delete(id);
    },
    close: () => records.clear(),
  };
}
