import type { PlainFiles, VaultError } from './ports.ts';
import { refusalOf } from './vault/refusals.ts';

/** A setting that cannot be written still holds for this run. */
export function withMemoryFallback(
  files: PlainFiles,
  onProblem: (reason: VaultError['reason']) => void,
): PlainFiles {
  const unwritten = new Map<string, string>();
  /** Damaged files that could not be renamed: they are not overwritten in this run. */
  const untouched = new Set<string>();

  function attempt(change: () => void): boolean {
    const reason = refusalOf(change);
    if (reason !== undefined) onProblem(reason);
    return reason === undefined;
  }

  return {
    read: (name) => unwritten.get(name) ?? files.read(name),
    write(name, text) {
      const isWritten = !untouched.has(name) && attempt(() => files.write(name, text));
      if (isWritten) unwritten.delete(name);
      else unwritten.set(name, text);
    },
    setAside(name) {
      const isQuarantined = attempt(() => files.setAside(name));
      if (!isQuarantined) untouched.add(name);
    },
  };
}
