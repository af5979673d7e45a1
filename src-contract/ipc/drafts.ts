import { z } from 'zod';
import { command, noInput } from './command.ts';

/** Which editor a draft is of, such as `config:7 xray`. */
const name = z.string().min(1).max(200);

const longestDraft = 1_000_000;

interface DraftNames {
  readonly names: readonly string[];
}

/** What is typed in an editor and not saved: it outlives a lock and a crash. */
export const draftCommands = {
  'drafts.list': command<DraftNames>()(noInput),
  'drafts.read': command<{ text: string | null }>()(z.strictObject({ name })),
  /** `null` removes it. Beyond the limit of all drafts, the oldest are removed. */
  'drafts.write': command<DraftNames>()(
    z.strictObject({ name, text: z.string().max(longestDraft).nullable() }),
  ),
} as const;
