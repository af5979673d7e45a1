import { EventEmitter } from 'node:events';
import { createCodec } from '#test/stand-in/context/codec.ts';
import type { Receive } from '#test/stand-in/electron/ipc-main.ts';
import { destroyedText, preventable, type Machine } from '#test/stand-in/electron/machine.ts';
import { fromEngine, originOf, toEngine } from './addresses.ts';
import { PageConnection } from './page-connection.ts';
import type { StandInSession } from './session.ts';

/** Permissions that can be set per page in Chromium. */
const permissions = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'];

interface WebContentsOptions {
  readonly machine: Machine;
  readonly session: StandInSession;
  readonly preload: string | undefined;
  readonly receive: Receive;
  size(): { width: number; height: number };
  /** The title of its window. */
  readonly title: string;
  /** Called when the page's window was closed by its own button. */
  onClosedByUser(): void;
}

/** The clipboard that editing uses. */
interface PageClipboard {
  readText(): Promise<string>;
  writeText(text: string): Promise<void>;
}

interface Frame {
  readonly url: string;
  readonly origin: string;
  readonly parent: null;
  readonly top: Frame;
}

type WindowOpenHandler = (details: { url: string }) => { action: string };

/** What the scripts in the page report as JSON: one of these each. */
interface InputReport {
  /** A link by which the page wants something done in advance. */
  readonly hint?: { readonly rel: string; readonly href: string };
  /** The configuration of a peer connection. */
  readonly peer?: string;
  /** A right click. */
  readonly menu?: {
    readonly isEditable: boolean;
    readonly selectionText: string;
    readonly isSecret: boolean;
  };
  readonly key?: object;
  /** A button of the mouse. */
  readonly pointer?: boolean;
}

/** A page, from its program's side. */
export class StandInWebContents extends EventEmitter {
  readonly session: StandInSession;
  readonly mainFrame: Frame;
  readonly #options: WebContentsOptions;
  readonly #codec = createCodec();
  #page: PageConnection | undefined;
  #url = '';
  #loading = false;
  #destroyed = false;
  /** The address that the program itself navigates to, until the navigation begins. */
  #expected: string | undefined;
  /** What is selected in the page, as of the last right click. */
  #selection = '';
  #webRtcPolicy = 'default';
  #openHandler: WindowOpenHandler | undefined;

  constructor(options: WebContentsOptions) {
    super();
    this.#options = options;
    this.session = options.session;
    this.mainFrame = createMainFrame(() => this.#url);
    options.machine.signals.on('theme', this.#onTheme);
  }

  async loadURL(address: string): Promise<void> {
    this.#requireAlive();
    this.#loading = true;
    const page = this.#page ?? (await this.#attach());
    const url = toEngine(address);
    await page.grant(await this.#grantedPermissions(originOf(address)));
    this.#expected = fromEngine(url, this.#options.machine.schemes);
    const loaded = new Promise<void>((resolve) => {
      this.once('did-finish-load', () => {
        resolve();
      });
    });
    const errorText = await page.navigate(url);
    if (errorText !== undefined) throw this.#failLoad(address, errorText);
    await loaded;
  }

  send(channel: string, ...values: unknown[]): void {
    this.#requireAlive();
    try {
      const text = this.#codec.encode({ channel, values });
      this.#page?.send(text);
    } catch (error) {
      // Electron only writes out that this cannot be cloned.
      console.error('Error sending from webFrameMain: ', error);
    }
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#openHandler = handler;
  }

  setWebRTCIPHandlingPolicy(policy: string): void {
    this.#requireAlive();
    this.#webRtcPolicy = policy;
  }

  /** Pages of one host and session share their level. */
  get zoomLevel(): number {
    this.#requireAlive();
    return this.session.zoomLevels.get(originOf(this.#url)) ?? 0;
  }

  /** Before a page is there, this does nothing. */
  set zoomLevel(level: number) {
    this.#requireAlive();
    if (this.#url !== '') this.session.zoomLevels.set(originOf(this.#url), level);
  }

  /** For the stand-in: what a line of a menu with a role does. */
  async edit(role: string, clipboard: PageClipboard): Promise<void> {
    const page = this.#page;
    if (role === 'paste' && page !== undefined) await page.insertText(await clipboard.readText());
    if (role === 'copy' || role === 'cut') await clipboard.writeText(this.#selection);
    if (role === 'cut') await page?.command('delete');
    if (role === 'selectAll') await page?.command('selectAll');
  }

  isLoading(): boolean {
    this.#requireAlive();
    return this.#loading;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  getURL(): string {
    this.#requireAlive();
    return this.#url;
  }

  async destroy(): Promise<void> {
    this.#destroyed = true;
    this.#options.machine.signals.off('theme', this.#onTheme);
    await this.#page?.close();
  }

  readonly #onTheme = (): void => {
    this.#page?.followTheme().catch(() => undefined);
  };

  #requireAlive(): void {
    if (this.#destroyed) throw new TypeError(destroyedText);
  }

  /** Opens a page of the engine and connects it. */
  async #attach(): Promise<PageConnection> {
    const { machine, session, preload, receive, title } = this.#options;
    const page = new PageConnection({
      page: await machine.engine.open({ ...this.#options.size(), title }),
      machine,
      session,
      preload,
      reports: {
        onGone: (why) => {
          if (this.#page === page) this.#onGone(why);
        },
        onMessage: (text, reply) => {
          // What a destroyed window has sent reaches nobody in Electron.
          if (this.#destroyed) return;
          receive({ sender: this, senderFrame: this.mainFrame }, text, reply);
        },
        onInput: (text) => {
          this.#onInput(JSON.parse(text) as InputReport);
        },
        onNavigated: (url) => {
          this.#url = url;
          if (url !== 'about:blank') this.emit('did-navigate', {}, url, 200, 'OK');
        },
        onNavigatedWithinDocument: (url) => {
          this.#url = url;
        },
        onLoaded: () => {
          if (this.#url === '' || this.#url === 'about:blank') return;
          this.#loading = false;
          this.emit('did-finish-load', {});
        },
        onWindowOpen: (url) => {
          const denied = this.#openHandler?.({ url }).action === 'deny';
          machine.records.windowOpens.push({ url, denied });
        },
        onDownload: (url) => {
          const event = preventable({});
          session.emit('will-download', event, { getURL: () => url }, this);
          machine.records.downloads.push({ url, denied: event.defaultPrevented });
        },
        mayNavigate: (address) => this.#mayNavigate(address),
        mustUnload: () => {
          const event = preventable({});
          this.emit('will-prevent-unload', event);
          return event.defaultPrevented;
        },
      },
    });
    this.#page = page;
    await page.start();
    return page;
  }

  #onGone(why: 'closed' | 'crashed'): void {
    if (this.#destroyed) return;
    this.#page = undefined;
    this.#loading = false;
    if (why === 'closed') this.#options.onClosedByUser();
    else this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
  }

  async #grantedPermissions(origin: string): Promise<readonly string[]> {
    const granted: string[] = [];
    for (const permission of permissions) {
      if (await this.session.guards.grants(permission, origin)) granted.push(permission);
    }
    return granted;
  }

  /** Reports a load that failed, and returns the error that the load rejects with. */
  #failLoad(address: string, errorText: string): Error {
    this.#loading = false;
    this.#expected = undefined;
    const code = errorText.replace('net::', '');
    const errno = code === 'ERR_ABORTED' ? -3 : -2;
    this.emit('did-fail-load', {}, errno, code, address, true);
    const message = `${code} (${errno}) loading '${address}'`;
    return Object.assign(new Error(message), { errno, code, url: address });
  }

  /** Whether the main frame may go where the program sent it, or where the page wants to. */
  #mayNavigate(address: string): boolean {
    if (address === this.#expected) {
      this.#expected = undefined;
      return true;
    }
    const event = preventable({ url: address, isMainFrame: true });
    this.emit('will-frame-navigate', event);
    this.emit('will-navigate', event, address);
    const denied = event.defaultPrevented;
    this.#options.machine.records.navigations.push({ url: address, denied });
    return !denied;
  }

  #onInput({ hint, peer, key, menu, pointer }: InputReport): void {
    if (hint !== undefined) this.#recordHint(hint);
    if (peer !== undefined && this.#webRtcPolicy !== 'disable_non_proxied_udp') {
      this.#options.machine.records.networkAttempts.push({ kind: 'webrtc', to: peer });
    }
    const type = key !== undefined ? 'rawKeyDown' : pointer === true ? 'mouseDown' : undefined;
    if (type !== undefined) this.emit('input-event', {}, { type });
    if (key !== undefined) this.emit('before-input-event', preventable({}), key);
    if (menu !== undefined) this.#showContextMenu(menu);
  }

  /** What the page wants done in advance, which neither its policy nor `webRequest` sees. */
  #recordHint({ rel, href }: NonNullable<InputReport['hint']>): void {
    const { commandLine, records } = this.#options.machine;
    const settings = commandLine.getSwitchValue('blink-settings');
    if (rel === 'dns-prefetch' && !settings.includes('dnsPrefetchingEnabled=false')) {
      records.networkAttempts.push({ kind: 'dns', to: href });
    }
    if (rel === 'preconnect' && this.session.guards.reachesNetwork()) {
      records.networkAttempts.push({ kind: 'preconnect', to: href });
    }
  }

  #showContextMenu(menu: NonNullable<InputReport['menu']>): void {
    const { isEditable, selectionText, isSecret } = menu;
    this.#selection = selectionText;
    const canCopy = selectionText !== '' && !isSecret;
    const editFlags = {
      canCut: canCopy && isEditable,
      canCopy,
      canPaste: isEditable,
      canSelectAll: true,
    };
    const frame = this.mainFrame;
    this.emit('context-menu', {}, { isEditable, selectionText, editFlags, frame });
  }
}

function createMainFrame(currentUrl: () => string): Frame {
  const frame: Frame = {
    get url() {
      return currentUrl();
    },
    get origin() {
      return originOf(currentUrl());
    },
    parent: null,
    get top() {
      return frame;
    },
  };
  return frame;
}
