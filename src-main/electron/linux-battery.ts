import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The kernel's list of power supplies (Documentation/ABI/testing/sysfs-class-power). */
const supplies = '/sys/class/power_supply';

/**
 * Whether a Linux system runs on its battery. Electron cannot tell: on Linux, Chromium's source of it
 * is a stub, so `isOnBatteryPower` is always false and neither event is sent.
 *
 * @returns `false` where no battery of the system discharges, or nothing can be read
 */
export function isLinuxOnBattery(folder: string = supplies): boolean {
  const all = namesIn(folder).map((name) => {
    const value = (field: string) => valueOf(join(folder, name, field));
    return {
      isBattery: value('type') === 'Battery',
      // The battery of a mouse has the scope `Device`.
      isOfSystem: value('scope') !== 'Device',
      online: value('online') === '1',
      discharging: value('status') === 'Discharging',
    };
  });
  const own = all.filter(({ isOfSystem }) => isOfSystem);
  if (own.some(({ isBattery, online }) => !isBattery && online)) return false;
  return own.some(({ isBattery, discharging }) => isBattery && discharging);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function valueOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
