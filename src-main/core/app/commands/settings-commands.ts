import { ok } from '#contract/failure.ts';
import type { CommandsOf } from './command.ts';
import { saveDiagnostics } from '#core/app/diagnostics.ts';

export const settingsCommands: CommandsOf<'settings'> = {
  'settings.get': (_, { settings }) => ok(settings.get()),
  'settings.set': {
    asks: ({ lockMinutes }, { settings }) =>
      lockMinutes === 0 && settings.get().lockMinutes > 0 ? [{ kind: 'lock-off' }] : [],
    run(change, { settings, session }) {
      if (change.checkHistory === false) session.current()?.forgetChecks({ of: 'history' });
      return ok(settings.set(change));
    },
  },
  'settings.saveDiagnostics': (_, app) => saveDiagnostics(app),
};
