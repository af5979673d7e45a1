import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { watchPower } from '#electron/power.ts';

describe('sleep and battery', () => {
  it('reach the core as their combined state', () => {
    const states: object[] = [];
    const monitor = Object.assign(new EventEmitter(), { isOnBatteryPower: () => true });
    watchPower(monitor as unknown as Parameters<typeof watchPower>[0], {
      setPower: (power) => void states.push(power),
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
});
