import { z } from 'zod';
import type { AccountEvent } from '#contract/ipc/inbox.ts';

/** The shares of a paid option's traffic that are reported, percent. */
const trafficLevels = [100, 95, 80] as const;

const ServerState = z.enum(['up', 'down']);

/** What was last known of an account, so that only changes are reported, across restarts too. */
export const KnownFacts = z.object({
  /** By server: the state that was reported, and when another one was first read (Unix milliseconds). */
  servers: z.record(z.string(), z.object({ state: ServerState, otherAt: z.number().nullable() })),
  /** By paid option: bytes used, and the level that was reached. */
  traffic: z.record(z.string(), z.object({ used: z.number(), level: z.number() })),
  /** Ids; `null` before they were read. */
  devices: z.array(z.number()).readonly().nullable(),
});
export type KnownFacts = z.output<typeof KnownFacts>;

export const nothingKnown: KnownFacts = { servers: {}, traffic: {}, devices: null };

export interface EventFacts {
  readonly favourites: readonly {
    readonly title: string;
    readonly path: string;
    readonly server: string;
    /** `undefined` where it is not known, or it is being rebooted. */
    readonly state: z.output<typeof ServerState> | undefined;
    /** When that was read, Unix milliseconds. */
    readonly readAt: number;
  }[];
  readonly options: readonly {
    readonly id: number;
    readonly title: string;
    /** Bytes; a limit of 0 is none. */
    readonly used: number;
    readonly limit: number;
  }[];
  /** All devices of the account; `undefined` where not all of them were read. */
  readonly devices: readonly { readonly id: number; readonly name: string }[] | undefined;
}

interface Noticed<Known> {
  readonly known: Known;
  readonly events: readonly AccountEvent[];
}

/** The changes of an account. A fact that is read for the first time is stored and not reported. */
export function noticeEvents(known: KnownFacts, facts: EventFacts): Noticed<KnownFacts> {
  const servers = noticeServers(known.servers, facts.favourites);
  const traffic = noticeTraffic(known.traffic, facts.options);
  const devices = noticeDevices(known.devices, facts.devices);
  return {
    known: { servers: servers.known, traffic: traffic.known, devices: devices.known },
    events: [...servers.events, ...traffic.events, ...devices.events],
  };
}

/** A server is reported as down, or up, when two readings in a row agree. */
function noticeServers(
  known: KnownFacts['servers'],
  favourites: EventFacts['favourites'],
): Noticed<KnownFacts['servers']> {
  const events: AccountEvent[] = [];
  const next: KnownFacts['servers'] = {};
  for (const { server, state, readAt, title, path } of favourites) {
    if (next[server]) continue;
    const before = known[server];
    if (state === undefined) {
      if (before) next[server] = { ...before, otherAt: null };
    } else if (before === undefined || before.state === state) {
      next[server] = { state, otherAt: null };
    } else if (before.otherAt === null || readAt <= before.otherAt) {
      next[server] = { ...before, otherAt: before.otherAt ?? readAt };
    } else {
      next[server] = { state, otherAt: null };
      events.push({ kind: state === 'down' ? 'favourite-down' : 'favourite-up', title, path });
    }
  }
  return { known: next, events };
}

/** Less traffic than before means a new period, in which each level is reported again. */
function noticeTraffic(
  known: KnownFacts['traffic'],
  options: EventFacts['options'],
): Noticed<KnownFacts['traffic']> {
  const events: AccountEvent[] = [];
  const next = { ...known };
  for (const { id, title, used, limit } of options) {
    const level = limit > 0 ? (trafficLevels.find((each) => used * 100 >= limit * each) ?? 0) : 0;
    const before = known[String(id)];
    const reported = before && used < before.used ? 0 : (before?.level ?? level);
    const path = `/paid-options/${String(id)}`;
    if (level > reported) events.push({ kind: 'traffic', title, path, percent: level });
    next[String(id)] = { used, level };
  }
  return { known: next, events };
}

function noticeDevices(
  known: KnownFacts['devices'],
  devices: EventFacts['devices'],
): Noticed<KnownFacts['devices']> {
  if (devices === undefined) return { known, events: [] };
  const before = known === null ? undefined : new Set(known);
  const events = devices
    .filter(({ id }) => before?.has(id) === false)
    .map(({ name }): AccountEvent => ({ kind: 'device', title: name, path: '/devices' }));
  return { known: devices.map(({ id }) => id), events };
}
