import type { ConnectionQuery } from '#contract/ipc/connections.ts';
import { openChoices } from './choices.ts';
import { createConnectionIndex } from './list/connection-index.ts';
import {
  lineOf,
  rowOf,
  secretText,
  type Connection,
  type ConnectionEntry,
  type ConnectionLine,
  type ConnectionRest,
} from './connection.ts';
import type { Connections } from './connections.ts';
import type { CheckOf } from './list/order.ts';
import { openConnectionStore } from './storage/connection-store.ts';
import { createLatelyGone } from './recently-removed.ts';
import { ownerOf, subconfigOf } from './subconfigs.ts';
import type { Clock } from '#core/ports.ts';
import type { SealedChange, SealedVault } from '#core/vault/sealed-vault.ts';

/** More changed keys than this are told as "most of it". */
const keysTold = 200;

/**
 * @param options.publish hears the keys that changed, `null` for most of them, and the revision
 * @param options.language for the order of titles
 * @param options.checkOf what checking a connection last found
 */
export function createConnections(options: {
  readonly vault: SealedVault;
  readonly clock: Clock;
  readonly language: () => string;
  readonly checkOf: CheckOf;
  readonly publish: (revision: number, keys: readonly string[] | null) => void;
}): Connections {
  const { vault, clock } = options;
  const store = openConnectionStore(vault);
  const choices = openChoices(vault, store.list.favourites);
  const index = createConnectionIndex({
    checkOf: options.checkOf,
    now: () => clock.now(),
    language: options.language,
    recents: () => choices.recents(),
  });
  const gone = createLatelyGone(store);
  let scopes = store.list.scopes;
  let whole = false;

  let first: readonly ConnectionLine[] | undefined;

  function firstLines(): readonly ConnectionLine[] {
    return (first ??= store.first());
  }

  /** Reads what the first screen did not need. */
  function load(): void {
    if (whole) return;
    whole = true;
    index.setFavourites(choices.favourites());
    const lines = store.lines();
    // What the first screen is answered from is there once more, should a record of lines be damaged.
    if (lines.length < store.list.count) index.put(firstLines());
    index.load(lines, store.list.language);
    first = undefined;
  }

  function publish(keys: readonly string[]): void {
    options.publish(index.revision(), keys.length > keysTold ? null : keys);
  }

  function save(
    fresh: readonly Connection[],
    removed: readonly string[],
    chosen?: SealedChange,
  ): void {
    store.save({
      lines: index.all(),
      language: options.language(),
      fresh,
      gone: removed,
      scopes,
      favourites: choices.favourites(),
      chosen,
    });
  }

  /** The first screen can be answered from its own record, in the order it was saved in. */
  function isFirstScreen({ filter, order, offset, limit, locate }: ConnectionQuery): boolean {
    return (
      !whole &&
      locate === undefined &&
      offset + limit <= firstLines().length &&
      order.by === 'title' &&
      !order.descending &&
      Object.values(filter).every((value) => !value || (Array.isArray(value) && !value.length))
    );
  }

  function line(key: string): ConnectionLine | undefined {
    const found = whole ? undefined : firstLines().find((each) => each.key === key);
    if (found) return found;
    load();
    return index.get(key);
  }

  /** A record that is gone is written again when the service next tells what was in it. */
  function unlessGone<T>(found: ConnectionLine, record: T | undefined): T | undefined {
    if (record !== undefined) return record;
    load();
    index.put([{ ...found, fingerprint: '' }]);
    return undefined;
  }

  function entry(key: string): ConnectionEntry | undefined {
    const found = line(key);
    return found && { ...(unlessGone(found, store.rest(key)) ?? unknownRest), ...found };
  }

  /** Forgets all but these scopes, and the subconfigs of what goes with the others. */
  function dropScopes(keeps: (scope: string) => boolean): void {
    load();
    const kept = (scope: string) =>
      keeps(scope) && ownerOf(scope).every((owner) => index.get(owner) !== undefined);
    const before = new Map(index.all().map((each) => [each.key, each]));
    const removed = [...index.keepScopes(kept), ...index.keepScopes(kept)];
    const scopesLeft = Object.fromEntries(Object.entries(scopes).filter(([name]) => kept(name)));
    if (Object.keys(scopesLeft).length === Object.keys(scopes).length && !removed.length) return;
    gone.remember(before, removed);
    scopes = scopesLeft;
    save([], removed);
    if (removed.length > 0) publish(removed);
  }

  return {
    query(query) {
      if (isFirstScreen(query)) {
        clock.after(0, load);
        const rows = firstLines().slice(query.offset, query.offset + query.limit);
        return {
          revision: index.revision(),
          total: store.list.count,
          all: store.list.count,
          offset: query.offset,
          rows: rows.map((each) =>
            rowOf(each, choices.isFavourite(each.key), options.checkOf(each)),
          ),
          located: -1,
        };
      }
      load();
      return index.query(query);
    },
    facets() {
      load();
      return index.facets();
    },
    line,
    entry,
    row(key) {
      const found = line(key);
      return found && rowOf(found, choices.isFavourite(key), options.checkOf(found));
    },
    detail(key) {
      const found = entry(key) ?? gone.get(key);
      if (!found) return undefined;
      const { scope, fingerprint: _, ...shown } = found;
      const check = options.checkOf(found);
      return {
        ...shown,
        favourite: choices.isFavourite(key),
        ...(check && { check }),
        fetchedAt: scopes[scope] ?? 0,
        gone: !line(key),
        ...subconfigOf(found, scopes, (sub) => line(sub) !== undefined),
      };
    },
    all() {
      load();
      return index.all();
    },
    secret(key, form) {
      const found = line(key);
      const secrets = found && unlessGone(found, store.secrets(key));
      return secrets && secretText(found.protocol, secrets, form);
    },
    secrets(wanted) {
      load();
      const opened = store.secretsOf(wanted.map(({ key }) => key));
      return wanted.map(({ key, form }) => {
        const found = index.get(key);
        const secrets = found && unlessGone(found, opened.get(key));
        return secrets && secretText(found.protocol, secrets, form);
      });
    },
    accept(scope, connections) {
      load();
      const before = new Map(index.all().map((each) => [each.key, each]));
      const touched = index.replace(
        scope,
        connections.map((each) => lineOf(each.entry)),
      );
      const removed = touched.filter((key) => !index.get(key));
      gone.remember(before, removed);
      scopes = { ...scopes, [scope]: clock.now() };
      const fresh = connections.filter(
        (each) => before.get(each.entry.key)?.fingerprint !== each.entry.fingerprint,
      );
      save(fresh, removed);
      const told = [...touched, ...ownerOf(scope)];
      if (told.length > 0) publish(told);
    },
    keepScopes(keep) {
      dropScopes((scope) => ownerOf(scope).length > 0 || keep.has(scope));
    },
    removeOlderThan(at) {
      const old = Object.values(scopes).some((readAt) => readAt < at);
      if (!old) return;
      dropScopes((scope) => (scopes[scope] ?? 0) >= at);
      gone.clear();
    },
    retitle(key, title) {
      load();
      const found = line(key);
      if (!found) return;
      index.put([{ ...found, title: title ?? '' }]);
      save([], []);
      publish([key]);
    },
    statsRoutes(server) {
      load();
      return index.statsRoutes(server);
    },
    setFavourite(key, favourite) {
      load();
      const chosen = choices.setFavourite(key, favourite);
      index.setFavourites(choices.favourites());
      save([], [], chosen);
      publish([key]);
    },
    checksChanged(keys) {
      index.checksChanged();
      publish(keys);
    },
    remember: (key) => {
      choices.remember(key);
    },
    favourites: () => choices.favourites(),
    recents: () => choices.recents(),
  };
}

/** What is shown of a connection whose record cannot be opened. */
const unknownRest: ConnectionRest = {
  previews: [],
  flags: [],
  extendedSettings: null,
  titleRule: null,
  locationId: null,
  serverId: null,
};
