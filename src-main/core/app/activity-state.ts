import type { Account } from '#core/session/account.ts';

/** The state of the machine and the window that decides how much is requested from the service. */
interface Activity {
  readonly visible: boolean;
  /** The window has not shown its first rows yet; until then it counts as not visible. */
  readonly opening: boolean;
  readonly asleep: boolean;
  readonly paused: boolean;
}

/** Makes the open account request only as much as the machine, the window and the user need now. */
export function createActivityState(current: () => Account | undefined) {
  let now: Activity = {
    visible: false,
    opening: false,
    asleep: false,
    paused: false,
  };

  function apply(): void {
    const account = current();
    if (!account) return;
    const { opening, asleep, paused } = now;
    const visible = now.visible && !opening;
    account.sync.setVisible(visible);
    account.sync.setAsleep(asleep);
    account.sync.setPaused(paused);
    const reachable = account.sync.state().network !== 'offline';
    account.stats.setActive(visible && !asleep && !paused && reachable);
  }

  return {
    change(change: Partial<Activity>) {
      now = { ...now, ...change };
      apply();
    },
    /** Tells the open account again, after it changed or its connection to the service did. */
    apply,
  };
}
