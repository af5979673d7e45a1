import type { ServerNow, ServerStats } from '#contract/ipc/stats.ts';
import type { Reboot } from '#contract/reboot.ts';
import type { CloudServer } from '#contract/records/cloud-servers.ts';
import {
  connectionState,
  type ListedState,
  type StateOfConnection,
} from '#contract/rules/connection-state.ts';
import { cloudServerName } from '#contract/rules/server-name.ts';
import type { Clock } from '#core/kernel/ports.ts';
import { createScheduler, type Scheduler } from '#core/kernel/scheduler.ts';

/** Readings age and expiry dates pass without anything being read, milliseconds. */
const agesEveryMs = 60_000;

interface ServerStatesOptions {
  readonly clock: Clock;
  readonly readingOf: (server: string) => ServerStats | undefined;
  readonly isOffline: () => boolean;
  /** The list of cloud servers, and when it was read, Unix milliseconds. */
  readonly servers: () =>
    | { readonly value: readonly CloudServer[]; readonly fetchedAt: number }
    | undefined;
  readonly rebootOf: (server: string) => Reboot | undefined;
  /** Receives the servers whose state may have changed; `undefined` for all. */
  readonly onChange: (servers: readonly string[] | undefined) => void;
  readonly publish: (servers: readonly ServerNow[]) => void;
}

/** The one state of every connection and server, derived from all that is known of it. */
export class ServerStates {
  readonly #options: ServerStatesOptions;
  readonly #ages: Scheduler;
  #wasOffline = false;
  #published = '';

  constructor(options: ServerStatesOptions) {
    this.#options = options;
    this.#ages = createScheduler(options.clock);
    this.#ages.repeat(() => this.changed(), agesEveryMs);
  }

  stateOf(listed: ListedState): StateOfConnection {
    const { server } = listed;
    const { clock, isOffline, readingOf, rebootOf } = this.#options;
    return connectionState({
      ...listed,
      reading: server === null ? undefined : readingOf(server),
      rebooting: server !== null && rebootOf(server) !== undefined,
      offline: isOffline(),
      now: clock.now(),
    });
  }

  all(): readonly ServerNow[] {
    const list = this.#options.servers();
    return (list?.value ?? []).map(({ id, is_online, expires_at }) => ({
      id,
      state: this.stateOf({
        server: cloudServerName(id),
        online: is_online ? 'online' : 'offline',
        listedAt: list?.fetchedAt ?? null,
        expiresAt: expires_at,
      }),
      reboot: this.#options.rebootOf(cloudServerName(id)) ?? null,
    }));
  }

  /** What is known of these servers changed, or the list of servers; without any, time passed for all. */
  changed(servers?: readonly string[]): void {
    this.#options.onChange(servers);
    this.#publish();
  }

  networkChanged(): void {
    const isOffline = this.#options.isOffline();
    if (isOffline === this.#wasOffline) return;
    this.#wasOffline = isOffline;
    this.changed();
  }

  stop(): void {
    this.#ages.cancel();
  }

  #publish(): void {
    const servers = this.all();
    const text = JSON.stringify(servers.map(visible));
    if (text === this.#published) return;
    this.#published = text;
    this.#options.publish(servers);
  }
}

/** The time of the reading only where nothing newer is known. */
function visible({ id, state, reboot }: ServerNow) {
  return [id, state.state, state.online, state.state === 'unknown' && state.since, reboot];
}
