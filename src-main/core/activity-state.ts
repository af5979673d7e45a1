import type { OpenAccount } from './accounts/account.ts';

/** What of the machine and of the window decides how much is asked of the service. */
interface Circumstances {
  /** The window can be seen. */
  readonly visible: boolean;
  /** The window has yet to show what the account has: until then it counts as not seen. */
  readonly opening: boolean;
  readonly asleep: boolean;
  /** The battery is saved. */
  readonly saving: boolean;
  /** The person paused refreshing. */
  readonly paused: boolean;
}

export interface Power {
  change(circumstances: Partial<Circumstances>): void;
  /** Lets the open account know again: it is another one, or reaches the service or no longer. */
  apply(): void;
}

/** Has the open account ask for no more than what the circumstances want. */
export function createPower(current: () => OpenAccount | undefined): Power {
  let now: Circumstances = {
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
    change(circumstances) {
      now = { ...now, ...circumstances };
      apply();
    },
    apply,
  };
}
