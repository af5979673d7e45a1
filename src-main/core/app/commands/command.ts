import type { CheckedInput, CommandAnswer, CommandName } from '#contract/ipc.ts';
import { fail, type Result } from '#contract/failure.ts';
import type { Account } from '#core/session/account.ts';
import type { AppParts } from '#core/app/app-parts.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';

type Answer<Name extends CommandName> =
  | Result<CommandAnswer<Name>>
  | Promise<Result<CommandAnswer<Name>>>;

type Handler<Name extends CommandName> = (input: CheckedInput<Name>, app: AppParts) => Answer<Name>;

interface AskingHandler<Name extends CommandName> {
  /** What the user is asked first, one question after the other; none for what is harmless. */
  readonly asks: (
    input: CheckedInput<Name>,
    app: AppParts,
  ) => readonly ConsentQuestion[] | Promise<readonly ConsentQuestion[]>;
  readonly run: Handler<Name>;
}

export type Commands = { readonly [Name in CommandName]: Handler<Name> | AskingHandler<Name> };

/** The handlers of the commands whose names begin with one of these domains. */
export type CommandsOf<Domain extends string> = Pick<
  Commands,
  Extract<CommandName, `${Domain}.${string}`>
>;

/** A handler about the open account; fails as `signed-out` where there is none. */
export function withAccount<Input, Output>(
  answer: (account: Account, input: Input, app: AppParts) => Output,
): (input: Input, app: AppParts) => Output | Result<never> {
  return (input, app) => {
    const account = app.session.current();
    return account ? answer(account, input, app) : fail('unsent', { reason: 'signed-out' });
  };
}
