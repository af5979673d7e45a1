import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLinuxOnBattery } from '#electron/linux-battery.ts';
import { watchPower } from '#electron/power.ts';
import { manualClock } from '#test/core/fakes.ts';

function watch({
  onBattery = false,
  isOnBattery,
}: {
  onBattery?: boolean;
  isOnBattery?: () => boolean;
}) {
  const states: object[] = [];
  let locked = 0;
  const clock = manualClock(0);
  const monitor = Object.assign(new EventEmitter(), { isOnBatteryPower: () => onBattery });
  watchPower({
    monitor: monitor as unknown as Parameters<typeof watchPower>[0]['monitor'],
    core: {
      setPower: (power) => void states.push(power),
      setLocked: () => void (locked += 1),
    },
    clock,
    isOnBattery,
  });
  return { states, monitor, clock, locked: () => locked };
}

describe('sleep and battery', () => {
  it('reach the core as their combined state', () => {
    const { states, monitor } = watch({ onBattery: true });
    for (const event of ['suspend', 'on-ac', 'resume', 'on-battery']) monitor.emit(event);
    expect(states).toEqual([
      { asleep: false, saving: true },
      { asleep: true, saving: true },
      { asleep: true, saving: false },
      { asleep: false, saving: false },
      { asleep: false, saving: true },
    ]);
  });

  it('are queried where Electron does not report them', async () => {
    let onBattery = false;
    const { states, clock } = watch({ onBattery: true, isOnBattery: () => onBattery });
    await clock.advance(60_000);
    onBattery = true;
    await clock.advance(30_000);
    onBattery = false;
    await clock.advance(60_000);
    expect(states).toEqual([
      { asleep: false, saving: false },
      { asleep: false, saving: true },
      { asleep: false, saving: false },
    ]);
  });

  it('a locked screen reaches the core', () => {
    const { monitor, locked } = watch({});
    monitor.emit('lock-screen');
    expect(locked()).toBe(1);
  });
});

describe('the battery of a Linux system', () => {
  const notebook = { type: 'Battery', scope: 'System', status: 'Discharging' };
  it.each([
    ['a notebook on its battery', { AC: { type: 'Mains', online: '0' }, BAT0: notebook }, true],
    ['a notebook at the mains', { AC: { type: 'Mains', online: '1' }, BAT0: notebook }, false],
    [
      'a notebook that charges by USB-C',
      { ucsi: { type: 'USB', online: '1' }, BAT0: { ...notebook, status: 'Charging' } },
      false,
    ],
    ['a desktop with a mouse', { mouse: { ...notebook, scope: 'Device' } }, false],
    ['a desktop', {}, false],
  ])('is read from the kernel: %s', (_what, supplies, expected) => {
    const folder = mkdtempSync(join(tmpdir(), 'culvert-power-'));
    for (const [name, fields] of Object.entries(supplies)) {
      mkdirSync(join(folder, name));
      for (const [field, value] of Object.entries(fields as Record<string, string>)) {
        writeFileSync(join(folder, name, field), `${value}\n`);
      }
    }
    expect(isLinuxOnBattery(folder)).toBe(expected);
    rmSync(folder, { recursive: true });
    expect(isLinuxOnBattery(folder)).toBe(false);
  });
});
