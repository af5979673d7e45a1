import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { EnginePage } from '#test/stand-in/engine/engine.ts';
import { createCodec } from '#test/stand-in/context/codec.ts';
import { pageScript, preloadScript } from '#test/stand-in/context/scripts.ts';
import type { WorldNames } from '#test/stand-in/context/worlds.ts';
import { fromEngine, originOf, toEngine } from './addresses.ts';
import type { Receive } from '#test/stand-in/electron/ipc-main.ts';
import { destroyedText, preventable, type Machine } from '#test/stand-in/electron/machine.ts';
import { answerRequests } from './requests.ts';
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
  onClosedByPerson(): void;
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

/** A page, from its program's side. */
export interface StandInWebContents extends EventEmitter {
  readonly session: StandInSession;
  readonly mainFrame: Frame;
  zoomLevel: number;
  setWebRTCIPHandlingPolicy(policy: string): void;
  loadURL(address: string): Promise<void>;
  send(channel: string, ...values: unknown[]): void;
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void;
  /** For the stand-in: what a line of a menu with a role does. */
  edit(role: string, clipboard: PageClipboard): Promise<void>;
  isLoading(): boolean;
  isDestroyed(): boolean;
  getURL(): string;
  destroy(): Promise<void>;
}

export function createWebContents(options: WebContentsOptions): StandInWebContents {
  const { machine, session, receive } = options;
  const codec = createCodec();
  const events = new EventEmitter();
  let page: EnginePage | undefined;
  let context: number | undefined;
  let url = '';
  let loading = false;
  let expected: string | undefined;
  let destroyed = false;
  let openHandler: ((details: { url: string }) => { action: string }) | undefined;

  const frame: Frame = {
    get url() {
      return url;
    },
    get origin() {
      return originOf(url);
    },
    parent: null,
    get top() {
      return frame;
    },
  };

  async function attach(): Promise<EnginePage> {
    const made = await machine.engine.open({ ...options.size(), title: options.title });
    page = made;
    const { cdp } = made;
    const names: WorldNames = {
      handOver: random(),
      binding: random(),
      input: random(),
      receiver: random(),
    };
    const world = `preload-${random()}`;

    made.onGone((why) => {
      if (page !== made || destroyed) return;
      page = undefined;
      context = undefined;
      loading = false;
      if (why === 'closed') options.onClosedByPerson();
      else events.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    });
    cdp.on('Runtime.executionContextCreated', ({ context: created }) => {
      if (created.name === world) context = created.id;
    });
    cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      if (context === executionContextId) context = undefined;
    });
    cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (executionContextId !== context) return;
      if (name === names.input) reportInput(payload);
      if (name !== names.binding) return;
      const event = { sender: contents, senderFrame: frame };
      receive(event, payload, (text) => {
        tell(made, executionContextId, names.receiver, text);
      });
    });
    cdp.on('Page.frameNavigated', ({ frame: navigated }) => {
      if (navigated.parentId !== undefined) return;
      url = fromEngine(navigated.url, machine.schemes);
      if (url !== 'about:blank') events.emit('did-navigate', {}, url, 200, 'OK');
    });
    cdp.on('Page.navigatedWithinDocument', (within) => {
      url = fromEngine(within.url, machine.schemes);
    });
    cdp.on('Page.loadEventFired', () => {
      if (url === '' || url === 'about:blank') return;
      loading = false;
      events.emit('did-finish-load', {});
    });
    cdp.on('Page.windowOpen', (opened) => {
      const denied = openHandler?.({ url: opened.url }).action === 'deny';
      machine.records.windowOpens.push({ url: opened.url, denied });
    });
    cdp.on('Page.downloadWillBegin', (download) => {
      const event = preventable({});
      session.emit('will-download', event, { getURL: () => download.url }, contents);
      machine.records.downloads.push({ url: download.url, denied: event.defaultPrevented });
    });
    sendTo = (text) => {
      if (context !== undefined) tell(made, context, names.receiver, text);
    };

    await Promise.all([
      cdp.send('Page.enable'),
      cdp.send('Runtime.addBinding', { name: names.binding, executionContextName: world }),
      cdp.send('Runtime.addBinding', { name: names.input, executionContextName: world }),
      cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript(names) }),
      options.preload !== undefined &&
        cdp.send('Page.addScriptToEvaluateOnNewDocument', {
          source: preloadScript(names, readFileSync(options.preload, 'utf8')),
          worldName: world,
        }),
      cdp.send('Runtime.enable'),
      followTheme(made),
      answerRequests({ cdp, machine, session, mayNavigate }),
    ]);
    return made;
  }

  let sendTo: (text: string) => void = () => undefined;

  function tell(to: EnginePage, contextId: number, receiver: string, text: string): void {
    // The text goes as a value: as a part of the script it would be escaped and compiled as well.
    to.cdp
      .send('Runtime.callFunctionOn', {
        functionDeclaration: '(receiver, text) => globalThis[receiver](text)',
        arguments: [{ value: receiver }, { value: text }],
        executionContextId: contextId,
      })
      // The page went away meanwhile; Electron drops such a message too.
      .catch(() => undefined);
  }

  let selection = '';
  let webRtcPolicy = 'default';

  /** What the page wants done in advance, which neither its policy nor `webRequest` sees. */
  function followHint({ rel, href }: { rel: string; href: string }): void {
    const settings = machine.commandLine.getSwitchValue('blink-settings');
    const { networkAttempts } = machine.records;
    if (rel === 'dns-prefetch' && !settings.includes('dnsPrefetchingEnabled=false')) {
      networkAttempts.push({ kind: 'dns', to: href });
    }
    if (rel === 'preconnect' && session.guards.reachesNetwork()) {
      networkAttempts.push({ kind: 'preconnect', to: href });
    }
  }

  function reportInput(text: string): void {
    const { menu, key, hint, peer } = JSON.parse(text) as {
      hint?: { rel: string; href: string };
      peer?: string;
      menu?: { isEditable: boolean; selectionText: string; isSecret: boolean };
      key?: object;
    };
    if (hint !== undefined) followHint(hint);
    if (peer !== undefined && webRtcPolicy !== 'disable_non_proxied_udp') {
      machine.records.networkAttempts.push({ kind: 'webrtc', to: peer });
    }
    if (key !== undefined) events.emit('before-input-event', preventable({}), key);
    if (menu === undefined) return;
    const { isEditable, selectionText, isSecret } = menu;
    selection = selectionText;
    const canCopy = selectionText !== '' && !isSecret;
    const editFlags = {
      canCut: canCopy && isEditable,
      canCopy,
      canPaste: isEditable,
      canSelectAll: true,
    };
    events.emit('context-menu', {}, { isEditable, selectionText, editFlags, frame });
  }

  /** An editing command of Chromium's in the page. */
  async function command(name: string): Promise<void> {
    await page?.cdp.send('Input.dispatchKeyEvent', {
      type: 'keyDown',
      key: 'F24',
      commands: [name],
    });
  }

  /** The main frame asks to go somewhere: where the program sent it, or where the page wants to. */
  function mayNavigate(address: string): boolean {
    if (address === expected) {
      expected = undefined;
      return true;
    }
    const event = preventable({ url: address, isMainFrame: true });
    events.emit('will-frame-navigate', event);
    events.emit('will-navigate', event, address);
    machine.records.navigations.push({ url: address, denied: event.defaultPrevented });
    return !event.defaultPrevented;
  }

  async function followTheme(to: EnginePage): Promise<void> {
    const value = machine.dark ? 'dark' : 'light';
    await to.cdp.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value }],
    });
  }

  const onTheme = () => {
    if (page !== undefined) followTheme(page).catch(() => undefined);
  };
  machine.signals.on('theme', onTheme);

  const alive = () => {
    if (destroyed) throw new TypeError(destroyedText);
  };
  const own = {
    session,
    mainFrame: frame,
    setWebRTCIPHandlingPolicy: (policy: string) => {
      alive();
      webRtcPolicy = policy;
    },
    edit: async (role: string, clipboard: PageClipboard) => {
      if (role === 'paste') {
        await page?.cdp.send('Input.insertText', { text: await clipboard.readText() });
      }
      if (role === 'copy' || role === 'cut') await clipboard.writeText(selection);
      if (role === 'cut') await command('delete');
      if (role === 'selectAll') await command('selectAll');
    },
    loadURL: async (address: string) => {
      alive();
      loading = true;
      const target = page ?? (await attach());
      const origin = toEngine(address);
      const granted: string[] = [];
      for (const one of permissions) {
        if (await session.guards.grants(one, originOf(address))) granted.push(one);
      }
      await target.grant(granted);
      expected = fromEngine(origin, machine.schemes);
      const loaded = new Promise<void>((resolve) => {
        events.once('did-finish-load', () => {
          resolve();
        });
      });
      const { errorText } = await target.cdp.send('Page.navigate', { url: origin });
      if (errorText !== undefined) {
        loading = false;
        const code = errorText.replace('net::', '');
        const errno = code === 'ERR_ABORTED' ? -3 : -2;
        events.emit('did-fail-load', {}, errno, code, address, true);
        const message = `${code} (${errno}) loading '${address}'`;
        throw Object.assign(new Error(message), { errno, code, url: address });
      }
      await loaded;
    },
    send: (channel: string, ...values: unknown[]) => {
      alive();
      try {
        sendTo(codec.encode({ channel, values }));
      } catch (error) {
        // Electron only writes out that this cannot be cloned.
        console.error('Error sending from webFrameMain: ', error);
      }
    },
    setWindowOpenHandler: (handler: (details: { url: string }) => { action: string }) => {
      openHandler = handler;
    },
    isLoading: () => {
      alive();
      return loading;
    },
    isDestroyed: () => destroyed,
    getURL: () => {
      alive();
      return url;
    },
    destroy: async () => {
      destroyed = true;
      machine.signals.off('theme', onTheme);
      await page?.close();
    },
  };
  // Pages of one host and session share their level; before a page is there, setting it does nothing.
  const zoom = {
    get: () => {
      alive();
      return session.zoomLevels.get(originOf(url)) ?? 0;
    },
    set: (level: number) => {
      alive();
      if (url !== '') session.zoomLevels.set(originOf(url), level);
    },
  };
  const contents = Object.defineProperty(
    Object.assign(events, own),
    'zoomLevel',
    zoom,
  ) as StandInWebContents;
  return contents;
}

function random(): string {
  return `x${randomBytes(12).toString('hex')}`;
}
