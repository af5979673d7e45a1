import { VaultError, type RecordChange, type RecordKey, type Vault } from '#core/kernel/ports.ts';

/**
 * On a full or read-only disk the program goes on in memory and reports it once. `writeThrough` then throws
 * a `VaultError` and stores nothing, in memory neither.
 */
export function withFallback(
  vault: Vault,
  onProblem: (reason: VaultError['reason']) => void,
): Vault & { readonly writeThrough: Vault['write'] } {
  const unwritten = new Map<string, RecordChange>();
  const reported = new Set<string>();

  function report(error: unknown): void {
    if (!(error instanceof VaultError)) throw error;
    if (reported.has(error.reason)) return;
    reported.add(error.reason);
    onProblem(error.reason);
  }

  function writeThrough(changes: readonly RecordChange[]): void {
    // What failed before goes first, so that nothing older overwrites something newer.
    vault.write([...unwritten.values(), ...changes]);
    unwritten.clear();
  }

  function stored(account: string, purpose: string): ReturnType<Vault['readAll']> {
    try {
      return vault.readAll(account, purpose);
    } catch (error) {
      // One record that cannot be read must not hide the others: who asks reads them one by one.
      if (error instanceof VaultError && error.reason === 'damaged') throw error;
      report(error);
      return [];
    }
  }

  return {
    ...vault,
    writeThrough(changes) {
      try {
        writeThrough(changes);
      } catch (error) {
        report(error);
        throw error;
      }
    },
    read(key) {
      const change = unwritten.get(nameOf(key));
      if (change) return change.sealed ?? undefined;
      try {
        return vault.read(key);
      } catch (error) {
        report(error);
        return undefined;
      }
    },
    readAll(account, purpose) {
      const records = new Map(stored(account, purpose).map((record) => [record.name, record]));
      for (const { sealed, ...place } of unwritten.values()) {
        if (place.account !== account || place.purpose !== purpose) continue;
        if (sealed === null) records.delete(place.name);
        else records.set(place.name, { name: place.name, sealed });
      }
      return [...records.values()];
    },
    removeAccount(account) {
      for (const [name, change] of unwritten)
        if (change.account === account) unwritten.delete(name);
      try {
        vault.removeAccount(account);
      } catch (error) {
        report(error);
      }
    },
    write(changes) {
      try {
        writeThrough(changes);
      } catch (error) {
        report(error);
        for (const change of changes) unwritten.set(nameOf(change), change);
      }
    },
  };
}

function nameOf({ account, purpose, name }: RecordKey): string {
  return JSON.stringify([account, purpose, name]);
}
