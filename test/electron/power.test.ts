import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { watchPower } from '#electron/power.ts';

describe('sleep and battery', () => {
  it('reach the core as their combined state', () => {
    const states: object[] = [];
    const monitor = Object.assign(new EventEmitter(), { isOnBatteryPower: () => true });
    watchPower(monitor as unknown as Parameters<typeof watchPower>[0], {
      setPower: (power) => void states.push(power),
      setLocked: () => undefined,
    });
    for (const event of ['suspend', 'on-ac', 'resume', 'on-battery']) monitor.emit(event);
    expect(states).toEqual([
      { asleep: false, saving: true },
      { asleep: true, saving: true },
      { asleep: true, saving: false },
      { asleep: false, saving: false },
      { asleep: false, saving: true },
    ]);
  });

  it('and a locked screen reach the core', () => {
    let locked = 0;
    const monitor = Object.assign(new EventEmitter(), { isOnBatteryPower: () => false });
    watchPower(monitor as unknown as Parameters<typeof watchPower>[0], {
      setPower: () => undefined,
      setLocked: () => void (locked += 1),
    });
    monitor.emit('lock-screen');
    expect(locked).toBe(1);
  });
});
