import { ipc } from '#contract/ipc.ts';
import type { CommandName, EventName, Events } from '#contract/ipc.ts';
import type { SessionState } from '#contract/ipc/session.ts';
import type { SettingsState } from '#contract/ipc/settings.ts';
import type { SyncState } from '#contract/ipc/sync.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { Handlers } from './handlers.ts';
import { fakeChecks } from './checks.ts';
import { fakeList } from './connections/list.ts';
import { fakeQr } from './connections/secrets.ts';
import { networkHandlers } from './network.ts';
import type { FakeControl, FakeOptions } from './options.ts';
import { fakeServers } from './servers.ts';
import { fakeStats } from './stats.ts';
import { toolHandlers } from './tools.ts';

/** A complete IPC implementation in the page, typed by the same table as the real one. */
export function fakeIpc(options: FakeOptions) {
  const started = Date.now();
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const calls: FakeControl['calls'] = [];
  let watched: readonly string[] = [];
  let polls = 0;
  let underWay = 0;
  const account = { id: 'a1', service: 'https://api.example.com/v1', name: 'anna@example.com' };
  let session: SessionState = {
    status: 'signed-in',
    account,
    accounts: [account],
    keychain: 'ready',
    kept: true,
    vaultProblem: null,
    changedService: null,
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
    jumpList: false,
    lockMinutes: 0,
    lockedTray: 'nothing',
    hideSecretsFromCapture: true,
    touchId: false,
    quickKeys: 'usual',
    quickKept: true,
    connectionsWidth: null,
    entriesWidth: null,
    cacheDays: 0,
    startWithSystem: false,
    notifyInbox: true,
    notifyExpiring: true,
    notifyPayments: true,
    notifyServers: true,
    checksExplained: options.unexplained !== true,
    checkResolver: 'off',
    checkAddress: null,
    checkThroughProxy: false,
    resolvedLanguage: 'en',
    ...options.settings,
  };

  let inbox = options.inbox ?? { items: [], unread: 0, mayBeMissing: false };

  function emit<Name extends EventName>(event: Name, payload: Events[Name]): void {
    for (const listener of listeners.get(event) ?? []) listener(structuredClone(payload));
  }

  function setSession(changes: Partial<SessionState>): Result<SessionState> {
    session = { ...session, ...changes };
    emit('session.changed', session);
    return ok(session);
  }

  function setSync(changes: Partial<SyncState>): Result<SyncState> {
    const before = sync.network;
    sync = { ...sync, ...changes };
    emit('sync.changed', sync);
    if (sync.network !== before) connections.stateChanged();
    return ok(sync);
  }

  function readStats() {
    return watched.map((server) => fakeStats(server, Date.now() - (options.statsAge ?? 0), polls));
  }

  const clearsAt = () =>
    settings.clipboardSeconds === 0 ? null : Date.now() + settings.clipboardSeconds * 1000;

  const isOffline = () => sync.network === 'offline';
  const readAt = () => sync.refreshedAt;
  const connections = fakeList(options, clearsAt, isOffline, readAt, (payload) => {
    emit('connections.changed', payload);
  });

  const handlers: Handlers = {
    'app.info': () =>
      ok({ version: '0.1.0', platform: 'Linux', runtime: 'Electron 45.4.1', touchId: false }),
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
    'session.restoreService': () => setSession({ status: 'signed-in', changedService: null }),
    'session.retry': () =>
      setSession({ status: 'signed-in', keychain: 'ready', kept: true, account }),
    'session.keyInUse': () => ok({ id: 1 }),
    'sync.get': () => ok(sync),
    'sync.refresh': () => setSync({ refreshing: false, refreshedAt: Date.now() }),
    'sync.pause': ({ paused }) => setSync({ paused }),
    ...connections.handlers,
    'servers.get': () =>
      ok(fakeServers(options.library?.['cloudServers.list'], isOffline(), options.libraryAge)),
    ...fakeChecks(connections, emit, options.checking),
    'stats.watch': ({ servers, focus }) => {
      watched = [...new Set(focus === null ? servers : [focus, ...servers])];
      return ok(readStats());
    },
    'inbox.get': () => ok(inbox),
    'inbox.markRead': ({ ids }) => {
      const items = inbox.items.map((item) => ({
        ...item,
        read: item.read || ids.includes(item.id),
      }));
      inbox = { ...inbox, items, unread: items.filter(({ read }) => !read).length };
      return ok(inbox);
    },
    'purchases.list': () => ok(options.journal ?? { entries: [], unreadable: [], kept: true }),
    'purchases.submit': () => {
      const [entry] = options.journal?.entries ?? [];
      return entry === undefined ? fail('unsent') : ok({ entry, started: false });
    },
    ...networkHandlers(options),
    ...toolHandlers(options),
    'settings.get': () => ok(settings),
    'settings.saveDiagnostics': () => ok({ name: 'culvert-diagnostics.json' }),
    'checks.choose': (choice) => {
      settings = Object.assign({}, settings, choice);
      emit('settings.changed', settings);
      return ok(settings);
    },
    'checks.accept': () => {
      settings = { ...settings, checksExplained: true };
      return ok(settings);
    },
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
    'cache.read': ({ id, input }) => {
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
        unreadable: options.libraryUnreadable?.[id] ?? [],
      });
    },
    'cache.copy': () => ok({ clearsAt: clearsAt() }),
    'cache.qr': () => ok({ rows: fakeQr(options.revealed ?? '') }),
    'cache.reveal': () => ok({ text: options.revealed ?? '', until: Date.now() + 30_000 }),
  };

  function isCommand(name: string): name is CommandName {
    return Object.hasOwn(ipc.commands, name);
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
    const checked = ipc.commands[name].input.safeParse(copy);
    if (!checked.success) {
      return fail('invalid-input', {
        issues: checked.error.issues.map(({ path, code }) => ({ path: path.join('.'), code })),
      });
    }
    const handler = handlers[name] as ((checked: unknown) => unknown) | undefined;
    const answer = handler?.(checked.data) ?? fail('not-found');
    underWay += 1;
    await new Promise((resolve) => {
      setTimeout(resolve, options.latencies?.[name] ?? options.latency ?? 1);
    });
    underWay -= 1;
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
    get underWay() {
      return underWay;
    },
    emit,
    setSync,
    setSession,
    change: connections.change,
    all: connections.all,
  };
  return {
    control,
    culvert: {
      call,
      listen(event: string, listener: (payload: unknown) => void) {
        const registered = listeners.get(event) ?? new Set();
        registered.add(listener);
        listeners.set(event, registered);
        return () => registered.delete(listener);
      },
    },
  };
}
