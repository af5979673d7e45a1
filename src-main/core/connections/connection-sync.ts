import { connectionKey, parseConnectionKey } from '#contract/rules/connection-key.ts';
import type { Api } from '#contract/api/index.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { CloudServer } from '#contract/records/cloud-servers.ts';
import { fail, ok, type Failure, type Result } from '#contract/failure.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import { readConfigPages } from '#core/api/config-pages.ts';
import {
  fromCloudConfig,
  fromConfig,
  fromPaidConfig,
  fromProxy,
  fromSubconfig,
  type Place,
  type PlaceOf,
} from './connection-sources.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { serverOf, type ReadCache } from '#core/cache/read-cache.ts';
import type { Priority } from '#core/limits/priority.ts';

/** The reads about cloud servers that the list of connections is made of. */
const serverReads: readonly string[] = [
  'cloudServers.list',
  'cloudServers.configs',
  'cloudServers.proxies',
];

export interface ConnectionSync {
  /**
   * Reads every list that holds connections, each to its end, and takes over each one that arrived
   * whole. Answers with the first failure when any did not; what it had of those stays.
   */
  refresh(priority: Priority): Promise<Result<null>>;
  /**
   * Reads again only those of `ids` that hold connections, after a change with this input: for
   * cloud servers only the parts of its own server, for subconfigs only that of its own
   * configuration. Other ids are ignored. Answers with the first failure.
   */
  refreshLists(ids: readonly string[], changed: unknown, priority: Priority): Promise<Result<null>>;
  /** Reads the subconfig of one configuration: one request, so only for the one that is opened. */
  refreshSubconfig(key: string, priority: Priority): Promise<Result<null>>;
}

export function createConnectionSync(options: {
  readonly client: ApiClient;
  readonly readCache: ReadCache;
  readonly connections: Connections;
  /** The person's language, in which the service names places. */
  readonly language: () => string;
}): ConnectionSync {
  const { client, readCache, connections } = options;

  function placeOf(): PlaceOf {
    const places = new Map<number, Place>();
    for (const id of ['cloudServers.locations', 'locations.list'] as const) {
      for (const location of readCache.cached(id, {})?.value ?? []) {
        places.set(location.id, { country: location.code, place: location.title });
      }
    }
    return (id) => places.get(id) ?? { country: '', place: '' };
  }

  /** The language of the known places; `undefined` while they have to be read first. */
  let placesLanguage = readCache.cached('locations.list', {}) && options.language();

  /** Places are read first where none are known in this language; later they refresh beside the rest. */
  async function readPlaces(priority: Priority): Promise<void> {
    const reads = [
      readCache.fetch('locations.list', {}, priority),
      readCache.fetch('cloudServers.locations', {}, priority),
    ];
    const language = options.language();
    if (placesLanguage === language) return;
    const read = await Promise.all(reads);
    if (read.every(({ ok }) => ok)) placesLanguage = language;
  }

  async function readConfigs(priority: Priority): Promise<Result<string[]>> {
    const configs = await readConfigPages((query) =>
      client.call('configs.list', { query }, { priority }),
    );
    if (!configs.ok) return configs;
    const found = new Map<string, Connection>();
    const places = placeOf();
    for (const config of configs.value) {
      const connection = fromConfig(config, places);
      found.set(connection.entry.key, connection);
    }
    connections.accept('config', [...found.values()]);
    return ok(['config']);
  }

  async function readPaidOptions(priority: Priority): Promise<Result<string[]>> {
    const paid = await readCache.fetch('paidOptions.list', {}, priority);
    if (!paid.ok) return paid;
    const made = paid.value.flatMap((option) =>
      option.configs.map((config) => fromPaidConfig(option, config)),
    );
    connections.accept('paid', made);
    return ok(['paid']);
  }

  /** A read as it was seen last, where that will do and it was ever seen; else from the service. */
  async function readPart<Id extends 'cloudServers.configs' | 'cloudServers.proxies'>(
    id: Id,
    server: number,
    priority: Priority,
    again: boolean,
  ): Promise<Result<DataOf<Api[Id]>>> {
    const input = { path: { server_id: server } } as InputOf<Api[Id]>;
    const seen = again ? undefined : readCache.cached(id, input);
    return seen ? ok(seen.value) : readCache.fetch(id, input, priority);
  }

  async function readServerConfigs(
    server: CloudServer,
    priority: Priority,
    again: boolean,
  ): Promise<Result<null>> {
    const configs = await readPart('cloudServers.configs', server.id, priority, again);
    if (!configs.ok) return configs;
    const places = placeOf();
    const made = configs.value.map((config) => fromCloudConfig(server, config, places));
    connections.accept(`cloud:${String(server.id)}`, made);
    return ok(null);
  }

  async function readServerProxies(
    server: CloudServer,
    priority: Priority,
    again: boolean,
  ): Promise<Result<null>> {
    const proxies = await readPart('cloudServers.proxies', server.id, priority, again);
    if (!proxies.ok) return proxies;
    const places = placeOf();
    const made = proxies.value.map((proxy) => fromProxy(server, proxy, places));
    connections.accept(`proxy:${String(server.id)}`, made);
    return ok(null);
  }

  /** @param again whether what is on the servers is read again too, or only the servers */
  async function readCloudServers(priority: Priority, again: boolean): Promise<Result<string[]>> {
    const servers = await readCache.fetch('cloudServers.list', {}, priority);
    if (!servers.ok) return servers;
    const reads = servers.value.flatMap((server) => [
      readServerConfigs(server, priority, again),
      readServerProxies(server, priority, again),
    ]);
    const failure = firstFailure(await Promise.all(reads));
    const scopes = servers.value.flatMap(({ id }) => [
      `cloud:${String(id)}`,
      `proxy:${String(id)}`,
    ]);
    return failure ? { ok: false, failure } : ok(scopes);
  }

  /** What a change on one known server made out of date there. */
  function readServer(
    ids: readonly string[],
    changed: unknown,
    priority: Priority,
  ): Promise<Result<null>>[] | undefined {
    const servers = readCache.cached('cloudServers.list', {})?.value ?? [];
    const server = servers.find(({ id }) => id === serverOf(changed));
    if (server === undefined || ids.includes('cloudServers.list')) return undefined;
    return [
      ...(ids.includes('cloudServers.configs') ? [readServerConfigs(server, priority, true)] : []),
      ...(ids.includes('cloudServers.proxies') ? [readServerProxies(server, priority, true)] : []),
    ];
  }

  async function readSubconfig(key: string, priority: Priority): Promise<Result<null>> {
    const owner = connections.entry(key);
    if (!owner) return fail('not-found');
    const id = parseConnectionKey(key);
    if (id?.source !== 'config' && id?.source !== 'paid') return fail('not-found');
    const answer =
      id.source === 'config'
        ? await client.call('configs.subconfig', { path: { config_id: id.configId } }, { priority })
        : await client.call(
            'paidOptions.subconfig',
            { path: { id: id.optionId, configId: id.configId } },
            { priority },
          );
    // What the service answers for a configuration without one is not shown.
    if (!answer.ok && answer.failure.kind !== 'not-found') return answer;
    const found = answer.ok ? [fromSubconfig(owner, answer.value)] : [];
    connections.accept(connectionKey({ source: 'subconfig', owner: key }), found);
    return ok(null);
  }

  return {
    async refresh(priority) {
      await readPlaces(priority);
      const read = await Promise.all([
        readConfigs(priority),
        readPaidOptions(priority),
        readCloudServers(priority, true),
      ]);
      const failure = firstFailure(read);
      if (failure) return { ok: false, failure };
      connections.keepScopes(new Set(read.flatMap((each) => (each.ok ? each.value : []))));
      return ok(null);
    },

    async refreshLists(ids, changed, priority) {
      const onServers = ids.some((id) => serverReads.includes(id));
      const reads: Promise<Result<unknown>>[] = [
        ...(ids.includes('configs.list') ? [readConfigs(priority)] : []),
        ...(ids.includes('paidOptions.list') ? [readPaidOptions(priority)] : []),
        ...(onServers
          ? (readServer(ids, changed, priority) ?? [
              readCloudServers(priority, !ids.includes('cloudServers.list')),
            ])
          : []),
      ];
      const failure = firstFailure(await Promise.all(reads));
      // It takes its place from its configuration, so that is read first.
      const owner = subconfigOwner(ids, changed);
      if (owner !== undefined && connections.entry(owner)) await readSubconfig(owner, priority);
      return failure ? { ok: false, failure } : ok(null);
    },

    refreshSubconfig: readSubconfig,
  };
}

/** The configuration whose subconfig a change of this input made out of date. */
function subconfigOwner(ids: readonly string[], changed: unknown): string | undefined {
  const { config_id, id, configId } =
    (changed as { path?: Readonly<Record<string, unknown>> } | undefined)?.path ?? {};
  if (ids.includes('configs.subconfig'))
    return connectionKey({ source: 'config', configId: Number(config_id) });
  return ids.includes('paidOptions.subconfig')
    ? connectionKey({ source: 'paid', optionId: Number(id), configId: Number(configId) })
    : undefined;
}

function firstFailure(results: readonly Result<unknown>[]): Failure | undefined {
  return results.find((result) => !result.ok)?.failure;
}
