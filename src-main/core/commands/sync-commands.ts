import { ok } from '#contract/failure.ts';
import type { Session } from '../accounts/session.ts';
import { nothingSynced } from '../tray-state.ts';
import type { CommandsOf, WithAccount } from './command-table.ts';

/** Refreshing what is shown, how the servers are, and the service's notifications. */
export function createSyncCommands({
  session,
  withAccount,
  setPaused,
}: {
  readonly session: Session;
  readonly withAccount: WithAccount;
  readonly setPaused: (paused: boolean) => void;
}): CommandsOf<'sync' | 'inbox' | 'servers'> {
  return {
    'sync.get': () => ok(session.current()?.sync.state() ?? nothingSynced),
    'sync.refresh': () => withAccount(async ({ sync }) => ok(await sync.refresh('user'))),
    'sync.pause': ({ paused }) =>
      withAccount(({ sync }) => {
        setPaused(paused);
        return ok(sync.state());
      }),

    'servers.get': () => withAccount(({ serverStates }) => ok(serverStates.all())),

    'inbox.get': () => withAccount(({ inbox }) => ok(inbox.state())),
    'inbox.markRead': ({ ids }) => withAccount(({ inbox }) => ok(inbox.markRead(ids))),
  };
}
