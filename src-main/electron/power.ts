import type { PowerMonitor } from 'electron';
import type { App } from '#core/app.ts';

/** Tells the core whether the system sleeps, runs on its battery or has locked its screen. */
export function watchPower(
  monitor: Pick<PowerMonitor, 'on' | 'isOnBatteryPower'>,
  core: Pick<App, 'setPower' | 'setLocked'>,
): void {
  let asleep = false;
  let saving = monitor.isOnBatteryPower();
  const change = (next: { asleep?: boolean; saving?: boolean }) => () => {
    asleep = next.asleep ?? asleep;
    saving = next.saving ?? saving;
    core.setPower({ asleep, saving });
  };
  monitor.on('suspend', change({ asleep: true }));
  monitor.on('resume', change({ asleep: false }));
  monitor.on('on-battery', change({ saving: true }));
  monitor.on('on-ac', change({ saving: false }));
  monitor.on('lock-screen', () => {
    core.setLocked();
  });
  core.setPower({ asleep, saving });
}
