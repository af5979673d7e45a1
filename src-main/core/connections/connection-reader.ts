import { sourceOf } from '#contract/connections/sources.ts';
import { connectionKey, type ConnectionId } from '#contract/rules/connection-key.ts';
import type { Api, EndpointId } from '#contract/api/index.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { CloudServer } from '#contract/records/cloud-servers.ts';
import { fail, ok, type Failure, type Result } from '#contract/failure.ts';
import type { UnreadableElement } from '#contract/unreadable.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import { accountBounds } from '#core/api/account-bounds.ts';
import { pageOfConfigs, readPages } from '#core/api/pages.ts';
import { serverOf, type ReadCache } from '#core/cache/read-cache.ts';
import { nextTurn } from '#core/kernel/next-turn.ts';
import type { Priority } from '#core/api/limits/priority.ts';
import {
  fromCloudConfig,
  fromConfig,
  fromPaidConfig,
  fromProxy,
  fromSubconfig,
  type Place,
  type PlaceOf,
} from './connection-sources.ts';
import { serverScope, type Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { subconfigOwner } from './subconfigs.ts';
import {
  unreadableConnections,
  unreadableList,
  type UnreadableConnections,
} from './unreadable-connections.ts';

interface ConnectionReaderOptions {
  readonly client: ApiClient;
  readonly readCache: ReadCache;
  readonly connections: Connections;
  /** The user's language, in which the service names places. */
  readonly language: () => string;
}

/** The connections that each list holds, as the first part of their scopes. */
const listedIn = {
  'configs.list': 'config',
  'paidOptions.list': 'paid',
  'cloudServers.configs': 'cloud',
  'cloudServers.proxies': 'proxy',
} as const;

/** The reads about cloud servers that the list of connections is made of. */
const serverReads: readonly string[] = [
  'cloudServers.list',
  'cloudServers.configs',
  'cloudServers.proxies',
];

/** So many connections are made in no time. */
const shortList = 40;

/** More than an account has. */
const tooMany = fail('bad-response', { reason: 'too-large' });

const nowhere: Place = { country: '', place: '' };
const noPlaces: readonly never[] = [];

/** Reads the connections of one account from the service, and hands what arrived whole to the list. */
export class ConnectionReader {
  readonly #options: ConnectionReaderOptions;
  /** The language of the known places; `undefined` while they have to be read first. */
  #placesLanguage: string | undefined;
  #placeLists: readonly unknown[] = [];
  #places: PlaceOf = () => nowhere;
  /** By scope, the number of the read that was taken over last. */
  readonly #accepted = new Map<string, number>();
  /** By scope, or the first part of scopes, how many reads had begun at the last change there. */
  readonly #changed = new Map<string, number>();
  #reads = 0;

  constructor(options: ConnectionReaderOptions) {
    this.#options = options;
    this.#placesLanguage = options.readCache.cached('locations.list', {}) && options.language();
  }

  /** Reads every list to its end, takes over each that arrived whole; the first failure. */
  async refresh(priority: Priority): Promise<Result<null>> {
    await this.#readPlaces(priority);
    const read = await Promise.all([
      this.#readConfigs(priority),
      this.#readPaidOptions(priority),
      this.#readCloudServers(priority, true),
    ]);
    const failure = firstFailure(read);
    if (failure) return { ok: false, failure };
    this.#options.connections.keepScopes(this.#scopes());
    return ok(null);
  }

  /** Reads again those of `ids` that hold connections, as far as the change concerns them. */
  async refreshLists(
    ids: readonly string[],
    changed: unknown,
    priority: Priority,
  ): Promise<Result<null>> {
    const owner = subconfigOwner(ids, changed);
    this.#noteChange(ids, changed, owner);
    const onServers = ids.some((id) => serverReads.includes(id));
    const reads = [
      ...(ids.includes('configs.list') ? [this.#readConfigs(priority)] : []),
      ...(ids.includes('paidOptions.list') ? [this.#readPaidOptions(priority)] : []),
      ...(onServers
        ? (this.#readServer(ids, changed, priority) ?? [
            this.#readCloudServers(priority, !ids.includes('cloudServers.list')),
          ])
        : []),
    ];
    const failure = firstFailure(await Promise.all(reads));
    // It takes its place from its configuration, so that is read first.
    if (owner !== undefined && this.#options.connections.record(owner))
      await this.readSubconfig(owner, priority);
    return failure ? { ok: false, failure } : ok(null);
  }

  /** What was read of these lists may be from before this change. */
  #noteChange(ids: readonly string[], changed: unknown, owner: string | undefined): void {
    const server = serverOf(changed);
    for (const [id, source] of Object.entries(listedIn)) {
      if (!ids.includes(id)) continue;
      const isOnServer = source === 'cloud' || source === 'proxy';
      const isOfOne = isOnServer && typeof server === 'number';
      this.#changed.set(isOfOne ? serverScope(source, server) : source, this.#reads);
    }
    if (owner !== undefined) this.#changed.set(subconfigScope(owner), this.#reads);
  }

  /** Begins a read of a scope; one that was overtaken by a read or a change changes nothing. */
  #begin(scope: string) {
    this.#reads += 1;
    const read = this.#reads;
    const [source = ''] = scope.split(':');
    const isCurrent = () =>
      read >= (this.#accepted.get(scope) ?? 0) &&
      [scope, source].every((name) => read > (this.#changed.get(name) ?? 0));
    const takeOver = async (
      found: readonly Connection[],
      unreadable?: UnreadableConnections,
    ): Promise<Result<null>> => {
      if (isCurrent()) this.#accepted.set(scope, read);
      return (await this.#options.connections.accept(scope, found, unreadable, isCurrent))
        ? ok(null)
        : tooMany;
    };
    return {
      takeOver,
      /** The same for a list; fails where something of it could not even be named. */
      async takeList(
        list: keyof typeof listedIn,
        found: readonly Connection[],
        elements: readonly UnreadableElement[],
        idOf: (id: number, of: number | null) => ConnectionId | undefined,
      ): Promise<Result<null>> {
        const unreadable = unreadableConnections(elements, listedIn[list], idOf);
        const taken = await takeOver(found, unreadable);
        return taken.ok && !unreadable.whole ? unreadableList(list) : taken;
      },
    };
  }

  /** Each list of each of many servers asks: made once for the places that were read. */
  #placeOf(): PlaceOf {
    const { readCache } = this.#options;
    const lists = (['cloudServers.locations', 'locations.list'] as const).map(
      (id) => readCache.cached(id, {})?.value ?? noPlaces,
    );
    if (lists.every((list, at) => list === this.#placeLists[at])) return this.#places;
    const places = new Map<number, Place>();
    for (const { id, code, title } of lists.flat()) places.set(id, { country: code, place: title });
    this.#placeLists = lists;
    this.#places = (id) => places.get(id) ?? nowhere;
    return this.#places;
  }

  /** Places are read first where none are known in this language; later they refresh beside the rest. */
  async #readPlaces(priority: Priority): Promise<void> {
    const reads = [
      this.#options.readCache.fetch('locations.list', {}, priority),
      this.#options.readCache.fetch('cloudServers.locations', {}, priority),
    ];
    const language = this.#options.language();
    if (this.#placesLanguage === language) return;
    // If only one of the two arrives, the lists are in different languages.
    this.#placesLanguage = undefined;
    const read = await Promise.all(reads);
    if (read.every(({ ok }) => ok)) this.#placesLanguage = language;
  }

  async #readConfigs(priority: Priority): Promise<Result<null>> {
    const begun = this.#begin('config');
    const unreadable: UnreadableElement[] = [];
    const call = { priority, acceptPartial: true };
    const made = await readPages(pageOfConfigs, async (query) => {
      const page = await this.#options.client.call('configs.list', { query }, call);
      if (!page.ok) return page;
      unreadable.push(...(page.unreadable ?? []));
      const places = this.#placeOf();
      const value = await inTurns(page.value, (config) => fromConfig(config, places));
      return { ...page, value };
    });
    if (!made.ok) return made;
    return begun.takeList('configs.list', made.value, unreadable, (configId) => ({
      source: 'config',
      configId,
    }));
  }

  async #readPaidOptions(priority: Priority): Promise<Result<null>> {
    const begun = this.#begin('paid');
    const paid = await this.#options.readCache.fetch('paidOptions.list', {}, priority);
    if (!paid.ok) return paid;
    const elements = this.#unreadableOf('paidOptions.list', {});
    const configs = paid.value.flatMap((option) =>
      option.configs.map((config) => [option, config] as const),
    );
    const made = await inTurns(configs, ([option, config]) => fromPaidConfig(option, config));
    return begun.takeList('paidOptions.list', made, elements, (configId, of) =>
      of === null ? undefined : { source: 'paid', optionId: of, configId },
    );
  }

  #unreadableOf<Id extends EndpointId>(
    id: Id,
    input: InputOf<Api[Id]>,
  ): readonly UnreadableElement[] {
    return this.#options.readCache.cached(id, input)?.unreadable ?? [];
  }

  /** Reads one list of a cloud server; `again`: also where it was seen already. */
  async #readOnServer<Id extends 'cloudServers.configs' | 'cloudServers.proxies'>(
    id: Id,
    server: CloudServer,
    { priority, again }: { readonly priority: Priority; readonly again: boolean },
    make: (server: CloudServer, of: DataOf<Api[Id]>[number], placeOf: PlaceOf) => Connection,
  ): Promise<Result<null>> {
    const source = listedIn[id];
    const scope = serverScope(source, server.id);
    const begun = this.#begin(scope);
    const input = { path: { server_id: server.id } } as InputOf<Api[Id]>;
    // What was seen is there at once: opening each has a turn.
    if (!again) await nextTurn();
    const seen = again ? undefined : this.#options.readCache.cached(id, input);
    const read = seen ? ok(seen.value) : await this.#options.readCache.fetch(id, input, priority);
    if (!read.ok) return read;
    const elements = this.#unreadableOf(id, input);
    const places = this.#placeOf();
    const list = eachOnce<DataOf<Api[Id]>[number]>(read.value);
    // What would be refused is not made first, at each read again.
    await this.#options.connections.load();
    if (list.length > this.#options.connections.room(scope)) return tooMany;
    const made = await inTurns<DataOf<Api[Id]>[number], Connection>(list, (each) =>
      make(server, each, places),
    );
    return begun.takeList(id, made, elements, (itemId) =>
      source === 'cloud'
        ? { source: 'cloud', serverId: server.id, configId: itemId }
        : { source: 'proxy', serverId: server.id, proxyId: itemId },
    );
  }

  #readServerLists(
    server: CloudServer,
    ids: readonly string[],
    priority: Priority,
    again: boolean,
  ) {
    const how = { priority, again };
    const reads = {
      'cloudServers.configs': () =>
        this.#readOnServer('cloudServers.configs', server, how, fromCloudConfig),
      'cloudServers.proxies': () =>
        this.#readOnServer('cloudServers.proxies', server, how, fromProxy),
    };
    return Object.entries(reads).flatMap(([id, read]) => (ids.includes(id) ? [read()] : []));
  }

  async #readCloudServers(priority: Priority, again: boolean): Promise<Result<null>> {
    const servers = await this.#options.readCache.fetch('cloudServers.list', {}, priority);
    if (!servers.ok) return servers;
    const read: Result<null>[] = [];
    const all = eachOnce(servers.value);
    const known = all.slice(0, accountBounds.servers);
    for (let at = 0; at < known.length; at += accountBounds.serversAtOnce) {
      if (read.some((each) => !each.ok && each.failure.reason === 'too-large')) break;
      const reads = known
        .slice(at, at + accountBounds.serversAtOnce)
        .flatMap((server) => this.#readServerLists(server, serverReads, priority, again));
      read.push(...(await Promise.all(reads)));
    }
    const failure = firstFailure(read);
    if (failure) return { ok: false, failure };
    const isKnown =
      all.length === known.length &&
      this.#unreadableOf('cloudServers.list', {}).every(({ id }) => id !== null);
    return isKnown ? ok(null) : unreadableList('cloudServers.list');
  }

  /** Every scope that the account has, by its lists as they were read last. */
  #scopes(): Set<string> {
    const servers = this.#options.readCache.cached('cloudServers.list', {});
    // What is on a server that could not be read stays.
    const onServers = [...(servers?.value ?? []), ...(servers?.unreadable ?? [])].flatMap(
      ({ id }) => [serverScope('cloud', String(id)), serverScope('proxy', String(id))],
    );
    return new Set(['config', 'paid', ...onServers]);
  }

  /** Reads again what a change on one known server made out of date there; `undefined`: not one. */
  #readServer(
    ids: readonly string[],
    changed: unknown,
    priority: Priority,
  ): Promise<Result<null>>[] | undefined {
    const servers = this.#options.readCache.cached('cloudServers.list', {})?.value ?? [];
    const server = servers.find(({ id }) => id === serverOf(changed));
    if (server === undefined || ids.includes('cloudServers.list')) return undefined;
    return this.#readServerLists(server, ids, priority, true);
  }

  /** Reads the subconfig of one configuration: one request, so only for the one that is opened. */
  async readSubconfig(key: string, priority: Priority): Promise<Result<null>> {
    const owner = this.#options.connections.record(key);
    if (!owner) return fail('not-found');
    const read = sourceOf(key)?.subconfig?.read;
    if (!read) return fail('not-found');
    const begun = this.#begin(subconfigScope(key));
    const answer = await this.#options.client.call(read.endpoint, read.input, { priority });
    // What the service answers for a configuration without one is not shown.
    if (!answer.ok && answer.failure.kind !== 'not-found') return answer;
    return begun.takeOver(answer.ok ? [fromSubconfig(owner, answer.value)] : []);
  }
}

function subconfigScope(owner: string): string {
  return connectionKey({ source: 'subconfig', owner });
}

/** Of two with one id the last counts. */
function eachOnce<T extends { readonly id: number }>(list: readonly T[]): T[] {
  return [...new Map(list.map((each) => [each.id, each])).values()];
}

/** Makes connections of a long list by parts, between which the rest of the program runs. */
async function inTurns<T, U>(list: readonly T[], make: (of: T) => U): Promise<U[]> {
  const made: U[] = [];
  for (let at = 0; at < list.length; at += accountBounds.slice.connections) {
    if (list.length > shortList) await nextTurn();
    made.push(...list.slice(at, at + accountBounds.slice.connections).map(make));
  }
  return made;
}

function firstFailure(results: readonly Result<unknown>[]): Failure | undefined {
  return results.find((result) => !result.ok)?.failure;
}
