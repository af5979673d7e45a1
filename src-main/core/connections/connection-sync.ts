import { connectionKey } from '#contract/rules/connection-key.ts';
import { ok, type Result } from '#contract/failure.ts';
import type { Priority } from '#core/api/limits/priority.ts';
import {
  ConnectionReader,
  firstFailure,
  type ConnectionReaderOptions,
} from './connection-reader.ts';

/** The reads about cloud servers that the list of connections is made of. */
const serverReads: readonly string[] = [
  'cloudServers.list',
  'cloudServers.configs',
  'cloudServers.proxies',
];

/** Reads the connections of one account from the service and takes them over. */
export class ConnectionSync {
  readonly #connections: ConnectionReaderOptions['connections'];
  readonly #reader: ConnectionReader;

  constructor(options: ConnectionReaderOptions) {
    this.#connections = options.connections;
    this.#reader = new ConnectionReader(options);
  }

  /** Reads every list to its end, takes over each that arrived whole; the first failure. */
  async refresh(priority: Priority): Promise<Result<null>> {
    const reader = this.#reader;
    await reader.readPlaces(priority);
    const read = await Promise.all([
      reader.readConfigs(priority),
      reader.readPaidOptions(priority),
      reader.readCloudServers(priority, true),
    ]);
    const failure = firstFailure(read);
    if (failure) return { ok: false, failure };
    this.#connections.keepScopes(reader.scopes());
    return ok(null);
  }

  /** Reads again those of `ids` that hold connections, as far as the change concerns them. */
  async refreshLists(
    ids: readonly string[],
    changed: unknown,
    priority: Priority,
  ): Promise<Result<null>> {
    const reader = this.#reader;
    const owner = subconfigOwner(ids, changed);
    reader.noteChange(ids, changed, owner);
    const onServers = ids.some((id) => serverReads.includes(id));
    const reads: Promise<Result<unknown>>[] = [
      ...(ids.includes('configs.list') ? [reader.readConfigs(priority)] : []),
      ...(ids.includes('paidOptions.list') ? [reader.readPaidOptions(priority)] : []),
      ...(onServers
        ? (reader.readServer(ids, changed, priority) ?? [
            reader.readCloudServers(priority, !ids.includes('cloudServers.list')),
          ])
        : []),
    ];
    const failure = firstFailure(await Promise.all(reads));
    // It takes its place from its configuration, so that is read first.
    if (owner !== undefined && this.#connections.record(owner))
      await reader.readSubconfig(owner, priority);
    return failure ? { ok: false, failure } : ok(null);
  }

  /** Reads the subconfig of one configuration: one request, so only for the one that is opened. */
  refreshSubconfig(key: string, priority: Priority): Promise<Result<null>> {
    return this.#reader.readSubconfig(key, priority);
  }
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
