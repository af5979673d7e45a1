import { serverKeysOf, type ServerKeys } from '#service/connections/credentials.ts';
import { hash32 } from '#service/random.ts';
import { locations } from './locations.ts';

export interface Server {
  readonly id: number;
  readonly location_id: number;
  readonly host: string;
  /** What the service knows of it; `unknown` is read as `is_online: null`. */
  readonly health: 'online' | 'offline' | 'unknown';
  readonly cpu_model: string;
  /** Slots left before this account takes any. */
  readonly free_slots: number;
  /** Everything secret of the server (its REALITY key and the like) is derived from this. */
  readonly secret: string;
  /** Worked out once: thousands of connections carry them. */
  readonly keys: ServerKeys;
  readonly portRange: 'authority' | 'mport';
}

const processors = [
  'AMD EPYC 7543P 32-Core Processor',
  'Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz',
  'AMD Ryzen 9 7950X 16-Core Processor',
  'Intel(R) Xeon(R) E-2388G CPU @ 3.20GHz',
] as const;

/** Servers that are down, and those whose state was not measured yet. */
const offline: ReadonlySet<number> = new Set([402, 703]);
const unknown: ReadonlySet<number> = new Set([1002, 1401]);

const serversPerLocation = 3;

/** Every shared server of the service: three at each location, numbered `location * 100 + n`. */
export const servers: readonly Server[] = locations.flatMap((location) =>
  Array.from({ length: serversPerLocation }, (_, index): Server => {
    const id = location.id * 100 + index + 1;
    const noise = hash32(`server ${String(id)}`);
    const secret = `server-${String(id)}`;
    return {
      id,
      location_id: location.id,
      host: hostOf(location.code, location.id, index),
      health: offline.has(id) ? 'offline' : unknown.has(id) ? 'unknown' : 'online',
      cpu_model: processors[noise % processors.length] ?? processors[0],
      // Every location's third server is nearly full, so that "no free slots" can be met.
      free_slots: index === 2 ? noise % 3 : 20 + (noise % 60),
      secret,
      keys: serverKeysOf(secret),
      portRange: index === 1 ? 'authority' : 'mport',
    };
  }),
);

/** Documentation names and addresses only: IPv4 and IPv6 literals occur beside names. */
function hostOf(code: string, locationId: number, index: number): string {
  if (index === 2) return `203.0.113.${String(locationId * 10 + index)}`;
  if (index === 1 && locationId === 14) return '[2001:db8:14::2]';
  return `${code.toLowerCase()}-${String(index + 1)}.example.com`;
}

const byId: ReadonlyMap<number, Server> = new Map(servers.map((server) => [server.id, server]));

export function findServer(id: number): Server | undefined {
  return byId.get(id);
}

export function serversAt(locationId: number): readonly Server[] {
  return servers.filter((server) => server.location_id === locationId);
}
