import { bridge } from '../../../src-contract/bridge.ts';
import type {
  CommandAnswer,
  CommandName,
  EventName,
  Events,
} from '../../../src-contract/bridge.ts';
import type {
  ConnectionFacets,
  ConnectionQuery,
} from '../../../src-contract/bridge/connections.ts';
import type { InboxState } from '../../../src-contract/bridge/inbox.ts';
import type { SessionState } from '../../../src-contract/bridge/session.ts';
import type { SyncState } from '../../../src-contract/bridge/sync.ts';
import { fail, ok, type Failure, type Result } from '../../../src-contract/failure.ts';
import type { NetworkCheck, NetworkState } from '../../../src-contract/bridge/network.ts';
import type { PurchaseJournal } from '../../../src-contract/bridge/purchase-journal.ts';
import type { SettingsState } from '../../../src-contract/bridge/settings.ts';
import type { z } from 'zod';
import { networkHandlers } from './network.ts';
import { fakeConnections, fakeStats, type FakeConnection } from './connections.ts';
import { toolHandlers } from './tools.ts';
import { fakeAwg, fakeQr, fakeSecret, withoutSecret } from './secrets.ts';

/** What a test wants the fake to be before the window opens. */
export interface FakeOptions {
  readonly count?: number | 'demo';
  readonly session?: Partial<SessionState>;
  readonly sync?: Partial<SyncState>;
  readonly settings?: Partial<SettingsState>;
  /** Commands that fail, and with what. */
  readonly failures?: Partial<Record<CommandName, Failure>>;
  /** What rows of the service that are sent fail with, by their ids. */
  readonly refused?: Readonly<Record<string, Failure>>;
  /** Commands that never answer. */
  readonly silent?: readonly CommandName[];
  /** Milliseconds until each answer. */
  readonly latency?: number;
  /** Milliseconds between readings of the watched servers; 0 for one reading only. */
  readonly pollEvery?: number;
  /** Cached reads by the id of their row, the same for every input. */
  readonly library?: Readonly<Record<string, unknown>>;
  /** How old they are, in milliseconds. */
  readonly libraryAge?: number;
  /** What their last attempt failed with. */
  readonly libraryFailure?: Failure;
  /** The installed program that takes connection links; none where it is absent. */
  readonly client?: string;
  /** What any cached read's secret is. */
  readonly revealed?: string;
  readonly inbox?: InboxState;
  readonly journal?: PurchaseJournal;
  readonly network?: NetworkState;
  readonly checked?: NetworkCheck;
  /** Whether a pair of keys was made here. */
  readonly made?: boolean;
  /** How old the statistics are, in milliseconds. */
  readonly statsAge?: number;
  /** Whether every title and name is as long as it can be. */
  readonly longWords?: boolean;
}

/** What a test may do to the fake while the window is open. */
export interface FakeControl {
  readonly calls: { readonly name: string; readonly input: unknown }[];
  emit<Name extends EventName>(event: Name, payload: Events[Name]): void;
  setSync(changes: Partial<SyncState>): void;
  setSession(changes: Partial<SessionState>): void;
  /** Changes connections as a refresh would, and tells the window. */
  change(alter: (all: FakeConnection[]) => FakeConnection[]): void;
  all(): readonly FakeConnection[];
}

declare global {
  interface Window {
    readonly fake: FakeControl;
    readonly fakeOptions?: FakeOptions;
  }
}

/** Commands that no scene needs yet are missing, and answer `not-found`. */
type Handlers = {
  [Name in CommandName]?: (
    input: z.output<(typeof bridge)[Name]['input']>,
  ) => Result<CommandAnswer<Name>>;
};

const sevenDays = 7 * 86_400;

function matches(filter: ConnectionQuery['filter'], now: number) {
  const words = filter.search
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return (row: FakeConnection): boolean => {
    const text = `${row.title} ${row.place} ${row.protocol} ${row.host}`.toLocaleLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      (filter.sources.length === 0 || filter.sources.includes(row.source)) &&
      (filter.countries.length === 0 || filter.countries.includes(row.country)) &&
      (filter.protocols.length === 0 || filter.protocols.includes(row.protocol)) &&
      (filter.online.length === 0 || filter.online.includes(row.online)) &&
      (!filter.favourites || row.favourite) &&
      (!filter.expiring || (row.expiresAt !== null && row.expiresAt < now / 1000 + sevenDays))
    );
  };
}

function ordering({ by, descending }: ConnectionQuery['order']) {
  const collator = new Intl.Collator('ru', { numeric: true });
  const compare = (a: FakeConnection, b: FakeConnection): number => {
    if (by === 'expiry') return (a.expiresAt ?? Infinity) - (b.expiresAt ?? Infinity);
    if (by === 'created') return (a.createdAt ?? 0) - (b.createdAt ?? 0);
    return collator.compare(a[by], b[by]);
  };
  return (a: FakeConnection, b: FakeConnection): number =>
    Number(b.favourite) - Number(a.favourite) || (descending ? -1 : 1) * compare(a, b);
}

function counted<Value extends string>(values: readonly Value[]) {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
}

/** A complete bridge in the page, typed by the same table as the real one. */
export function fakeBridge(options: FakeOptions) {
  const started = Date.now();
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const calls: FakeControl['calls'] = [];
  let connections = fakeConnections(options.count ?? 'demo', started);
  let revision = 1;
  let sorted: { readonly question: string; readonly rows: readonly FakeConnection[] } | null = null;
  let watched: readonly string[] = [];
  let polls = 0;
  const account = { id: 'a1', service: 'https://api.example.com/v1', name: 'anna@example.com' };
  let session: SessionState = {
    status: 'signed-in',
    account,
    accounts: [account],
    keychain: 'ready',
    kept: true,
    vaultProblem: null,
    prefill: { service: '', key: '' },
    ...options.session,
  };
  let sync: SyncState = {
    network: 'online',
    offlineSince: null,
    refreshedAt: started - 2 * 60_000,
    refreshing: false,
    waitingUntil: null,
    failure: null,
    paused: false,
    ...options.sync,
  };
  let settings: SettingsState = {
    language: 'en',
    theme: 'light',
    clipboardSeconds: 60,
    closeToTray: true,
    trayShows: 'recents',
    cacheDays: 0,
    startWithSystem: false,
    notifyInbox: true,
    notifyExpiring: true,
    notifyPayments: true,
    notifyServers: true,
    resolvedLanguage: 'en',
    ...options.settings,
  };

  function emit<Name extends EventName>(event: Name, payload: Events[Name]): void {
    for (const listener of listeners.get(event) ?? []) listener(structuredClone(payload));
  }

  function setSession(changes: Partial<SessionState>): Result<SessionState> {
    session = { ...session, ...changes };
    emit('session.changed', session);
    return ok(session);
  }

  function setSync(changes: Partial<SyncState>): Result<SyncState> {
    sync = { ...sync, ...changes };
    emit('sync.changed', sync);
    return ok(sync);
  }

  function changed(keys: readonly string[] | null): void {
    revision += 1;
    sorted = null;
    emit('connections.changed', { revision, keys });
  }

  function find<Answer>(key: string, use: (row: FakeConnection) => Answer): Result<Answer> {
    const row = connections.find((one) => one.key === key);
    return row === undefined ? fail('not-found') : ok(use(row));
  }

  function alter(key: string, changes: Partial<FakeConnection>): Result<FakeConnection> {
    connections = connections.map((row) => (row.key === key ? { ...row, ...changes } : row));
    changed([key]);
    return find(key, (row) => row);
  }

  const inOrder = (filter: ConnectionQuery['filter'], order: ConnectionQuery['order']) =>
    connections.filter(matches(filter, Date.now())).sort(ordering(order));

  function facets(): ConnectionFacets {
    const places = new Map(connections.map((row) => [row.country, row.place]));
    const soon = matches(
      {
        search: '',
        sources: [],
        countries: [],
        protocols: [],
        online: [],
        favourites: false,
        expiring: true,
      },
      Date.now(),
    );
    return {
      sources: counted(connections.map((row) => row.source)),
      countries: counted(connections.map((row) => row.country)).map((one) => ({
        ...one,
        place: places.get(one.value) ?? '',
      })),
      protocols: counted(connections.map((row) => row.protocol)),
      online: counted(connections.map((row) => row.online)),
      expiring: connections.filter(soon).length,
      favourites: connections.filter((row) => row.favourite).length,
    };
  }

  function readStats() {
    return watched.map((server) => fakeStats(server, Date.now() - (options.statsAge ?? 0), polls));
  }

  const clearsAt = () =>
    settings.clipboardSeconds === 0 ? null : Date.now() + settings.clipboardSeconds * 1000;

  const handlers: Handlers = {
    'app.info': () => ok({ version: '0.1.0', platform: 'Linux', runtime: 'Electron 45.4.1' }),
    'session.get': () => ok(session),
    'session.signIn': ({ service }) =>
      setSession({
        status: 'signed-in',
        account: { ...account, service },
        accounts: [{ ...account, service }],
      }),
    'session.signOut': () => setSession({ status: 'signed-out', account: null, accounts: [] }),
    'session.switch': ({ account: id }) =>
      setSession({
        status: 'signed-in',
        account: session.accounts.find((one) => one.id === id) ?? null,
      }),
    'session.retry': () =>
      setSession({ status: 'signed-in', keychain: 'ready', kept: true, account }),
    'sync.get': () => ok(sync),
    'sync.refresh': () => setSync({ refreshing: false, refreshedAt: Date.now() }),
    'sync.pause': ({ paused }) => setSync({ paused }),
    'connections.query': ({ filter, order, offset, limit, locate }) => {
      const question = JSON.stringify([filter, order]);
      if (sorted?.question !== question) sorted = { question, rows: inOrder(filter, order) };
      const { rows } = sorted;
      return ok({
        revision,
        total: rows.length,
        all: connections.length,
        offset,
        rows: rows.slice(offset, offset + limit),
        located: locate === undefined ? -1 : rows.findIndex((row) => row.key === locate),
      });
    },
    'connections.facets': () => ok(facets()),
    'connections.get': ({ key }) => find(key, withoutSecret),
    'connections.copy': ({ key }) => find(key, () => ({ clearsAt: clearsAt() })),
    'connections.save': ({ key, form }) =>
      find(key, () => ({ name: `connection.${form === 'xray' ? 'json' : 'conf'}` })),
    'connections.reveal': ({ key, form }) =>
      find(key, (row) => ({ text: fakeSecret(row, form), until: Date.now() + 30_000 })),
    'connections.qr': ({ key, form }) => find(key, () => ({ rows: fakeQr(form) })),
    'connections.awg': () => ok({ parameters: fakeAwg }),
    'connections.open': ({ key }) => find(key, () => ({ client: options.client ?? null })),
    'connections.keys': ({ filter, order, offset, limit }) =>
      ok({
        keys: inOrder(filter, order)
          .slice(offset, offset + limit)
          .map(({ key }) => key),
      }),
    'connections.copyMany': ({ keys }) => ok({ count: keys.length, clearsAt: clearsAt() }),
    'connections.saveMany': ({ keys, as }) =>
      ok({ name: as === 'file' ? 'connections.txt' : 'connections', count: keys.length }),
    'connections.setTitle': ({ key, title }) => alter(key, { title: title ?? '' }),
    'connections.setFavourite': ({ key, favourite }) => alter(key, { favourite }),
    'stats.watch': ({ servers, focus }) => {
      watched = [...new Set(focus === null ? servers : [focus, ...servers])];
      return ok(readStats());
    },
    'inbox.get': () => ok(options.inbox ?? { items: [], unread: 0, mayBeMissing: false }),
    'inbox.markRead': () => ok({ items: [], unread: 0, mayBeMissing: false }),
    'purchases.list': () => ok(options.journal ?? { entries: [], kept: true }),
    'purchases.start': () => {
      const [entry] = options.journal?.entries ?? [];
      return entry === undefined ? fail('unsent') : ok({ entry, started: false });
    },
    'session.keyInUse': () => ok({ id: 1 }),
    ...networkHandlers(options),
    ...toolHandlers(options),
    'settings.get': () => ok(settings),
    'settings.saveDiagnostics': () => ok({ name: 'culvert-diagnostics.json' }),
    'settings.set': (changes) => {
      const { language = settings.language } = changes;
      settings = {
        ...settings,
        ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
        resolvedLanguage: language === 'system' ? 'en' : language,
      };
      emit('settings.changed', settings);
      return ok(settings);
    },
    'library.read': ({ id, input }) => {
      const value = options.library?.[id];
      const fetchedAt = value === undefined ? null : Date.now() - (options.libraryAge ?? 0);
      const failure = options.libraryFailure ?? null;
      return ok({
        id,
        input,
        ...(value !== undefined && { value }),
        fetchedAt,
        stale: value === undefined || failure !== null,
        failure,
      });
    },
    'library.copy': () => ok({ clearsAt: clearsAt() }),
    'library.reveal': () => ok({ text: options.revealed ?? '', until: Date.now() + 30_000 }),
  };

  function isCommand(name: string): name is CommandName {
    return Object.hasOwn(bridge, name);
  }

  async function call(name: string, input: unknown): Promise<unknown> {
    const copy: unknown = structuredClone(input);
    calls.push({ name, input: copy });
    if (!isCommand(name)) {
      const refusal = options.refused?.[name];
      return refusal === undefined ? fail('invalid-input') : { ok: false, failure: refusal };
    }
    if (options.silent?.includes(name) === true) return new Promise(() => undefined);
    const failure = options.failures?.[name];
    if (failure !== undefined) return fail(failure.kind, failure);
    const checked = bridge[name].input.safeParse(copy);
    if (!checked.success) {
      return fail('invalid-input', {
        issues: checked.error.issues.map(({ path, code }) => ({ path: path.join('.'), code })),
      });
    }
    const handler = handlers[name] as ((checked: unknown) => unknown) | undefined;
    const answer = handler?.(checked.data) ?? fail('not-found');
    await new Promise((resolve) => {
      setTimeout(resolve, options.latency ?? 1);
    });
    return structuredClone(answer);
  }

  if (options.pollEvery !== 0) {
    setInterval(() => {
      if (watched.length === 0) return;
      polls += 1;
      emit('stats.changed', readStats());
    }, options.pollEvery ?? 2000);
  }

  const control: FakeControl = {
    calls,
    emit,
    setSync,
    setSession,
    change(alterAll) {
      connections = alterAll(connections);
      changed(null);
    },
    all: () => connections,
  };
  return {
    control,
    culvert: {
      call,
      listen(event: string, listener: (payload: unknown) => void) {
        const heard = listeners.get(event) ?? new Set();
        heard.add(listener);
        listeners.set(event, heard);
        return () => heard.delete(listener);
      },
    },
  };
}
