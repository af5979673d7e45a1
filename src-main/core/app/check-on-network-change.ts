import type { Account } from '#core/session/account.ts';
import type { Clock } from '#core/kernel/ports.ts';
import { createScheduler } from '#core/kernel/scheduler.ts';
import type { SettingsStore } from '#core/desktop/settings.ts';

/** How long a network must last before anything is sent, milliseconds: its parts come one by one. */
const settleMs = 5000;

/**
 * Checks the favourites again in another network, if the user chose that and knows what it does.
 */
export function createCheckOnNetworkChange({
  clock,
  settings,
  current,
}: {
  readonly clock: Pick<Clock, 'after'>;
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly current: () => Account | undefined;
}) {
  const soon = createScheduler(clock);

  function check(): void {
    const { checkOnNetworkChange, checksExplained } = settings.get();
    const account = current();
    if (!checkOnNetworkChange || !checksExplained || !account) return;
    if (account.sync.state().paused) return;
    const keys = account.connections
      .favourites()
      .filter((key) => account.connections.row(key)?.state.state !== 'expired');
    void account.checks.start(keys, { interrupting: false, automatic: true });
  }

  return {
    networkChanged(): void {
      soon.schedule(check, settleMs);
    },
    stop: soon.cancel,
  };
}
