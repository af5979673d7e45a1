import { createScheduler } from '#core/kernel/scheduler.ts';
import type { Clock } from '#core/kernel/ports.ts';

const checkInterval = 5000;

/**
 * Locks the open account when the computer, or Culvert, is idle for `minutes`; 0 never locks. `idleMs`: how
 * long the computer has had no input, milliseconds, 0 where that is unknown: some desktops on Wayland never
 * tell, and only Culvert's own use counts there.
 */
export function createAutoLock(options: {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly minutes: () => number;
  readonly idleMs: () => number;
  readonly lock: (unusedMinutes: number) => void;
}) {
  const { clock, minutes, idleMs, lock } = options;
  const checks = createScheduler(clock);
  let visible = false;
  let tellsIdle = false;
  let usedAt = clock.monotonic();

  function check(): void {
    const idle = idleMs();
    tellsIdle ||= idle > 0;
    const unusedMs = visible && tellsIdle ? 0 : clock.monotonic() - usedAt;
    if (Math.max(idle, unusedMs) >= minutes() * 60_000) lock(minutes());
  }

  return {
    apply() {
      if (minutes() === 0) checks.cancel();
      else if (!checks.isScheduled) checks.repeat(check, checkInterval);
    },
    /** The user used Culvert: in the tray, or by a key or the mouse in a window. */
    used() {
      usedAt = clock.monotonic();
    },
    setWindowVisible(nowVisible: boolean) {
      visible = nowVisible;
      usedAt = clock.monotonic();
    },
    systemLocked() {
      if (minutes() > 0) lock(0);
    },
  };
}
