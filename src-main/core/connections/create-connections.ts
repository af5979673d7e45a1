import type {
  ConnectionDetail,
  ConnectionPage,
  ConnectionQuery,
  ConnectionRow,
} from '#contract/ipc/connections.ts';
import {
  lineOf,
  rowOf,
  secretText,
  unreadableConnection,
  type Connection,
  type ConnectionLine,
} from './connection.ts';
import type { Connections, UnreadableLines } from './connections.ts';
import type { ConnectionIndex } from './list/connection-index.ts';
import { LoadedConnections, type ConnectionOptions } from './loaded-connections.ts';
import { outdatedSubconfigs, ownerOf, subconfigOf } from './subconfigs.ts';

/** The connections of one account, from its vault. */
export function createConnections(options: ConnectionOptions): Connections {
  const loaded = new LoadedConnections(options);
  return {
    ...createReads(loaded, options),
    ...createUpdates(loaded, options),
    rows(limit) {
      return loaded.rows(limit);
    },
    remember: (key) => {
      loaded.choices.remember(key);
      loaded.publish([], true);
    },
    stop() {
      loaded.stop();
    },
    favourites: () => loaded.choices.favourites(),
    recents: () => loaded.choices.recents(),
  };
}

type Reads = Pick<
  Connections,
  | 'query'
  | 'facets'
  | 'line'
  | 'entry'
  | 'row'
  | 'detail'
  | 'all'
  | 'secret'
  | 'secrets'
  | 'statsRequests'
>;

function createReads(loaded: LoadedConnections, { clock, checkOf }: ConnectionOptions): Reads {
  const { index, store } = loaded;
  return {
    query(query) {
      if (!isFirstScreen(loaded, query)) {
        loaded.load();
        return index.query(query);
      }
      clock.after(0, () => {
        loaded.load();
      });
      return firstScreen(loaded, query, checkOf);
    },
    facets() {
      loaded.load();
      return index.facets();
    },
    line: (key) => loaded.line(key),
    entry: (key) => loaded.entry(key),
    row(key) {
      const line = loaded.line(key);
      return line && rowOfLine(loaded, line, checkOf);
    },
    detail: (key) => detailOf(loaded, key, checkOf),
    all() {
      loaded.load();
      return index.all();
    },
    secret(key, form) {
      const line = loaded.line(key);
      const secrets = line && loaded.recordOf(line, store.secrets(key));
      return secrets && secretText(line.protocol, secrets, form);
    },
    secrets(requested) {
      loaded.load();
      const opened = store.secretsOf(requested.map(({ key }) => key));
      return requested.map(({ key, form }) => {
        const line = index.get(key);
        const secrets = line && loaded.recordOf(line, opened.get(key));
        return secrets && secretText(line.protocol, secrets, form);
      });
    },
    statsRequests(server) {
      loaded.load();
      return index.statsRequests(server);
    },
  };
}

/** The first screen can be answered from its own record, in the order it was saved in. */
function isFirstScreen(
  loaded: LoadedConnections,
  { filter, order, offset, limit, locate }: ConnectionQuery,
): boolean {
  return (
    !loaded.isLoaded &&
    locate === undefined &&
    offset + limit <= loaded.firstLines().length &&
    order.by === 'title' &&
    !order.descending &&
    Object.values(filter).every((value) => !value || (Array.isArray(value) && !value.length))
  );
}

function firstScreen(
  loaded: LoadedConnections,
  { offset, limit }: ConnectionQuery,
  checkOf: ConnectionOptions['checkOf'],
): ConnectionPage {
  const { count } = loaded.store.list;
  const lines = loaded.firstLines().slice(offset, offset + limit);
  return {
    revision: loaded.index.revision(),
    total: count,
    all: count,
    offset,
    rows: lines.map((line) => rowOfLine(loaded, line, checkOf)),
    located: -1,
  };
}

function rowOfLine(
  loaded: LoadedConnections,
  line: ConnectionLine,
  checkOf: ConnectionOptions['checkOf'],
): ConnectionRow {
  const isFavourite = loaded.choices.isFavourite(line.key);
  const isUnreadable = loaded.unreadable.get(line.scope)?.has(line.key) === true;
  return {
    ...rowOf(line, isFavourite, checkOf(line), loaded.stateOf(line)),
    ...(isUnreadable && { unreadable: true }),
  };
}

function detailOf(
  loaded: LoadedConnections,
  key: string,
  checkOf: ConnectionOptions['checkOf'],
): ConnectionDetail | undefined {
  const found = loaded.entry(key) ?? loaded.removed.get(key);
  if (!found) return undefined;
  const { scope, fingerprint: _fingerprint, online: _online, ...shown } = found;
  const check = checkOf(found);
  return {
    ...shown,
    state: loaded.stateOf(found),
    favourite: loaded.choices.isFavourite(key),
    ...(check && { check }),
    fetchedAt: loaded.scopes[scope] ?? 0,
    gone: !loaded.line(key),
    ...subconfigOf(found, loaded.scopes, (sub) => loaded.line(sub) !== undefined),
  };
}

type Updates = Pick<
  Connections,
  | 'accept'
  | 'keepScopes'
  | 'removeOlderThan'
  | 'retitle'
  | 'setFavourite'
  | 'checksChanged'
  | 'statesChanged'
>;

function createUpdates(loaded: LoadedConnections, { clock }: ConnectionOptions): Updates {
  const { index, choices } = loaded;
  return {
    accept(scope, connections, unreadable) {
      loaded.load();
      acceptScope(loaded, { scope, connections, unreadable }, clock.now());
    },
    keepScopes(keep) {
      removeScopes(loaded, (scope) => ownerOf(scope).length === 0 && !keep.has(scope));
    },
    removeOlderThan(at) {
      const isOld = (scope: string) => (loaded.scopes[scope] ?? 0) < at;
      if (!Object.keys(loaded.scopes).some(isOld)) return;
      removeScopes(loaded, isOld);
      loaded.removed.clear();
    },
    retitle(key, title) {
      loaded.load();
      const line = loaded.line(key);
      if (!line) return;
      index.put([{ ...line, title: title ?? '' }]);
      const followed = updateSubconfigs(index, [key]);
      loaded.save([], []);
      loaded.publish([key, ...followed]);
    },
    setFavourite(key, favourite) {
      loaded.load();
      const change = choices.setFavourite(key, favourite);
      index.setFavourites(choices.favourites());
      loaded.save([], [], change);
      loaded.publish([key]);
    },
    checksChanged(keys) {
      index.checksChanged();
      loaded.publish(keys);
    },
    statesChanged() {
      if (loaded.isLoaded) loaded.publish(index.statesChanged());
    },
  };
}

/** Replaces the connections of a scope. */
function acceptScope(
  loaded: LoadedConnections,
  answer: {
    readonly scope: string;
    readonly connections: readonly Connection[];
    readonly unreadable: UnreadableLines | undefined;
  },
  now: number,
): void {
  const { index, removed } = loaded;
  const { scope, unreadable } = answer;
  const before = new Map(index.all().map((line) => [line.key, line]));
  const read = new Set(answer.connections.map(({ entry }) => entry.key));
  const known = [...before.values()].filter(
    (line) => line.scope === scope && !read.has(line.key) && unreadable?.mayBe(line.key) === true,
  );
  const named = (unreadable?.lines ?? []).filter(({ key }) => !read.has(key) && !before.has(key));
  const unknown = named.map((line) => unreadableConnection(scope, line));
  const connections = [...answer.connections, ...unknown];
  loaded.unreadable.set(scope, new Set([...known, ...named].map(({ key }) => key)));
  const touched = index.replace(scope, [
    ...connections.map(({ entry }) => lineOf(entry)),
    ...known,
  ]);
  const owners = [...connections.map(({ entry }) => entry.key), ...ownerOf(scope)];
  const followed = updateSubconfigs(index, owners);
  const gone = touched.filter((key) => !index.get(key));
  removed.remember(before, gone);
  loaded.setScopes({ ...loaded.scopes, [scope]: now });
  const changed = connections.filter(
    ({ entry }) => before.get(entry.key)?.fingerprint !== entry.fingerprint,
  );
  loaded.save(changed, gone);
  loaded.publish([...touched, ...followed, ...ownerOf(scope)]);
}

/** Makes the subconfigs of these connections as those are now; answers which were not. */
function updateSubconfigs(index: ConnectionIndex, owners: readonly string[]): string[] {
  const outdated = outdatedSubconfigs(owners, (key) => index.get(key));
  if (outdated.length > 0) index.put(outdated);
  return outdated.map(({ key }) => key);
}

/** Removes these scopes, and the subconfigs of the connections that go with them. */
function removeScopes(loaded: LoadedConnections, isRemoved: (scope: string) => boolean): void {
  loaded.load();
  const { index } = loaded;
  const stays = (scope: string) =>
    !isRemoved(scope) && ownerOf(scope).every((owner) => index.get(owner) !== undefined);
  const before = new Map(index.all().map((line) => [line.key, line]));
  // The second pass removes the subconfigs whose configuration went in the first.
  const gone = [...index.keepScopes(stays), ...index.keepScopes(stays)];
  const scopes = Object.entries(loaded.scopes);
  const left = scopes.filter(([name]) => stays(name));
  if (left.length === scopes.length && gone.length === 0) return;
  loaded.removed.remember(before, gone);
  loaded.setScopes(Object.fromEntries(left));
  loaded.save([], gone);
  loaded.publish(gone);
}
