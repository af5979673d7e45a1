import { ok } from '#contract/failure.ts';
import { withAccount, type CommandsOf } from './command.ts';

export const statsCommands: CommandsOf<'stats' | 'servers'> = {
  'stats.watch': withAccount(({ stats }, { servers, focus }) => ok(stats.watch(servers, focus))),
  'servers.get': withAccount(({ serverStates }) => ok(serverStates.all())),
};
