import { ok } from '#contract/failure.ts';
import { withAccount, type CommandsOf } from './command.ts';
import { nothingSynced } from '#core/tray/tray-state.ts';

export const syncCommands: CommandsOf<'sync' | 'inbox'> = {
  'sync.get': (_, { session }) => ok(session.current()?.sync.state() ?? nothingSynced),
  'sync.refresh': withAccount(async ({ sync }) => ok(await sync.refreshNow('user'))),
  'sync.endPauses': withAccount(({ sync, limiter }) => {
    limiter.endPauses();
    return ok(sync.state());
  }),
  'sync.pause': withAccount(({ sync }, { paused }, { activity }) => {
    activity.change({ paused });
    return ok(sync.state());
  }),

  'inbox.get': withAccount(({ inbox }) => ok(inbox.state())),
  'inbox.markRead': withAccount(({ inbox }, { ids }) => ok(inbox.markRead(ids))),
};
