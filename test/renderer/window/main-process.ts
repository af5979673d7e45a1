import { z } from 'zod';
import { api, type EndpointId } from '#contract/api/index.ts';
import { answerBounds } from '#contract/endpoint.ts';
import type { CommandAnswer, CommandInput, CommandName, EventName, Events } from '#contract/ipc.ts';
import type { SessionState } from '#contract/ipc/session.ts';
import type { Settings } from '#contract/ipc/settings.ts';
import { fail, type Failure, type Result } from '#contract/failure.ts';
import { createAdjustableClock } from '#adapters/adjustable-clock.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import { createSystemRandom } from '#adapters/system-random.ts';
import { createApp, type App } from '#core/app/app.ts';
import { TransportError, type HttpRequest, type HttpResponse } from '#core/kernel/ports.ts';
import type { Control } from '#service/control.ts';
import { usualReadings, type Readings } from '#service/readings.ts';
import { createService } from '#service/service.ts';
import type { Account } from '#service/store/state.ts';
import { createCheckSockets } from './check-sockets.ts';
import { newMachine, type Machine } from '#test/core/harness.ts';
import { endpointOf, fetchInProcess, readResponse } from '#test/service/in-process.ts';

const serviceAddress = 'https://api.example.com';

/** What a window is opened on: by default the demo account, read just now, on a machine in order. */
export interface Setup {
  /** Changes what the account has, before it is read. */
  readonly service?: (control: Control) => void;
  /** As many VPN configurations in place of the demo's. */
  readonly scale?: number;
  /** How the service reads what the specification leaves open. */
  readonly readings?: Partial<Readings>;
  /** What the service does once it knows whose key it is, as its command line writes faults. */
  readonly faults?: readonly string[];
  /** Which limits the service holds its clients to; none by default. */
  readonly limits?: 'endpoint';
  /** Endpoints that do not answer before `release`. */
  readonly unanswered?: readonly EndpointId[];
  /** Nothing of the account was read yet: the network went, or the service does not answer. */
  readonly unread?: 'offline' | 'unanswered';
  /** Nobody has signed in. */
  readonly signedOut?: boolean;
  /** What the sign-in screen is filled in with. */
  readonly prefill?: SessionState['prefill'];
  /** What the user chose before. */
  readonly settings?: Partial<Settings>;
  /** Changes the machine: its keychain, its files, its programs. */
  readonly machine?: (machine: Machine) => void;
  /** A defect of the vault that was found when it was opened. */
  readonly vaultProblem?: Failure;
  /** How long ago everything was read, milliseconds: `advance` moves on from then. */
  readonly ago?: number;
  /** What happened after that, before the window opened. */
  readonly before?: (main: MainProcess) => Promise<unknown>;
  /** Commands of main that never answer, that answer so many milliseconds later, or that fail. */
  readonly commands?: Readonly<Record<string, 'never' | number | Failure>>;
  /** Changes the data of each answer of the service. */
  readonly alter?: (data: unknown) => unknown;
}

const Envelope = z.looseObject({ data: z.unknown() });

type Listener = <Name extends EventName>(event: Name, payload: Events[Name]) => void;

/** The real core on the local service in this process; time, network, dialogs and faults are the test's. */
export class MainProcess {
  readonly machine = newMachine();
  readonly service: Control;
  /** The network as checks find it: servers let everybody in, and cut off what is encrypted. */
  readonly sockets = createCheckSockets();
  /** A valid API key of the account. */
  readonly key: string;
  /** The calls of the window, in order. */
  readonly calls: { readonly name: string; readonly input: unknown }[] = [];
  /** What every request fails with before it is sent. */
  unreachable: TransportError | undefined;
  readonly #setup: Setup;
  readonly #routes: ReturnType<typeof createService>['app'];
  readonly #listeners = new Set<Listener>();
  /** Time that is still to come, milliseconds; below 0, main's clock is ahead of the page's. */
  #behind: number;
  readonly #clock = createAdjustableClock({
    ...createSystemClock(),
    now: () => Date.now() - this.#behind,
  });
  #app: App;
  readonly #held: (() => void)[] = [];
  #released = false;
  #measured = 0;
  #requests = 0;
  #underWay = 0;

  private constructor(setup: Setup) {
    this.#setup = setup;
    this.#behind = setup.ago ?? 0;
    const { scale, readings, limits = 'off' } = setup;
    const { app, control, key } = createService(
      {
        clock: this.#clock,
        limits,
        checkAnswers: false,
        ...(scale !== undefined && { scale }),
        readings: { ...usualReadings, ...readings },
      },
      () => serviceAddress,
    );
    this.#routes = app;
    this.service = control;
    this.key = key;
    setup.service?.(control);
    this.machine.files.write(
      'settings.json',
      JSON.stringify({ language: 'en', theme: 'light', checksExplained: true, ...setup.settings }),
    );
    setup.machine?.(this.machine);
    this.#app = this.#createApp();
  }

  /** Resolves when the account was read, as far as it is. */
  static async start(setup: Setup = {}): Promise<MainProcess> {
    const main = new MainProcess(setup);
    await main.app.start();
    if (setup.signedOut !== true) await main.signIn();
    await main.idle();
    await setup.before?.(main);
    return main;
  }

  /** What the service has of the user. */
  get account(): Account {
    return this.service.account();
  }

  get app(): App {
    return this.#app;
  }

  /** The program is started again on the same machine. */
  async restart(): Promise<void> {
    await this.stop();
    this.#app = this.#createApp();
    await this.#app.start();
    await this.idle();
  }

  #createApp(): App {
    const { vaultProblem = null, prefill = { service: '', key: '' } } = this.#setup;
    const app = createApp({
      ...this.machine,
      info: {
        version: '0.1.0',
        platform: 'Linux',
        computerName: 'DESKTOP-4F7K2',
        runtime: 'Electron 45.4.1',
        startsWithSystem: true,
      },
      systemLanguage: 'en',
      clock: this.#clock,
      random: createSystemRandom(),
      // The machine's disk stays when the program closes it.
      vault: { ...this.machine.vault, close: () => undefined },
      vaultStorage: 'disk',
      vaultProblem,
      openProbeSockets: () => this.sockets,
      // Every fifth location does not answer.
      distance: {
        measure: () => {
          this.#measured += 1;
          const ms = this.#measured ** 2 * 1.7;
          return Promise.resolve(this.#measured % 5 === 0 ? undefined : ms);
        },
      },
      openTransport: () => ({
        send: (request) => this.#send(request),
        close: () => Promise.resolve(),
      }),
      prefill,
      backupWork: 4,
      passphraseCost: { N: 16, r: 8, p: 1 },
    });
    app.listen((event, payload) => {
      this.send(event, payload);
    });
    return app;
  }

  /** The key of the user's VPN configuration with this title. */
  keyOf(title: string): string {
    const config = this.account.configs.find((each) => each.title === title);
    if (config === undefined) throw new Error(`There is no configuration ${title}.`);
    return `config:${String(config.id)}`;
  }

  /** Whether a call or a request is under way. */
  get busy(): boolean {
    return this.#underWay > 0;
  }

  async signIn(service = serviceAddress, key = this.key): Promise<void> {
    await this.ask('session.signIn', { service, key });
    await this.idle();
  }

  /** Answers a call of the window. */
  answer(name: string, input: unknown): Promise<unknown> {
    this.calls.push({ name, input });
    const { commands = {} } = this.#setup;
    const instead = commands[name];
    if (instead === 'never') return new Promise(() => undefined);
    return this.#counted(async () => {
      if (typeof instead === 'object') return fail(instead.kind, instead);
      const answer = await this.app.call(name, input);
      if (instead !== undefined) await new Promise((resolve) => setTimeout(resolve, instead));
      return answer;
    });
  }

  /** The inputs of the window's calls under this name, in order. */
  callsOf(name: string): unknown[] {
    return this.calls.filter((call) => call.name === name).map(({ input }) => input);
  }

  /** Calls main as the window does, before there is one. Throws what it fails with. */
  async ask<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
  ): Promise<CommandAnswer<Name>> {
    const result = (await this.#counted(() => this.app.call(name, input))) as Result<
      CommandAnswer<Name>
    >;
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.failure)}`);
    return result.value;
  }

  /** Subscribes a window to what main sends it; returns the function that unsubscribes. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends an event to the window, as the shell does. */
  send<Name extends EventName>(event: Name, payload: Events[Name]): void {
    for (const listener of this.#listeners) listener(event, payload);
  }

  /** The window is on screen: statistics are read. */
  show(): void {
    this.app.setWindowVisible(true);
  }

  /** Moves time on, milliseconds; what is due by then runs. Resolves when it has run. */
  async advance(ms: number): Promise<void> {
    this.#behind -= ms;
    this.#clock.advance(ms);
    await this.idle();
  }

  /** The service answers what it has not. */
  async release(): Promise<void> {
    this.#released = true;
    for (const resolve of this.#held.splice(0)) resolve();
    await this.idle();
  }

  /** Some minutes after everything was read, the network fails for these milliseconds. */
  async goOffline(ms = 22 * 60_000): Promise<void> {
    await this.advance(5 * 60_000);
    this.unreachable = new TransportError('unreachable', false);
    await this.refresh();
    await this.advance(ms);
  }

  /** Reads everything again. */
  async refresh(): Promise<void> {
    await this.ask('sync.refresh', {});
    await this.idle();
  }

  /** Resolves when no call and no request is under way. */
  async idle(): Promise<void> {
    do for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    while (this.busy);
  }

  /** Another device of the user sends an endpoint. */
  async otherDevice(id: EndpointId, body: unknown): Promise<void> {
    await fetchInProcess(this.#routes, {
      method: api[id].method,
      url: `${serviceAddress}${api[id].path}`,
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      maxAnswerBytes: answerBounds[api[id].answerSize].bytes,
    });
  }

  async stop(): Promise<void> {
    await this.app.stop();
  }

  async #counted<T>(run: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await run();
    } finally {
      this.#underWay -= 1;
    }
  }

  async #send(request: HttpRequest): Promise<HttpResponse> {
    const { unread, unanswered = [], faults = [] } = this.#setup;
    this.#requests += 1;
    if (this.#requests === 2) this.service.setFaults(faults);
    const endpoint = endpointOf(request);
    // The first request asks whose key it is.
    const isUnread = unread !== undefined && this.#requests > 1;
    if (isUnread && unread === 'offline')
      this.unreachable = new TransportError('unreachable', false);
    const isHeld = isUnread || (endpoint !== undefined && unanswered.includes(endpoint));
    if (isHeld && this.unreachable === undefined && !this.#released) {
      await new Promise<void>((resolve) => this.#held.push(resolve));
    }
    return this.#counted(async () => {
      if (this.unreachable !== undefined) throw this.unreachable;
      const response = await fetchInProcess(this.#routes, request);
      const answer = await readResponse(response, this.service.now());
      const { alter } = this.#setup;
      return alter === undefined ? answer : { ...answer, body: altered(answer.body, alter) };
    });
  }
}

/** The answer with other data, if it has any. */
function altered(body: Uint8Array, alter: (data: unknown) => unknown): Uint8Array {
  const answer: unknown = JSON.parse(new TextDecoder().decode(body));
  const envelope = Envelope.safeParse(answer);
  if (!envelope.success) return body;
  const data = alter(envelope.data.data);
  return new TextEncoder().encode(JSON.stringify({ ...envelope.data, data }));
}
