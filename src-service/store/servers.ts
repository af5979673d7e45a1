import type { Endpoint } from '#service/connections/connection.ts';
import { serverKeysOf } from '#service/connections/credentials.ts';
import { protocolName } from '#contract/protocol-names.ts';
import { findLocation } from '#service/catalog/locations.ts';
import { findServer, serversAt, type Server } from '#service/catalog/servers.ts';
import { statisticsOf } from '#service/catalog/statistics.ts';
import type { ServerStatistics } from '#contract/records/shared.ts';
import { refuse } from './refusal.ts';
import type { CloudServerRecord } from './records/owned.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';

/** Where a connection on a shared server leads. */
export function endpointOf(server: Server, protocol: string): Endpoint {
  return { ...server, label: labelOf(server.location_id, protocol) };
}

/** Where a stored connection on a shared server leads. */
export function endpointOfConfig(config: OnServer & { readonly protocol: string }): Endpoint {
  return endpointOf(serverOf(config.server_id), config.protocol);
}

/** Where a connection on a rented server leads; it has an address only once it is active. */
export function cloudEndpoint(server: CloudServerRecord, protocol: string): Endpoint {
  if (server.url === null) throw refuse('BAD_REQUEST', 'the cloud server is not active');
  return {
    host: server.url,
    secret: server.secret,
    keys: serverKeysOf(server.secret),
    portRange: 'mport',
    label: server.hostname ?? labelOf(server.location_id, protocol),
  };
}

function labelOf(locationId: number, protocol: string): string {
  const location = findLocation(locationId);
  return location === undefined
    ? protocolName(protocol)
    : `${location.emoji} ${location.title.ru} · ${protocolName(protocol)}`;
}

/** A server that a record refers to and that must therefore exist. */
export function serverOf(id: number): Server {
  const server = findServer(id);
  if (server === undefined) throw new Error(`no server ${String(id)}`);
  return server;
}

interface OnServer {
  readonly server_id: number;
}

/** The statistics of the server that a stored connection is on. */
export function statisticsAt(store: Store, { server_id }: OnServer): ServerStatistics {
  const { host, cpu_model, health } = serverOf(server_id);
  const key = `server-${String(server_id)}`;
  return statisticsOf({ key, host, up: health !== 'offline', cpu_model }, store.nowMs());
}

/** `is_online` of a stored connection, as the wire carries it. */
export function onlineOf({ server_id }: OnServer): boolean | null {
  const { health } = serverOf(server_id);
  return health === 'unknown' ? null : health === 'online';
}

/** The servers at these places that are not down, with the room that they have. */
export function availableServers(state: State, locationIds: readonly number[]) {
  return locationIds
    .flatMap((id) => serversAt(id))
    .filter(({ health }) => health !== 'offline')
    .map((server) => ({ id: server.id, available_slots: freeSlots(state, server) }));
}

function freeSlots(state: State, server: Server): number {
  const taken = state.accounts
    .flatMap(({ configs, paid_options }) => [configs, ...paid_options.map((one) => one.configs)])
    .flat()
    .filter(({ server_id }) => server_id === server.id);
  return Math.max(0, server.free_slots - taken.length);
}

/** The preferred server where it has a slot, else the emptiest. Refuses what is not there. */
export function chooseServer(
  state: State,
  locationIds: readonly number[],
  preferred: number | undefined,
  current?: number,
): Server {
  const candidates = locationIds.flatMap((id) => serversAt(id));
  if (preferred !== undefined) {
    const server = candidates.find(({ id }) => id === preferred);
    if (server === undefined) throw refuse('BAD_REQUEST', 'no such server at this location');
    if (server.id !== current && freeSlots(state, server) === 0) {
      throw refuse('BAD_REQUEST', 'the server has no free slot');
    }
    return server;
  }
  const stay = candidates.find(({ id }) => id === current);
  if (stay !== undefined) return stay;
  const best = candidates
    .filter((server) => server.health === 'online')
    .toSorted((a, b) => freeSlots(state, b) - freeSlots(state, a))[0];
  if (best === undefined) throw refuse('BAD_REQUEST', 'no server at this location');
  // Also where it is full: what was paid for is not refused.
  return best;
}

/** The location of a configuration that a user may choose: it exists and is active. */
export function activeLocation(id: number): number {
  const location = findLocation(id);
  if (location === undefined) throw refuse('BAD_REQUEST', 'no such location');
  if (!location.is_active) throw refuse('BAD_REQUEST', 'the location is not active');
  return location.id;
}
