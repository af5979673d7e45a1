import type { SyncState } from '#contract/ipc/sync.ts';
import type { Failure, Result } from '#contract/failure.ts';
import type { Clock, Random } from '#core/ports.ts';
import type { Priority } from '#core/limits/priority.ts';

/** Between two refreshes, milliseconds: while a window is visible, and while none is. */
const visibleEvery = 5 * 60_000;
const hiddenEvery = 30 * 60_000;

/** While the service is not reached: first pause, and the longest with a window and without. */
const firstRetry = 2_000;
const longestRetry = 15_000;
const longestHiddenRetry = 120_000;

export interface Sync {
  state(): SyncState;
  /** Reads everything again now; calls that overlap share one refresh. */
  refresh(priority: Priority): Promise<SyncState>;
  /** Hears of every attempt to reach the service. */
  onReach(reached: boolean): void;
  onWait(until: number | null): void;
  setVisible(visible: boolean): void;
  setAsleep(asleep: boolean): void;
  setPaused(paused: boolean): void;
  stop(): void;
}

/**
 * Keeps what is shown fresh: refreshes on a schedule, notices that the service is gone, tries again
 * with growing pauses, and tells the window how old things are.
 *
 * @param options.refresh reads everything; shares one run
 * @param options.refreshedAt when everything was last read whole, Unix milliseconds
 */
export function createSync(options: {
  readonly refresh: (priority: Priority) => Promise<Result<null>>;
  readonly refreshedAt: number | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly publish: (state: SyncState) => void;
}): Sync {
  const { clock, random } = options;
  let state: SyncState = {
    network: 'unknown',
    offlineSince: null,
    refreshedAt: options.refreshedAt,
    refreshing: false,
    waitingUntil: null,
    failure: null,
    paused: false,
  };
  let visible = false;
  let asleep = false;
  let stopped = false;
  let failures = 0;
  let running: Promise<SyncState> | undefined;
  let cancel: () => void = () => undefined;

  function update(change: Partial<SyncState>): void {
    const next = { ...state, ...change };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    if (!stopped) options.publish(state);
  }

  /** Half to the whole of it, so that many clients do not come back at once. */
  function jittered(ms: number): number {
    return ms * (0.5 + random.unit() / 2);
  }

  function pause(): number {
    if (failures === 0) return visible ? visibleEvery : hiddenEvery;
    const longest = visible ? longestRetry : longestHiddenRetry;
    return jittered(Math.min(firstRetry * 2 ** (failures - 1), longest));
  }

  function schedule(ms = pause()): void {
    cancel();
    if (stopped || asleep || state.paused) return;
    cancel = clock.after(ms, () => {
      void refresh(visible ? 'on-screen' : 'background');
    });
  }

  async function run(priority: Priority): Promise<SyncState> {
    cancel();
    update({ refreshing: true });
    const result = await options.refresh(priority);
    failures = result.ok ? 0 : failures + 1;
    update({
      refreshing: false,
      failure: result.ok ? null : result.failure,
      ...(result.ok && { refreshedAt: clock.now() }),
    });
    schedule(result.ok ? pause() : retryPause(result.failure));
    return state;
  }

  /** A refusal of the key is not mended by asking often. */
  function retryPause(failure: Failure): number {
    const refused = failure.kind === 'unauthorized' || failure.kind === 'forbidden';
    return refused ? visibleEvery : pause();
  }

  function refresh(priority: Priority): Promise<SyncState> {
    running ??= run(priority).finally(() => {
      running = undefined;
    });
    return running;
  }

  /** When the next refresh is due, now that a window shows or the system woke. */
  function resume(): void {
    if (running) return;
    const age = clock.now() - (state.refreshedAt ?? 0);
    schedule(failures > 0 || age > visibleEvery || age < 0 ? jittered(400) : undefined);
  }

  return {
    state: () => state,
    refresh,
    onReach(reached) {
      if (reached) update({ network: 'online', offlineSince: null });
      else if (state.network !== 'offline') {
        update({ network: 'offline', offlineSince: clock.now() });
        failures = Math.max(failures, 1);
        if (!running) schedule();
      }
    },
    onWait: (until) => {
      update({ waitingUntil: until });
    },
    setVisible(next) {
      if (visible === next) return;
      visible = next;
      if (visible) resume();
    },
    setAsleep(next) {
      if (asleep === next) return;
      asleep = next;
      if (asleep) cancel();
      else resume();
    },
    setPaused(next) {
      if (state.paused === next) return;
      update({ paused: next });
      if (next) cancel();
      else resume();
    },
    stop() {
      stopped = true;
      cancel();
    },
  };
}
