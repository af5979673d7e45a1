import type { CheckedInput, CommandAnswer, CommandName } from '#contract/ipc.ts';
import type { Result } from '#contract/failure.ts';

/** Commands that no scene needs yet are missing, and answer `not-found`. */
export type Handlers = {
  [Name in CommandName]?: (input: CheckedInput<Name>) => Result<CommandAnswer<Name>>;
};
