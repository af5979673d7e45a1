import { VaultError } from '#core/kernel/ports.ts';

/** What work on the disk answers; where a `VaultError` ends it, what `refused` does. */
export function orRefused<T, U>(
  work: () => T,
  refused: (reason: VaultError['reason']) => U,
): T | U {
  try {
    return work();
  } catch (error) {
    if (error instanceof VaultError) return refused(error.reason);
    throw error;
  }
}

/** Why the disk refuses a change; `undefined` where it takes it. */
export function refusalOf(change: () => void): VaultError['reason'] | undefined {
  const make = () => {
    change();
    return undefined;
  };
  return orRefused(make, (reason) => reason);
}
