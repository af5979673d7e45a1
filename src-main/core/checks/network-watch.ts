import type { Clock, SystemNetwork } from '#core/kernel/ports.ts';
import { createScheduler, type Scheduler } from '#core/kernel/scheduler.ts';

/** How often the system is asked, milliseconds: it reports no change by itself. */
const lookEveryMs = 15_000;

interface NetworkWatchOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly systemNetwork: SystemNetwork;
  /** Called when the network has become known, with `before: undefined`, or is another one. */
  readonly onChange: (before: string | undefined) => void;
}

/** Which network this computer is in. What it answers stays in main's memory. */
export class NetworkWatch {
  readonly #options: NetworkWatchOptions;
  readonly #timer: Scheduler;
  #current: string | undefined;
  #looking: Promise<void> | undefined;

  constructor(options: NetworkWatchOptions) {
    this.#options = options;
    this.#timer = createScheduler(options.clock);
  }

  start(): void {
    this.#timer.repeat(() => void this.look(), lookEveryMs);
    void this.look();
  }

  stop(): void {
    this.#timer.cancel();
  }

  /** The network that there was last, also while there is none; `undefined` before the first one. */
  current(): string | undefined {
    return this.#current;
  }

  /** Asks the system now; calls that overlap share one question. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const found = await this.#options.systemNetwork.identify();
    const before = this.#current;
    if (found === undefined || found === before) return;
    this.#current = found;
    this.#options.onChange(before);
  }
}
