import { ok } from '#contract/failure.ts';
import type { CommandsOf } from './command.ts';
import { saveDiagnostics } from './diagnostics/diagnostics.ts';

/** Settings and the diagnostics file. */
export const settingsCommands: CommandsOf<'settings'> = {
  'settings.get': (_, { settings }) => ok(settings.get()),
  'settings.set': {
    asks: ({ touchId }, { settings }) =>
      touchId === false && settings.get().touchId ? [{ kind: 'touch-id-off' }] : [],
    run: (change, { settings }) => ok(settings.set(change)),
  },
  'settings.saveDiagnostics': (_, app) => saveDiagnostics(app),
};
