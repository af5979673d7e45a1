import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { watchPower } from '#electron/power.ts';

it('sleep, waking up and a locked screen reach the core', () => {
  const told: unknown[] = [];
  const monitor = new EventEmitter();
  watchPower(monitor as unknown as Parameters<typeof watchPower>[0], {
    setAsleep: (asleep) => void told.push(asleep),
    setLocked: () => void told.push('locked'),
  });
  for (const event of ['suspend', 'resume', 'lock-screen']) monitor.emit(event);
  expect(told).toEqual([true, false, 'locked']);
});
