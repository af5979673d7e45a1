import { VaultError, type RecordChange, type RecordKey, type Vault } from './ports.ts';

/**
 * The vault, and memory for what it will not take: on a full disk or a read-only folder the program
 * goes on for this run with everything it has received, and the person is told once.
 */
export function withFallback(
  vault: Vault,
  onProblem: (reason: VaultError['reason']) => void,
): Vault {
  const unwritten = new Map<string, RecordChange>();
  const told = new Set<string>();

  function tell(error: unknown): void {
    if (!(error instanceof VaultError)) throw error;
    if (told.has(error.reason)) return;
    told.add(error.reason);
    onProblem(error.reason);
  }

  return {
    ...vault,
    read(key) {
      const change = unwritten.get(nameOf(key));
      if (change) return change.sealed ?? undefined;
      try {
        return vault.read(key);
      } catch (error) {
        tell(error);
        return undefined;
      }
    },
    write(changes) {
      try {
        // What failed before goes first, so that nothing older overwrites something newer.
        vault.write([...unwritten.values(), ...changes]);
        unwritten.clear();
      } catch (error) {
        tell(error);
        for (const change of changes) unwritten.set(nameOf(change), change);
      }
    },
  };
}

function nameOf({ account, purpose, name }: RecordKey): string {
  return JSON.stringify([account, purpose, name]);
}
