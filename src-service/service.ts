import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { maxApiKeys } from '#contract/api/account/api-keys.ts';
import { movable, systemClock, type ServiceClock } from './clock.ts';
import { createControl, type Control } from './control.ts';
import { createApp } from './http/app.ts';
import { createFaults } from './faults.ts';
import type { ServiceApp } from './http/hono.ts';
import { createLimiter } from './http/limits.ts';
import { createJournal } from './journal.ts';
import { defaultOptions, type ServiceOptions } from './options.ts';
import { createRandom } from './random.ts';
import { seedAccount } from './seed/account.ts';
import { nextId, type Store } from './store/store.ts';
import { accountOfKey, addKey, newKey } from './store/keys.ts';
import { emptyState, type State } from './store/state.ts';

export interface StartOptions extends Partial<ServiceOptions> {
  /** The system's by default; the control can put it forward in any case. */
  readonly clock?: ServiceClock;
  /** The state to continue with, as an earlier service of this process left it. */
  readonly state?: State;
  /** Check each answer against its endpoint's schema (the default). */
  readonly checkAnswers?: boolean;
  /** Receives internal errors; standard error by default. */
  readonly report?: (message: string) => void;
}

export interface RunningService {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string;
  readonly control: Control;
  /** Ends every connection and stops listening; again, it waits for the same. */
  readonly close: () => Promise<void>;
}

/** The service without a socket, over its store. `address`: where it listens, without a slash at its end. */
export function createService(given: StartOptions, address: () => string) {
  const options = { ...defaultOptions, ...given };
  const clock = movable(options.clock ?? systemClock);
  const state = options.state ?? emptyState(options.seed);
  const store: Store = {
    state,
    random: createRandom(`${state.seed} ${String(state.next_id)}`),
    readings: options.readings,
    now: () => Math.floor(clock.now() / 1000),
    nowMs: () => clock.now(),
    baseUrl: address,
  };
  if (options.state === undefined) seedAccount(store, options.scale);
  const key = options.key ?? newKey(createRandom(`key ${state.seed}`));
  ensureKey(store, key);

  const journal = createJournal();
  const faults = createFaults(options.faults, createRandom(`faults ${state.seed}`));
  const control = createControl({ store, clock, faults, journal });
  const app = createApp(
    {
      store,
      journal,
      limiter: createLimiter(options.limits, options.windows, () => clock.now()),
      checkAnswers: options.checkAnswers ?? true,
      report: options.report ?? ((message) => process.stderr.write(`${message}\n`)),
    },
    faults,
  );
  return { app, key, control };
}

/** Starts the service and resolves once it listens. Rejects when the address is in use. */
export async function startService(given: StartOptions = {}): Promise<RunningService> {
  const options = { ...defaultOptions, port: 0, ...given };
  let baseUrl = '';
  const { app, key, control } = createService(options, () => baseUrl);

  const listener = await listen(app, options);
  baseUrl = listener.url;
  let closed: Promise<void> | undefined;
  return {
    url: baseUrl,
    key,
    control,
    close: () => (closed ??= listener.close()),
  };
}

/** Far longer than a client keeps a connection, milliseconds. */
const keepAliveMs = 75_000;

async function listen(
  app: ServiceApp,
  { host, port }: Pick<ServiceOptions, 'host' | 'port'>,
): Promise<Pick<RunningService, 'url' | 'close'>> {
  const respond = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((...parts) => void respond(...parts));
  server.keepAliveTimeout = keepAliveMs;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return {
    url: `http://${name}:${String(bound.port)}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Makes `key` a valid key of the first account, in place of its oldest key when it has the maximum. */
function ensureKey(store: Store, key: string): void {
  const [account] = store.state.accounts;
  if (account === undefined || accountOfKey(store.state, key) !== undefined) return;
  if (account.keys.length >= maxApiKeys) account.keys.shift();
  addKey(account, { id: nextId(store), name: 'Culvert', created_at: store.now() }, key);
}
