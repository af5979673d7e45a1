import type { PowerMonitor } from 'electron';
import type { App } from '#core/app/app.ts';

/** Reports to the core when the system sleeps, wakes or locks its screen. */
export function watchPower(
  monitor: Pick<PowerMonitor, 'on'>,
  core: Pick<App, 'setAsleep' | 'setLocked'>,
): void {
  monitor.on('suspend', () => core.setAsleep(true));
  monitor.on('resume', () => core.setAsleep(false));
  monitor.on('lock-screen', () => core.setLocked());
}
