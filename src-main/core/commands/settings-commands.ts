import { ok } from '#contract/failure.ts';
import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import type { SettingsStore } from '../settings.ts';
import type { CommandsOf } from './command-table.ts';

/** Settings and the diagnostics file. */
export function createSettingsCommands(
  settings: SettingsStore,
  diagnostics: Diagnostics,
): CommandsOf<'settings'> {
  return {
    'settings.get': () => ok(settings.get()),
    'settings.set': (change) => ok(settings.set(change)),
    'settings.saveDiagnostics': () => diagnostics.save(),
  };
}
