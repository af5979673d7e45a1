import { ok } from '#contract/failure.ts';
import type { Consent } from '../consent/consent.ts';
import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import type { SettingsStore } from '../settings.ts';
import type { CommandsOf } from './command-table.ts';

/** Settings and the diagnostics file. */
export function createSettingsCommands(
  settings: SettingsStore,
  diagnostics: Diagnostics,
  consent: Pick<Consent, 'ask'>,
): CommandsOf<'settings'> {
  return {
    'settings.get': () => ok(settings.get()),
    'settings.set': async (change) => {
      if (change.touchId === false && settings.get().touchId) {
        const given = await consent.ask({ kind: 'touch-id-off' });
        if (!given.ok) return given;
      }
      return ok(settings.set(change));
    },
    'settings.saveDiagnostics': () => diagnostics.save(),
  };
}
