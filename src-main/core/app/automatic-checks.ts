import { isAboutServer } from '#contract/check-result.ts';
import { fastestWorking, vpnsOf } from '#contract/connections/next-working.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import type { Account } from '#core/session/account.ts';
import type { Clock } from '#core/kernel/ports.ts';
import { createScheduler } from '#core/kernel/scheduler.ts';
import type { SettingsStore } from '#core/desktop/settings.ts';

/** How long a network must last before anything is sent, milliseconds: its parts come one by one. */
const settleMs = 5000;
const hourMs = 3_600_000;
/** A computer without input for longer is not in use, milliseconds. */
const unusedMs = 10 * 60_000;

/**
 * Checks the favourites of the open account by itself, if the user chose that and has read what a check
 * contacts: when the computer is in another network, and each hour while it is in use, in networks
 * where something was checked before. Those whose check may interrupt a device are left out, and
 * nothing is asked. What stopped answering since it was last checked in this network, or came back, is
 * told after the check of an hour.
 */
export function createAutomaticChecks(parts: {
  readonly clock: Pick<Clock, 'after' | 'now'>;
  readonly settings: Pick<SettingsStore, 'get'>;
  /** How long the computer has had no input, milliseconds; 0 where that is unknown. */
  readonly idleMs: () => number;
  /** Asks the system which network the computer is in. */
  readonly look: () => Promise<void>;
  readonly current: () => Account | undefined;
}) {
  const { clock, settings, idleMs, look, current } = parts;
  const soon = createScheduler(clock);
  const hourly = createScheduler(clock);

  /** The favourites that may be checked now; none where the user wants none checked. */
  function favouritesOf(account: Account): ConnectionRow[] {
    if (!settings.get().checksExplained || account.sync.state().paused) return [];
    return account.connections
      .favourites()
      .flatMap((key) => account.connections.row(key) ?? [])
      .filter(({ state }) => state.state !== 'expired');
  }

  async function check(account: Account, rows: readonly ConnectionRow[]): Promise<boolean> {
    const { checks } = account;
    if (rows.length === 0 || checks.progress().running) return false;
    const keys = rows.map(({ key }) => key);
    await checks.start(keys, { interrupting: false, automatic: true });
    await checks.ended();
    return account === current();
  }

  function checkInNetwork(): void {
    const account = current();
    if (!account || !settings.get().checkOnNetworkChange) return;
    void check(account, favouritesOf(account));
  }

  async function checkOfHour(): Promise<void> {
    const account = current();
    if (!account || idleMs() > unusedMs) return;
    await look();
    const isKnown = account.checkResults.history.networks().some(({ isHere }) => isHere);
    const before = isKnown ? favouritesOf(account) : [];
    if (!(await check(account, before))) return;
    const { connections, systemNotifications } = account;
    const changed = before.flatMap(({ key, check: old }) => {
      const row = connections.row(key);
      const [did, does] = [answersHere(old), answersHere(row?.check)];
      return row === undefined || does === undefined || did !== !does ? [] : [{ row, does }];
    });
    const rowsThat = (answer: boolean) =>
      changed.filter(({ does }) => does === answer).map(({ row }) => row);
    const vpns = vpnsOf(connections.sorted());
    systemNotifications.checked({
      stopped: rowsThat(false),
      back: rowsThat(true),
      working: fastestWorking(vpns, clock.now()),
    });
  }

  return {
    networkChanged(): void {
      soon.schedule(checkInNetwork, settleMs);
    },
    /** Takes a changed setting or another account into account. */
    apply(): void {
      if (!settings.get().checkHourly || !current()) hourly.cancel();
      else if (!hourly.isScheduled) hourly.repeat(() => void checkOfHour(), hourMs);
    },
    stop(): void {
      soon.cancel();
      hourly.cancel();
    },
  };
}

/** Whether it answered in this network; `undefined` where that is not known. */
function answersHere(check: ConnectionRow['check']): boolean | undefined {
  if (check === undefined || check.elsewhere || !isAboutServer(check.result)) return undefined;
  return check.result.outcome === 'answers';
}
