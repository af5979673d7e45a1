import { onTestFinished } from 'vitest';
import type { CommandAnswer, CommandInput, CommandName, EventName, Events } from '#contract/ipc.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { rowsFrom } from '#contract/connections/rows-text.ts';
import type { Result } from '#contract/failure.ts';
import { startService, type RunningService, type StartOptions } from '#service/service.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import { createProbeSockets } from '#adapters/probe-sockets.ts';
import { createSystemDistance } from '#adapters/system-distance.ts';
import { createSystemRandom } from '#adapters/system-random.ts';
import { createUndiciTransport } from '#adapters/transport/undici-transport.ts';
import { createApp, type App } from '#core/app/app.ts';
import type { Clock, HttpTransport, NetworkPath, VaultStorage } from '#core/kernel/ports.ts';
import type { SubscriptionUrls } from '#core/tools/subscription-url.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { fakeParts, fakeSystemNetwork, recordingLog } from './fakes.ts';

function newParts() {
  return {
    ...fakeParts(),
    vault: createMemoryVault(),
    log: recordingLog(),
    distance: createSystemDistance(),
    systemNetwork: fakeSystemNetwork(),
    openProbeSockets: createProbeSockets,
  };
}

/** The parts of a machine that outlive a run of the program. */
export type Machine = Readonly<ReturnType<typeof newParts>> & {
  /** What the build says of a service's subscriptions, if anything. */
  subscriptionUrls?: SubscriptionUrls;
};

export const newMachine = (): Machine => newParts();

/** The core as a window sees it, on a machine, against a real service. */
export interface Running {
  readonly app: App;
  call<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
  ): Promise<Result<CommandAnswer<Name>>>;
  /** The answer, or the failure as an error. */
  ask<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
  ): Promise<CommandAnswer<Name>>;
  /** The next payload of an event that the test accepts; those before it are forgotten. */
  until<Name extends EventName>(
    name: Name,
    accept: (payload: Events[Name]) => boolean,
  ): Promise<Events[Name]>;
  signIn(service: Pick<RunningService, 'url' | 'key'>): Promise<void>;
  stop(): Promise<void>;
}

function createRunning(app: App): Running {
  const waiting = new Set<(name: EventName, payload: unknown) => void>();
  app.listen((name, payload) => {
    for (const listener of waiting) listener(name, payload);
  });
  const running: Running = {
    app,
    call: (name, input) => app.call(name, input) as never,
    async ask(name, input) {
      const result = await running.call(name, input);
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.failure)}`);
      return result.value;
    },
    until: (name, accept) =>
      new Promise((resolve) => {
        const listener = (published: EventName, payload: unknown) => {
          if (published !== name || !accept(payload as never)) return;
          waiting.delete(listener);
          resolve(payload as never);
        };
        waiting.add(listener);
      }),
    async signIn({ url, key }) {
      const whole = running.until('sync.changed', ({ refreshedAt }) => refreshedAt !== null);
      await running.ask('session.signIn', { service: url, key });
      await whole;
    },
    stop: () => app.stop(),
  };
  return running;
}

/** A service that ends with the test. */
export async function serve(options: StartOptions = {}): Promise<RunningService> {
  const service = await startService(options);
  onTestFinished(() => service.close());
  return service;
}

/**
 * The core on a machine; it ends with the test. `through` changes what passes between the core and the
 * service, `time` what the clock says; `before` is what the shell does with the core before it starts.
 */
export async function run(
  machine: Machine,
  through: (transport: HttpTransport, path: NetworkPath) => HttpTransport = (transport) =>
    transport,
  time: Partial<Clock> = {},
  before: (app: App) => void = () => undefined,
  vaultStorage: VaultStorage = 'disk',
): Promise<Running> {
  const app = createApp({
    ...machine,
    info: {
      version: '0',
      platform: 'linux',
      computerName: '',
      runtime: 'test',
      startsWithSystem: true,
    },
    systemLanguage: 'en',
    clock: { ...createSystemClock(), ...time },
    random: createSystemRandom(),
    // The machine's disk stays when the program closes it.
    vault: { ...machine.vault, close: () => undefined },
    vaultStorage,
    vaultProblem: null,
    openTransport: (service, path) => through(createUndiciTransport({ service }), path),
    prefill: { service: '', key: '' },
    backupWork: 4,
    passphraseCost: { N: 16, r: 8, p: 1 },
  });
  const running = createRunning(app);
  onTestFinished(() => app.stop());
  before(app);
  await app.start();
  return running;
}

/** Starts a service, and the core on a new machine that is signed in to it. */
export async function signedIn(options?: StartOptions) {
  const service = await serve(options);
  const machine = newMachine();
  const running = await run(machine);
  await running.signIn(service);
  return { service, machine, running };
}

/** The connections of the account, as the list shows them. */
export async function rowsOf(running: Running): Promise<readonly ConnectionRow[]> {
  return rowsFrom((await running.ask('connections.rows', {})).rows);
}

/** These connections and no others are favourites of the account. */
export async function setFavourites(running: Running, favourites: string[]): Promise<void> {
  const keys = (await rowsOf(running)).map(({ key }) => key);
  await running.ask('connections.setFavourites', { keys, favourite: false });
  await running.ask('connections.setFavourites', { keys: favourites, favourite: true });
}
