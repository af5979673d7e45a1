import type { PowerMonitor } from 'electron';
import type { App } from '#core/app/app.ts';
import type { Clock } from '#core/kernel/ports.ts';
import { createScheduler } from '#core/kernel/scheduler.ts';

/** How often a system that does not report its changes is asked for its battery, milliseconds. */
const batteryInterval = 30_000;

interface PowerParts {
  readonly monitor: Pick<PowerMonitor, 'on' | 'isOnBatteryPower'>;
  readonly core: Pick<App, 'setPower' | 'setLocked'>;
  readonly clock: Pick<Clock, 'after'>;
  /** Asks the system itself, where Electron cannot tell: on Linux. */
  readonly isOnBattery: (() => boolean) | undefined;
}

/** Reports to the core whether the system sleeps, runs on its battery or has locked its screen. */
export function watchPower({ monitor, core, clock, isOnBattery }: PowerParts): void {
  let asleep = false;
  let saving = isOnBattery === undefined ? monitor.isOnBatteryPower() : isOnBattery();
  const change = (next: { asleep?: boolean; saving?: boolean }) => {
    asleep = next.asleep ?? asleep;
    saving = next.saving ?? saving;
    core.setPower({ asleep, saving });
  };
  monitor.on('suspend', () => {
    change({ asleep: true });
  });
  monitor.on('resume', () => {
    change({ asleep: false });
  });
  monitor.on('on-battery', () => {
    change({ saving: true });
  });
  monitor.on('on-ac', () => {
    change({ saving: false });
  });
  monitor.on('lock-screen', () => {
    core.setLocked();
  });
  core.setPower({ asleep, saving });
  if (isOnBattery === undefined) return;
  createScheduler(clock).repeat(() => {
    const next = isOnBattery();
    if (next !== saving) change({ saving: next });
  }, batteryInterval);
}
