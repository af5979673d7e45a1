import type { z } from 'zod';
import type { bridge, CommandAnswer, CommandName } from '#contract/ipc.ts';
import type { Result } from '#contract/failure.ts';

/** Commands that no scene needs yet are missing, and answer `not-found`. */
export type Handlers = {
  [Name in CommandName]?: (
    input: z.output<(typeof bridge)[Name]['input']>,
  ) => Result<CommandAnswer<Name>>;
};
