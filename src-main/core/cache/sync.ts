import { nothingSynced, type SyncState } from '#contract/ipc/sync.ts';
import type { Failure, Result } from '#contract/failure.ts';
import type { Clock, Random } from '#core/kernel/ports.ts';
import type { Priority } from '#core/api/limits/priority.ts';
import { createScheduler, type Scheduler } from '#core/kernel/scheduler.ts';
import type { ServiceClock } from '#core/kernel/service-clock.ts';

/** Between two refreshes, milliseconds: while a window is visible, and while none is. */
const visibleEvery = 5 * 60_000;
const hiddenEvery = 30 * 60_000;

/** While the service is not reached: first pause, and the longest with a window and without. */
const firstRetry = 2_000;
const longestRetry = 15_000;
const longestHiddenRetry = 120_000;

interface SyncOptions {
  readonly refresh: (priority: Priority) => Promise<Result<null>>;
  /** When everything was last read whole, Unix milliseconds. */
  readonly refreshedAt: number | null;
  readonly clock: Clock & Pick<ServiceClock, 'state'>;
  readonly random: Random;
  readonly publish: (state: SyncState) => void;
}

/** Refreshes on a schedule, detects that the service is gone, and retries. */
export class Sync {
  readonly #options: SyncOptions;
  readonly #timer: Scheduler;
  #state: SyncState;
  #visible = false;
  #asleep = false;
  #stopped = false;
  #failures = 0;
  #running: Promise<SyncState> | undefined;

  constructor(options: SyncOptions) {
    this.#options = options;
    this.#timer = createScheduler(options.clock);
    const { refreshedAt, clock } = options;
    this.#state = { ...nothingSynced, refreshedAt, time: clock.state() };
  }

  state(): SyncState {
    return this.#state;
  }

  /** Reads everything again now; calls that overlap share one refresh. */
  refresh(priority: Priority): Promise<SyncState> {
    this.#running ??= this.#run(priority).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Reads everything again also where a refresh is under way, which may have read before the call. */
  async refreshNow(priority: Priority): Promise<SyncState> {
    await this.#running;
    return this.#stopped ? this.#state : this.refresh(priority);
  }

  /** The main list was read by itself: the age is that of what was read last. */
  listRead(): void {
    if (this.#state.refreshedAt !== null) this.#update({ refreshedAt: this.#options.clock.now() });
  }

  onReach(reached: boolean): void {
    if (reached) this.#update({ network: 'online', offlineSince: null });
    else if (this.#state.network !== 'offline') {
      this.#update({ network: 'offline', offlineSince: this.#options.clock.now() });
      this.#failures = Math.max(this.#failures, 1);
      if (!this.#running) this.#schedule();
    }
  }

  /** Why a change is refused, where the service is known to be gone; then it is looked for again at once. */
  refuseChange(): Failure | undefined {
    const { network, failure } = this.#state;
    if (network !== 'offline') return undefined;
    void this.refresh('user');
    return failure?.kind === 'offline' ? failure : { kind: 'offline' };
  }

  timeChanged(): void {
    this.#update({ time: this.#options.clock.state() });
  }

  onWait(until: number | null): void {
    this.#update({ waitingUntil: until });
  }

  setVisible(visible: boolean): void {
    if (this.#visible === visible) return;
    this.#visible = visible;
    if (visible) this.#resume();
  }

  setAsleep(asleep: boolean): void {
    if (this.#asleep === asleep) return;
    this.#asleep = asleep;
    if (asleep) this.#timer.cancel();
    else this.#resume();
  }

  setPaused(paused: boolean): void {
    if (this.#state.paused === paused) return;
    this.#update({ paused });
    if (paused) this.#timer.cancel();
    else this.#resume();
  }

  stop(): void {
    this.#stopped = true;
    this.#timer.cancel();
  }

  #update(change: Partial<SyncState>): void {
    const next = { ...this.#state, ...change };
    if (JSON.stringify(next) === JSON.stringify(this.#state)) return;
    this.#state = next;
    if (!this.#stopped) this.#options.publish(this.#state);
  }

  async #run(priority: Priority): Promise<SyncState> {
    this.#timer.cancel();
    this.#update({ refreshing: true });
    const result = await this.#options.refresh(priority);
    this.#failures = result.ok ? 0 : this.#failures + 1;
    this.#update({
      refreshing: false,
      failure: result.ok ? null : result.failure,
      ...(result.ok && { refreshedAt: this.#options.clock.now() }),
    });
    this.#schedule(result.ok ? this.#pause() : this.#retryPause(result.failure));
    return this.#state;
  }

  #schedule(ms = this.#pause()): void {
    this.#timer.cancel();
    if (this.#stopped || this.#asleep || this.#state.paused) return;
    this.#timer.schedule(() => void this.refresh(this.#visible ? 'on-screen' : 'background'), ms);
  }

  /** When the next refresh is due, now that a window shows or the system woke. */
  #resume(): void {
    if (this.#running) return;
    const age = this.#options.clock.now() - (this.#state.refreshedAt ?? 0);
    const isDue = this.#failures > 0 || age > visibleEvery || age < 0;
    this.#schedule(isDue ? this.#jittered(400) : undefined);
  }

  #pause(): number {
    if (this.#failures === 0) return this.#visible ? visibleEvery : hiddenEvery;
    return this.#growing(this.#visible ? longestRetry : longestHiddenRetry);
  }

  /** A refusal of the key is not mended by asking often, nor is what the service answers wrongly. */
  #retryPause({ kind }: Failure): number {
    if (kind === 'unauthorized' || kind === 'forbidden') return visibleEvery;
    return kind === 'bad-response' ? this.#growing(visibleEvery) : this.#pause();
  }

  #growing(longest: number): number {
    return this.#jittered(Math.min(firstRetry * 2 ** (this.#failures - 1), longest));
  }

  /** Half to the whole of it, so that many clients do not come back at once. */
  #jittered(ms: number): number {
    return ms * (0.5 + this.#options.random.unit() / 2);
  }
}
