import type { Account } from './accounts/account.ts';

/** The state of the machine and the window that decides how much is requested from the service. */
interface Activity {
  /** The window can be seen. */
  readonly visible: boolean;
  /** The window has yet to show what the account has: until then it counts as not seen. */
  readonly opening: boolean;
  readonly asleep: boolean;
  /** The battery is saved. */
  readonly saving: boolean;
  /** The user paused refreshing. */
  readonly paused: boolean;
}

/** Has the open account ask for no more than what the change want. */
export function createActivityState(current: () => Account | undefined) {
  let now: Activity = {
    visible: false,
    opening: false,
    asleep: false,
    saving: false,
    paused: false,
  };

  function apply(): void {
    const account = current();
    if (!account) return;
    const { opening, asleep, saving, paused } = now;
    const visible = now.visible && !opening;
    account.sync.setVisible(visible);
    account.sync.setAsleep(asleep);
    account.sync.setPaused(paused);
    const reachable = account.sync.state().network !== 'offline';
    account.stats.setActive(visible && !asleep && !saving && !paused && reachable);
  }

  return {
    change(change: Partial<Activity>) {
      now = { ...now, ...change };
      apply();
    },
    /** Lets the open account know again: it is another one, or reaches the service or no longer. */
    apply,
  };
}
