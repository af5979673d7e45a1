import type { EndpointId } from '#contract/api/index.ts';
import type { CommandAnswer, CommandInput, CommandName, EventName, Events } from '#contract/ipc.ts';
import type { Settings } from '#contract/ipc/settings.ts';
import { fail, type Failure, type Result } from '#contract/failure.ts';
import { createAdjustableClock } from '#adapters/adjustable-clock.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import { createSystemRandom } from '#adapters/system-random.ts';
import { createApp, type App } from '#core/app.ts';
import {
  TransportError,
  type HttpRequest,
  type HttpResponse,
  type VaultStorage,
} from '#core/ports.ts';
import type { Control } from '#service/control.ts';
import { createService } from '#service/service.ts';
import { newMachine, type Machine } from '#test/core/harness.ts';
import { fetchInProcess, readResponse } from '#test/service/in-process.ts';

const serviceAddress = 'https://api.example.com';

/** What a window is opened on: by default the demo account, read just now, on a machine in order. */
export interface Setup {
  /** Changes what the account has, before it is read. */
  readonly service?: (control: Control) => void;
  /** As many VPN configurations in place of the demo's. */
  readonly scale?: number;
  /** What the service does from when everything was read, as its command line writes faults. */
  readonly faults?: readonly string[];
  /** Nobody has signed in. */
  readonly signedOut?: boolean;
  /** What the user chose before. */
  readonly settings?: Partial<Settings>;
  /** Changes the machine: its keychain, its files, its programs. */
  readonly machine?: (machine: Machine) => void;
  readonly vaultStorage?: VaultStorage;
  /** A defect of the vault that was found when it was opened. */
  readonly vaultProblem?: Failure;
  /** How long ago everything was read, milliseconds: until then `advance` makes up for it. */
  readonly ago?: number;
  /** What happened before the window opened. */
  readonly before?: (main: MainProcess) => Promise<unknown>;
  /**
   * What no service can cause: commands of main that never answer, that answer so many milliseconds
   * later, or that fail.
   */
  readonly commands?: Readonly<
    Partial<Record<CommandName | EndpointId, 'never' | number | Failure>>
  >;
  /** Changes the data of each answer of the service. */
  readonly alter?: (data: unknown) => unknown;
}

type Listener = <Name extends EventName>(event: Name, payload: Events[Name]) => void;

/**
 * The main process of one window: the real core on the local service in this process, with time, the
 * network, the machine's dialogs and faults as a test says.
 */
export class MainProcess {
  readonly machine = newMachine();
  readonly service: Control;
  /** The calls of the window, in order. */
  readonly calls: { readonly name: string; readonly input: unknown }[] = [];
  /** Nothing reaches the service. */
  offline = false;
  readonly #setup: Setup;
  readonly #local: ReturnType<typeof createService>;
  readonly #app: App;
  readonly #listeners = new Set<Listener>();
  /** Time that is still to come, milliseconds. */
  #behind: number;
  readonly #clock = createAdjustableClock({
    ...createSystemClock(),
    now: () => Date.now() - this.#behind,
  });
  #underWay = 0;

  private constructor(setup: Setup) {
    this.#setup = setup;
    this.#behind = setup.ago ?? 0;
    const { scale, settings, vaultStorage = 'disk', vaultProblem = null } = setup;
    this.#local = createService(
      { clock: this.#clock, limits: 'off', ...(scale !== undefined && { scale }) },
      () => serviceAddress,
    );
    this.service = this.#local.control;
    setup.service?.(this.service);
    this.machine.files.write('settings.json', JSON.stringify({ language: 'en', ...settings }));
    setup.machine?.(this.machine);
    this.#app = createApp({
      ...this.machine,
      info: {
        version: '0.1.0',
        platform: 'Linux',
        runtime: 'Electron 45.4.1',
        touchId: false,
        startsWithSystem: true,
      },
      systemLanguage: 'en',
      clock: this.#clock,
      random: createSystemRandom(),
      vaultStorage,
      vaultProblem,
      openTransport: () => ({
        send: (request) => this.#counted(() => this.#send(request)),
        close: () => Promise.resolve(),
      }),
      prefill: { service: '', key: '' },
    });
  }

  /** Resolves when the account was read. */
  static async start(setup: Setup = {}): Promise<MainProcess> {
    const main = new MainProcess({ ...setup });
    await main.#app.start();
    if (setup.signedOut !== true) {
      await main.signIn();
      await main.idle();
    }
    main.service.setFaults(setup.faults ?? []);
    await setup.before?.(main);
    return main;
  }

  get key(): string {
    return this.#local.key;
  }

  /** The key of the user's VPN configuration with this title. */
  keyOf(title: string): string {
    const config = this.service.account().configs.find((each) => each.title === title);
    if (config === undefined) throw new Error(`There is no configuration ${title}.`);
    return `config:${String(config.id)}`;
  }

  /** Whether a call or a request is under way. */
  get busy(): boolean {
    return this.#underWay > 0;
  }

  async signIn(): Promise<void> {
    await this.ask('session.signIn', { service: serviceAddress, key: this.key });
  }

  /** Answers a call of the window. */
  answer(name: string, input: unknown): Promise<unknown> {
    this.calls.push({ name, input });
    const { commands = {} } = this.#setup;
    const instead = commands[name as CommandName];
    if (instead === 'never') return new Promise(() => undefined);
    return this.#counted(async () => {
      if (typeof instead === 'object') return fail(instead.kind, instead);
      const answer = await this.#app.call(name, input);
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
    const result = (await this.#counted(() => this.#app.call(name, input))) as Result<
      CommandAnswer<Name>
    >;
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.failure)}`);
    return result.value;
  }

  listen(listener: Listener): void {
    this.#app.listen(listener);
    this.#listeners.add(listener);
  }

  /** Sends an event to the window, as the shell does. */
  send<Name extends EventName>(event: Name, payload: Events[Name]): void {
    for (const listener of this.#listeners) listener(event, payload);
  }

  /** The window is on screen: statistics are read. */
  show(): void {
    this.#app.setWindowVisible(true);
  }

  /** Moves time on, milliseconds; what is due by then runs. Resolves when it has run. */
  async advance(ms: number): Promise<void> {
    this.#behind = Math.max(0, this.#behind - ms);
    this.#clock.advance(ms);
    await this.idle();
  }

  /** The network goes, and is found to be gone. */
  async goOffline(): Promise<void> {
    this.offline = true;
    await this.refresh();
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

  async stop(): Promise<void> {
    this.#listeners.clear();
    await this.#app.stop();
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
    if (this.offline) throw new TransportError('unreachable', false);
    const response = await fetchInProcess(this.#local.app, request);
    const answer = await readResponse(response, this.service.now());
    const { alter } = this.#setup;
    return alter === undefined ? answer : { ...answer, body: altered(answer.body, alter) };
  }
}

function altered(body: Uint8Array, alter: (data: unknown) => unknown): Uint8Array {
  const envelope = JSON.parse(new TextDecoder().decode(body)) as { data?: unknown };
  return new TextEncoder().encode(JSON.stringify({ ...envelope, data: alter(envelope.data) }));
}
