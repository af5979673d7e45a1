import { ipc } from '#contract/ipc.ts';
import type { CommandName } from '#contract/ipc.ts';
import { fail, ok } from '#contract/failure.ts';
import { cacheHandlers } from './cache.ts';
import { fakeChecks } from './checks.ts';
import { connectionHandlers } from './connections/handlers.ts';
import { FakeConnectionList } from './connections/list.ts';
import { createFakeEvents } from './events.ts';
import type { Handlers } from './handlers.ts';
import { inboxHandlers } from './inbox.ts';
import { networkHandlers } from './network.ts';
import type { FakeControl, FakeOptions } from './options.ts';
import { fakeServers } from './servers.ts';
import { fakeSession } from './session.ts';
import { fakeSettings } from './settings.ts';
import { statsHandlers } from './stats.ts';
import { fakeSync } from './sync.ts';
import { toolHandlers } from './tools.ts';

/** A complete IPC implementation in the page, typed by the same table as the real one. */
export function fakeIpc(options: FakeOptions) {
  const { emit, listen } = createFakeEvents();
  const session = fakeSession(options, emit);
  const sync = fakeSync(options, emit);
  const settings = fakeSettings(options, emit);
  const { clearsAt } = settings;
  const connections = new FakeConnectionList(options, sync.state, (change) => {
    emit('connections.changed', change);
  });

  const { call, calls, underWay } = createFakeCalls(options, {
    'app.info': () =>
      ok({
        version: '0.1.0',
        platform: 'Linux',
        runtime: 'Electron 45.4.1',
        touchId: false,
        startsWithSystem: true,
      }),
    'servers.get': () => {
      const offline = sync.state().network === 'offline';
      return ok(fakeServers(options.library?.['cloudServers.list'], offline, options.libraryAge));
    },
    'purchases.list': () =>
      ok(options.journal ?? { entries: [], unreadable: [], persistent: true }),
    'purchases.submit': () => {
      const [entry] = options.journal?.entries ?? [];
      return entry === undefined ? fail('unsent') : ok({ entry, started: false });
    },
    ...session.handlers,
    ...sync.handlers,
    ...settings.handlers,
    ...connectionHandlers(connections, options, clearsAt),
    ...fakeChecks(connections, emit, options.checking),
    ...statsHandlers(options, emit),
    ...inboxHandlers(options),
    ...networkHandlers(options),
    ...toolHandlers(options),
    ...cacheHandlers(options, clearsAt),
  });

  const control: FakeControl = {
    calls,
    get underWay() {
      return underWay();
    },
    emit,
    setSync(changes) {
      const before = sync.state().network;
      sync.set(changes);
      if (sync.state().network !== before) connections.stateChanged();
    },
    setSession: session.set,
    change: (alter) => {
      connections.change(alter);
    },
    all: () => connections.all(),
  };
  return { control, culvert: { call, listen } };
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(ipc.commands, name);
}

/** IPC calls: input and answer are copied, the input is checked, the answer takes its time. */
function createFakeCalls(options: FakeOptions, handlers: Handlers) {
  const calls: FakeControl['calls'] = [];
  let underWay = 0;

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

  return { call, calls, underWay: () => underWay };
}
