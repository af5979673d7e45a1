import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pageScript, preloadScript } from '#test/stand-in/context/scripts.ts';
import type { WorldNames } from '#test/stand-in/context/worlds.ts';
import type { EnginePage } from '#test/stand-in/engine/engine.ts';
import type { Machine } from '#test/stand-in/electron/machine.ts';
import { fromEngine } from './addresses.ts';
import { answerRequests } from './requests.ts';
import type { StandInSession } from './session.ts';

/** What a page reports to its program's side. Addresses are the program's own. */
interface PageReports {
  /** The page was closed by its window's own button, or its process crashed. */
  onGone(why: 'closed' | 'crashed'): void;
  /** The preload script sent a message, in the codec's text; `reply` sends one back to it. */
  onMessage(text: string, reply: (text: string) => void): void;
  /** The user did something in the page, or the page announced a connection, as JSON. */
  onInput(text: string): void;
  onNavigated(url: string): void;
  onNavigatedWithinDocument(url: string): void;
  onLoaded(): void;
  onWindowOpen(url: string): void;
  onDownload(url: string): void;
  /** Whether the main frame may navigate to another document. */
  mayNavigate(address: string): boolean;
  /** Whether a page that refuses to unload does so all the same. */
  mustUnload(): boolean;
}

interface PageConnectionOptions {
  readonly page: EnginePage;
  readonly machine: Machine;
  readonly session: StandInSession;
  /** The file of the preload script. */
  readonly preload: string | undefined;
  readonly reports: PageReports;
}

/** Runs the preload script in one page of the engine (DevTools protocol), passes messages, and reports. */
export class PageConnection {
  readonly #options: PageConnectionOptions;
  readonly #names: WorldNames = {
    handOver: random(),
    binding: random(),
    input: random(),
    receiver: random(),
  };
  readonly #world = `preload-${random()}`;
  /** The execution context of the preload's world, while a document is loaded. */
  #context: number | undefined;

  constructor(options: PageConnectionOptions) {
    this.#options = options;
    options.page.onGone((why) => {
      options.reports.onGone(why);
    });
    this.#followContexts();
    this.#followDocument();
  }

  get #cdp(): EnginePage['cdp'] {
    return this.#options.page.cdp;
  }

  /** Installs the scripts and begins to answer the page's requests: nothing is loaded before. */
  async start(): Promise<void> {
    const { machine, session, preload, reports } = this.#options;
    const cdp = this.#cdp;
    const [names, world] = [this.#names, this.#world];
    await Promise.all([
      cdp.send('Page.enable'),
      cdp.send('Runtime.addBinding', { name: names.binding, executionContextName: world }),
      cdp.send('Runtime.addBinding', { name: names.input, executionContextName: world }),
      cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript(names) }),
      preload !== undefined &&
        cdp.send('Page.addScriptToEvaluateOnNewDocument', {
          source: preloadScript(names, readFileSync(preload, 'utf8')),
          worldName: world,
        }),
      cdp.send('Runtime.enable'),
      this.followTheme(),
      answerRequests({
        cdp,
        machine,
        session,
        mayNavigate: (address) => reports.mayNavigate(address),
      }),
    ]);
  }

  /** Lets the page use permissions that Chromium would ask a user about. */
  grant(permissions: readonly string[]): Promise<void> {
    return this.#options.page.grant(permissions);
  }

  /** Navigates to an address of the engine. Returns Chromium's error, if there is one. */
  async navigate(url: string): Promise<string | undefined> {
    return (await this.#cdp.send('Page.navigate', { url })).errorText;
  }

  /** Sends a text to the preload script; lost while no document is loaded. */
  send(text: string): void {
    if (this.#context !== undefined) this.#sendTo(this.#context, text);
  }

  /** Runs an editing command of Chromium's in the page. */
  async command(name: string): Promise<void> {
    await this.#cdp.send('Input.dispatchKeyEvent', {
      type: 'keyDown',
      key: 'F24',
      commands: [name],
    });
  }

  async insertText(text: string): Promise<void> {
    await this.#cdp.send('Input.insertText', { text });
  }

  /** Sets the theme that the page sees to the machine's. */
  async followTheme(): Promise<void> {
    const value = this.#options.machine.dark ? 'dark' : 'light';
    await this.#cdp.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value }],
    });
  }

  close(): Promise<void> {
    return this.#options.page.close();
  }

  #followContexts(): void {
    const { reports } = this.#options;
    const [cdp, names, world] = [this.#cdp, this.#names, this.#world];
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === world) this.#context = context.id;
    });
    cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      if (this.#context === executionContextId) this.#context = undefined;
    });
    cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (executionContextId !== this.#context) return;
      if (name === names.input) reports.onInput(payload);
      if (name !== names.binding) return;
      reports.onMessage(payload, (text) => {
        this.#sendTo(executionContextId, text);
      });
    });
  }

  #followDocument(): void {
    const { reports, machine } = this.#options;
    const cdp = this.#cdp;
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      reports.onNavigated(fromEngine(frame.url, machine.schemes));
    });
    cdp.on('Page.navigatedWithinDocument', ({ url }) => {
      reports.onNavigatedWithinDocument(fromEngine(url, machine.schemes));
    });
    cdp.on('Page.javascriptDialogOpening', ({ type }) => {
      const accept = type === 'beforeunload' && reports.mustUnload();
      cdp.send('Page.handleJavaScriptDialog', { accept }).catch(() => undefined);
    });
    cdp.on('Page.loadEventFired', () => {
      reports.onLoaded();
    });
    cdp.on('Page.windowOpen', ({ url }) => {
      reports.onWindowOpen(url);
    });
    cdp.on('Page.downloadWillBegin', ({ url }) => {
      reports.onDownload(url);
    });
  }

  #sendTo(contextId: number, text: string): void {
    // The text goes as a value: as a part of the script it would be escaped and compiled as well.
    this.#cdp
      .send('Runtime.callFunctionOn', {
        functionDeclaration: '(receiver, text) => globalThis[receiver](text)',
        arguments: [{ value: this.#names.receiver }, { value: text }],
        executionContextId: contextId,
      })
      // The page went away meanwhile; Electron drops such a message too.
      .catch(() => undefined);
  }
}

function random(): string {
  return `x${randomBytes(12).toString('hex')}`;
}
