import { VaultError, type RecordChange, type RecordKey, type Vault } from './ports.ts';

/** A vault that goes on in memory, and writes through to the disk where that is asked for. */
export interface FallbackVault extends Vault {
  /** Writes to the disk or throws the `VaultError` that kept it from there; nothing is kept then. */
  readonly writeThrough: (changes: readonly RecordChange[]) => void;
}

/**
 * The vault, and memory for what it will not take: on a full disk or a read-only folder the program
 * goes on for this run with everything it has received, and the person is told once.
 */
export function withFallback(
  vault: Vault,
  onProblem: (reason: VaultError['reason']) => void,
): FallbackVault {
  const unwritten = new Map<string, RecordChange>();
  const told = new Set<string>();

  function tell(error: unknown): void {
    if (!(error instanceof VaultError)) throw error;
    if (told.has(error.reason)) return;
    told.add(error.reason);
    onProblem(error.reason);
  }

  function writeThrough(changes: readonly RecordChange[]): void {
    // What failed before goes first, so that nothing older overwrites something newer.
    vault.write([...unwritten.values(), ...changes]);
    unwritten.clear();
  }

  return {
    ...vault,
    writeThrough(changes) {
      try {
        writeThrough(changes);
      } catch (error) {
        tell(error);
        throw error;
      }
    },
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
        writeThrough(changes);
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
