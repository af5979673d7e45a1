import type { CheckedInput, CommandAnswer, CommandName } from '#contract/ipc.ts';
import { fail, type Result } from '#contract/failure.ts';
import type { Account } from '../accounts/account.ts';
import type { Session } from '../accounts/session.ts';

/** One handler for each IPC command, with its checked input. */
export type Commands = {
  readonly [Name in CommandName]: (
    input: CheckedInput<Name>,
  ) => Result<CommandAnswer<Name>> | Promise<Result<CommandAnswer<Name>>>;
};

/** The handlers of the commands whose names begin with one of these domains. */
export type CommandsOf<Domain extends string> = Pick<
  Commands,
  Extract<CommandName, `${Domain}.${string}`>
>;

/** Calls `answer` with the open account, or fails as `signed-out` where there is none. */
export type WithAccount = <T>(answer: (account: Account) => T) => T | Result<never>;

/** Without an open account nothing is sent anywhere. */
export function withAccountOf(session: Session): WithAccount {
  return (answer) => {
    const account = session.current();
    return account ? answer(account) : fail('unsent', { reason: 'signed-out' });
  };
}
