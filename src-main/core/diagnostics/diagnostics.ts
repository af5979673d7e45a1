import type { Result } from '#contract/failure.ts';
import type { Clock, Shell } from '#core/ports.ts';
import { savedAs } from '#core/saving.ts';
import { diagnosticsReport, type DiagnosticFacts } from './report.ts';

export interface Diagnostics {
  /** Asks where to save a report; answers the file's name, `null` when the user changed their mind. */
  save(): Promise<Result<{ name: string | null }>>;
}

/** @param options.facts gathers what is known at the moment of asking */
export function createDiagnostics(options: {
  readonly facts: () => Omit<DiagnosticFacts, 'at'>;
  readonly shell: Pick<Shell, 'saveFile'>;
  readonly clock: Pick<Clock, 'now'>;
}): Diagnostics {
  return {
    async save() {
      const at = options.clock.now();
      const day = new Date(at).toISOString().slice(0, 10);
      const text = diagnosticsReport({ ...options.facts(), at });
      const bytes = new TextEncoder().encode(text);
      return savedAs(() => options.shell.saveFile(`culvert-diagnostics-${day}.json`, bytes));
    },
  };
}
