import { z } from 'zod';
import type { Log, PlainFiles } from '#core/kernel/ports.ts';
import { readStoredFile } from '#core/kernel/stored-json.ts';

const fileName = 'updates.json';
const Stored = z.object({ checkedAt: z.number() });

export type LastUpdateCheck = ReturnType<typeof createLastUpdateCheck>;

/** When a check for updates last succeeded, in a plain file of the profile. */
export function createLastUpdateCheck(files: PlainFiles, log: Log) {
  let checkedAt = readStoredFile(files, log, fileName, Stored).value?.checkedAt ?? null;
  return {
    /** Unix milliseconds; `null` where none has succeeded yet. */
    at: (): number | null => checkedAt,
    succeeded(now: number): void {
      checkedAt = now;
      files.write(fileName, JSON.stringify({ checkedAt }));
    },
  };
}
