import type { Account } from '#core/session/account.ts';
import type { Clock } from '#core/kernel/ports.ts';
import { createScheduler } from '#core/kernel/scheduler.ts';

/** The longest that anything waits for a window that is opening, milliseconds. */
const patience = 5_000;

/** From the answer with the first rows to their picture, milliseconds. */
const drawing = 500;

/** The state of the machine and the window that decides how much is requested from the service. */
interface Activity {
  readonly visible: boolean;
  readonly asleep: boolean;
  readonly paused: boolean;
}

/**
 * Makes the open account request only as much as the machine, the window and the user need now. A window that
 * opens shows what is stored before anything is requested, because a refresh and a poll keep the disk and
 * processor busy, which it needs. `onOpened`: it has its first rows, or the wait for them timed out.
 */
export function createActivityState(
  clock: Pick<Clock, 'after'>,
  current: () => Account | undefined,
  onOpened: () => void,
) {
  let now: Activity = { visible: false, asleep: false, paused: false };
  let opening: 'begun' | 'ending' | undefined;
  const timer = createScheduler(clock);

  function apply(): void {
    const account = current();
    if (!account) return;
    const { asleep, paused } = now;
    const visible = now.visible && opening === undefined;
    account.sync.setVisible(visible);
    account.sync.setAsleep(asleep);
    account.sync.setPaused(paused);
    const reachable = account.sync.state().network !== 'offline';
    account.stats.setActive(visible && !asleep && !paused && reachable);
  }

  function openedIn(ms: number): void {
    timer.schedule(() => {
      opening = undefined;
      onOpened();
      apply();
    }, ms);
  }

  return {
    change(change: Partial<Activity>) {
      now = { ...now, ...change };
      apply();
    },
    /** Tells the open account again, after it changed or its connection to the service did. */
    apply,
    expectWindow() {
      opening = 'begun';
      openedIn(patience);
      apply();
    },
    /** Ends the wait: the window has its first rows, or will have none. */
    windowOpened() {
      if (opening !== 'begun') return;
      opening = 'ending';
      openedIn(drawing);
    },
    isWindowOpening: (): boolean => opening !== undefined,
  };
}
