import { VaultError, type PlainFiles } from './ports.ts';

/**
 * The plain files, and memory for what the disk will not take: a choice that cannot be written is
 * still made for this run.
 *
 * @param onProblem hears of each refusal
 */
export function withMemoryFallback(
  files: PlainFiles,
  onProblem: (reason: VaultError['reason']) => void,
): PlainFiles {
  const unwritten = new Map<string, string>();
  return {
    read: (name) => unwritten.get(name) ?? files.read(name),
    write(name, text) {
      try {
        files.write(name, text);
        unwritten.delete(name);
      } catch (error) {
        if (!(error instanceof VaultError)) throw error;
        unwritten.set(name, text);
        onProblem(error.reason);
      }
    },
  };
}
