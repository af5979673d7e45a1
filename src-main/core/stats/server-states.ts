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
import { createScheduler } from '#core/scheduler.ts';

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

/** The one state of every connection and server, derived from all that is known of it. */
export interface ServerStates {
  stateOf(listed: ListedState): StateOfConnection;
  /** The cloud servers that are known. */
  all(): readonly ServerNow[];
  /** Takes the readings from here on, and derives the states again as time passes. */
  follow(readings: ServerReadings): void;
  /** A reading, the network or a list changed. */
  changed(): void;
  /** A cloud server's reboot was accepted. */
  rebooted(id: number): void;
  stop(): void;
}

const nothingRead: ServerReadings = {
  readingOf: () => undefined,
  isOffline: () => false,
  servers: () => undefined,
};

/**
 * @param options.onChange called when states may have changed
 * @param options.publish receives the cloud servers when the state of one has changed
 * @param options.onRebooted called when a reboot is over: the stored facts about the server are
 *   stale
 */
export function createServerStates(options: {
  readonly clock: Clock;
  readonly onChange: () => void;
  readonly publish: (servers: readonly ServerNow[]) => void;
  readonly onRebooted: () => void;
}): ServerStates {
  const { clock } = options;
  const reboots = new Map<string, Reboot>();
  const ages = createScheduler(clock);
  const silence = createScheduler(clock);
  let readings = nothingRead;
  let published = '';

  function stateOf(listed: ListedState): StateOfConnection {
    const { server } = listed;
    return connectionState({
      ...listed,
      reading: server === null ? undefined : readings.readingOf(server),
      rebooting: server !== null && reboots.has(server),
      offline: readings.isOffline(),
      now: clock.now(),
    });
  }

  function all(): readonly ServerNow[] {
    const list = readings.servers();
    return (list?.value ?? []).map(({ id, is_online, expires_at }) => ({
      id,
      state: stateOf({
        server: cloudServerName(id),
        online: is_online ? 'online' : 'offline',
        listedAt: list?.fetchedAt ?? null,
        expiresAt: expires_at,
      }),
      reboot: reboots.get(cloudServerName(id)) ?? null,
    }));
  }

  /** Takes in what the time and the readings say of the reboots. */
  function followReboots(): void {
    for (const [server, before] of reboots) {
      const reading = readings.readingOf(server);
      const after = afterReading(before, reading);
      reboots.set(server, after);
      if (!isRebootOver(after, reading, clock.now())) continue;
      reboots.delete(server);
      options.onRebooted();
    }
    const soonest = Math.min(...[...reboots.values()].map(silentUntil));
    if (soonest === Infinity) silence.cancel();
    else silence.schedule(changed, Math.max(1, soonest - clock.now()));
  }

  function changed(): void {
    followReboots();
    options.onChange();
    const servers = all();
    const text = JSON.stringify(servers.map(visible));
    if (text === published) return;
    published = text;
    options.publish(servers);
  }

  return {
    stateOf,
    all,
    changed,
    follow(next) {
      readings = next;
      ages.repeat(changed, agesEveryMs);
    },
    rebooted(id) {
      reboots.set(cloudServerName(id), { startedAt: clock.now(), wentDown: false });
      changed();
    },
    stop() {
      ages.cancel();
      silence.cancel();
    },
  };
}

/**
 * The visible part of a server's state: the time of the reading only where nothing newer is known.
 */
function visible({ id, state, reboot }: ServerNow) {
  return [id, state.state, state.online, state.state === 'unknown' && state.since, reboot];
}
