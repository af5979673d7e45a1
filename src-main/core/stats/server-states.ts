import type { ServerNow } from '#contract/ipc/servers.ts';
import type { ServerStats } from '#contract/ipc/stats.ts';
import { afterReading, isRebootOver, silentUntil, type Reboot } from '#contract/reboot.ts';
import type { CloudServer } from '#contract/records/cloud-servers.ts';
import {
  connectionState,
  type ListedState,
  type StateOfConnection,
} from '#contract/rules/connection-state.ts';
import { cloudServerName } from '#contract/rules/server-name.ts';
import type { Clock } from '#core/ports.ts';
import { createScheduler, type Scheduler } from '#core/scheduler.ts';

/** Readings age and expiry dates pass without anything being read, milliseconds. */
const agesEveryMs = 60_000;

/** What is known of servers beside the lists. */
interface ServerReadings {
  readonly readingOf: (server: string) => ServerStats | undefined;
  readonly isOffline: () => boolean;
  /** The list of cloud servers, and when it was read, Unix milliseconds. */
  readonly servers: () =>
    { readonly value: readonly CloudServer[]; readonly fetchedAt: number } | undefined;
}

const nothingRead: ServerReadings = {
  readingOf: () => undefined,
  isOffline: () => false,
  servers: () => undefined,
};

interface ServerStatesOptions {
  readonly clock: Clock;
  /** Receives the servers whose state may have changed; `undefined` for all. */
  readonly onChange: (servers: readonly string[] | undefined) => void;
  /** Receives the cloud servers when the state of one has changed. */
  readonly publish: (servers: readonly ServerNow[]) => void;
  /** Called when a reboot is over: the stored facts about the server are stale. */
  readonly onRebooted: () => void;
}

/** The one state of every connection and server, derived from all that is known of it. */
export class ServerStates {
  readonly #options: ServerStatesOptions;
  readonly #reboots = new Map<string, Reboot>();
  readonly #ages: Scheduler;
  readonly #silence: Scheduler;
  #readings = nothingRead;
  #wasOffline = false;
  #published = '';

  constructor(options: ServerStatesOptions) {
    this.#options = options;
    this.#ages = createScheduler(options.clock);
    this.#silence = createScheduler(options.clock);
  }

  stateOf(listed: ListedState): StateOfConnection {
    const { server } = listed;
    return connectionState({
      ...listed,
      reading: server === null ? undefined : this.#readings.readingOf(server),
      rebooting: server !== null && this.#reboots.has(server),
      offline: this.#readings.isOffline(),
      now: this.#options.clock.now(),
    });
  }

  /** The cloud servers that are known. */
  all(): readonly ServerNow[] {
    const list = this.#readings.servers();
    return (list?.value ?? []).map(({ id, is_online, expires_at }) => ({
      id,
      state: this.stateOf({
        server: cloudServerName(id),
        online: is_online ? 'online' : 'offline',
        listedAt: list?.fetchedAt ?? null,
        expiresAt: expires_at,
      }),
      reboot: this.#reboots.get(cloudServerName(id)) ?? null,
    }));
  }

  /** Takes the readings from here on, and derives the states again as time passes. */
  follow(readings: ServerReadings): void {
    this.#readings = readings;
    this.#ages.repeat(() => {
      this.changed();
    }, agesEveryMs);
  }

  /** The readings of these servers changed, or the list of servers; without any, time passed for all. */
  changed(servers?: readonly string[]): void {
    const { onChange, onRebooted } = this.#options;
    const over = this.#followReboots();
    onChange(servers && [...servers, ...over]);
    this.#publish();
    if (over.length > 0) onRebooted();
  }

  /** The service may be reached again, or not any more. */
  networkChanged(): void {
    const isOffline = this.#readings.isOffline();
    if (isOffline === this.#wasOffline) return;
    this.#wasOffline = isOffline;
    this.changed();
  }

  /** A cloud server's reboot was accepted. */
  rebooted(id: number): void {
    const server = cloudServerName(id);
    this.#reboots.set(server, { startedAt: this.#options.clock.now(), wentDown: false });
    this.changed([server]);
  }

  stop(): void {
    this.#ages.cancel();
    this.#silence.cancel();
  }

  /** Takes in what the time and the readings say of the reboots; answers the servers that are back. */
  #followReboots(): string[] {
    const { clock } = this.#options;
    const over: string[] = [];
    for (const [server, before] of this.#reboots) {
      const reading = this.#readings.readingOf(server);
      const after = afterReading(before, reading);
      this.#reboots.set(server, after);
      if (!isRebootOver(after, reading, clock.now())) continue;
      this.#reboots.delete(server);
      over.push(server);
    }
    const soonest = Math.min(...[...this.#reboots.values()].map(silentUntil));
    if (soonest === Infinity) this.#silence.cancel();
    else {
      this.#silence.schedule(
        () => {
          this.changed([]);
        },
        Math.max(1, soonest - clock.now()),
      );
    }
    return over;
  }

  #publish(): void {
    const servers = this.all();
    const text = JSON.stringify(servers.map(visible));
    if (text === this.#published) return;
    this.#published = text;
    this.#options.publish(servers);
  }
}

/**
 * The visible part of a server's state: the time of the reading only where nothing newer is known.
 */
function visible({ id, state, reboot }: ServerNow) {
  return [id, state.state, state.online, state.state === 'unknown' && state.since, reboot];
}
