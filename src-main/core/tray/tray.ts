import { freshCheckMs } from '#contract/check-result.ts';
import type { Session } from '#core/session/session.ts';
import type { Clock } from '#core/kernel/ports.ts';
import { createScheduler } from '#core/kernel/scheduler.ts';
import type { SettingsStore } from '#core/desktop/settings.ts';
import { lockedTrayState, trayState, type TrayState } from './tray-state.ts';

/** What the tray shows, and when that changes; `isHeldBack`: it waits, for reading costs. */
export function createTray(options: {
  readonly clock: Clock;
  readonly session: Pick<Session, 'current' | 'state'>;
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly isHeldBack: () => boolean;
  readonly onChange: () => void;
}) {
  const { clock, session, settings } = options;
  const soon = createScheduler(clock);
  const checkAge = createScheduler(clock);

  function state(): TrayState {
    const { status, persistent } = session.state();
    if (status === 'auto-locked') return lockedTrayState(settings.get());
    return trayState(session.current(), persistent, settings.get(), clock.now());
  }

  function changed(): void {
    if (soon.isScheduled || options.isHeldBack()) return;
    soon.schedule(options.onChange, 0);
  }

  return {
    state,
    /** What it shows may have changed: many changes of one moment are one change of the tray. */
    changed,
    /** Connections were checked: a result that is not fresh any more is not shown. */
    checked() {
      checkAge.schedule(changed, freshCheckMs);
    },
  };
}
