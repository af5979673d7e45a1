import type { ContextBridge, createContextBridge } from './context-bridge.ts';
import type { createCodec } from './codec.ts';
import { sourceOf } from './source-of.ts';

/** Names for both scripts: random for each load, so that no page can guess them. */
export interface WorldNames {
  /** Event by which the port changes hands. */
  readonly handOver: string;
  /** Function of the preload's world that sends a message to the main process. */
  readonly binding: string;
  /** Function of the preload's world that reports mouse and keyboard input. */
  readonly input: string;
  /** Function of the preload's world that the main process calls. */
  readonly receiver: string;
}

/** The little of a page that the scripts touch: this program is not compiled with a page's types. */
interface PageWindow {
  readonly top: unknown;
  addEventListener(type: string, listener: (event: MessageEvent) => void, capture: boolean): void;
  removeEventListener(
    type: string,
    listener: (event: MessageEvent) => void,
    capture: boolean,
  ): void;
  dispatchEvent(event: Event): boolean;
}

/** Runs in the page's own world, before any script of the page: takes the port, shows what is exposed. */
function pageWorld(names: WorldNames, createEnd: typeof createContextBridge): void {
  const page = globalThis as unknown as PageWindow;
  if (page.top !== page) return;
  const take = (event: MessageEvent) => {
    page.removeEventListener(names.handOver, take, true);
    event.stopImmediatePropagation();
    const port = event.ports[0];
    if (port === undefined) return;
    const end: ContextBridge = createEnd(port as unknown as EventTarget, 'page', 'preload');
    end.on('expose', (parcel) => {
      const [key, packed] = parcel as [string, unknown];
      const value = end.unpack(packed);
      Object.defineProperty(globalThis, key, { value: frozen(value), enumerable: true });
    });
  };
  page.addEventListener(names.handOver, take, true);
  reportPeers(page, names);
}

function frozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const one of Object.values(value)) frozen(one);
  return Object.freeze(value);
}

/** Reports the configuration of each peer connection, whose servers the engine itself must not contact. */
function reportPeers(page: PageWindow, names: WorldNames): void {
  const Peer: unknown = Reflect.get(globalThis, 'RTCPeerConnection');
  if (typeof Peer !== 'function') return;
  const construct = (target: object, [options]: readonly unknown[]) => {
    const data = JSON.stringify(options ?? {});
    page.dispatchEvent(new MessageEvent(names.input, { data }));
    return Reflect.construct<[], object>(target as new () => object, []);
  };
  Reflect.set(globalThis, 'RTCPeerConnection', new Proxy(Peer, { construct }));
}

type Listener = (event: object, ...values: unknown[]) => void;

/** The preload's isolated world: `require('electron')`, and only that, as Electron's sandbox gives it. */
function preloadWorld(
  names: WorldNames,
  createEnd: typeof createContextBridge,
  codecOf: typeof createCodec,
  preload: (require: (name: string) => unknown, module: object, exports: object) => void,
): void {
  const page = globalThis as unknown as PageWindow;
  if (page.top !== page) return;
  const takeBinding = (name: string) => {
    const binding = Reflect.get(globalThis, name) as (text: string) => void;
    Reflect.deleteProperty(globalThis, name);
    return binding;
  };
  const { ipcRenderer, receive } = createIpcRenderer(codecOf(), takeBinding(names.binding));
  Object.defineProperty(globalThis, names.receiver, { value: receive });

  const port = new MessageChannel().port1;
  const end: ContextBridge = createEnd(port, 'preload', 'page');
  page.dispatchEvent(new MessageEvent(names.handOver, { ports: [port] } as object));
  const contextBridge = createContextBridgeModule(end);

  const module = { exports: {} };
  const require = (name: string) => {
    if (name === 'electron') return { contextBridge, ipcRenderer };
    throw new Error(`module not found: ${name}`);
  };
  preload(require, module, module.exports);

  const sendInput = takeBinding(names.input);
  reportInput(names, (report) => {
    sendInput(JSON.stringify(report));
  });
}

/** `ipcRenderer`, and what the main process calls with each of its messages. */
function createIpcRenderer(
  codec: ReturnType<typeof createCodec>,
  sendToMain: (text: string) => void,
) {
  const listeners = new Map<string, Set<Listener>>();
  const waiting = new Map<
    number,
    { resolve(value: unknown): void; reject(reason: unknown): void }
  >();
  let calls = 0;

  const ipcRenderer = {
    on(channel: string, listener: Listener) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      return ipcRenderer;
    },
    off(channel: string, listener: Listener) {
      listeners.get(channel)?.delete(listener);
      return ipcRenderer;
    },
    send(channel: string, ...values: unknown[]) {
      sendToMain(codec.encode({ channel, values }));
    },
    async invoke(channel: string, ...values: unknown[]) {
      const id = ++calls;
      const text = codec.encode({ id, channel, values });
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        sendToMain(text);
      });
    },
  };

  const receive = (text: string): void => {
    const message = codec.decode(text) as
      | { id: number; value: unknown }
      | { id: number; error: string }
      | { channel: string; values: unknown[] };
    if ('channel' in message) {
      const current = [...(listeners.get(message.channel) ?? [])];
      for (const listener of current) listener({ sender: ipcRenderer }, ...message.values);
      return;
    }
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if ('error' in message) call?.reject(new Error(message.error));
    else call?.resolve(message.value);
  };
  return { ipcRenderer, receive };
}

/** The preload script's `contextBridge`. */
function createContextBridgeModule(end: ContextBridge) {
  const exposed = new Set<string>();
  return {
    exposeInMainWorld(key: string, api: unknown) {
      if (exposed.has(key)) {
        throw new Error('Cannot bind an API on top of an existing property on the window object');
      }
      exposed.add(key);
      end.emit('expose', [key, end.pack(api)]);
    },
  };
}

/** A property of an object of the page, for whose types this program is not compiled. */
function get(value: unknown, name: string): unknown {
  return Reflect.get(value as object, name);
}

/** Reports right clicks for which the page shows no menu of its own, keys, and connections in advance. */
function reportInput(names: WorldNames, report: (input: object) => void): void {
  const listen = (type: string, listener: (event: Event) => void) => {
    (globalThis as unknown as EventTarget).addEventListener(type, listener);
  };
  listen(names.input, (event) => {
    report({ peer: String(get(event, 'data')) });
  });
  listen('contextmenu', (event) => {
    if (!event.defaultPrevented) report({ menu: menuAt(event.target) });
  });
  listen('keydown', (event) => {
    const [control, meta, alt, shift] = ['ctrlKey', 'metaKey', 'altKey', 'shiftKey'].map((name) =>
      get(event, name),
    );
    report({ key: { type: 'keyDown', key: get(event, 'key'), control, meta, alt, shift } });
  });
  listen('pointerdown', () => {
    report({ pointer: true });
  });
  reportHints(report);
}

/** What a right click on an element offers. */
function menuAt(target: unknown): object {
  const isEditable =
    ['INPUT', 'TEXTAREA'].includes(String(get(target, 'tagName'))) &&
    get(target, 'readOnly') === false &&
    get(target, 'disabled') === false;
  const isSecret = get(target, 'type') === 'password';
  return { isEditable, selectionText: isSecret ? '' : selectedText(), isSecret };
}

function selectedText(): string {
  const field = get(get(globalThis, 'document'), 'activeElement');
  const [value, start, end] = ['value', 'selectionStart', 'selectionEnd'].map((name) =>
    get(field, name),
  );
  if (typeof value !== 'string') {
    const getSelection = get(globalThis, 'getSelection') as () => object;
    return (Reflect.apply(getSelection, globalThis, []) as { toString(): string }).toString();
  }
  return typeof start === 'number' && typeof end === 'number' ? value.slice(start, end) : '';
}

/** Reports links by which a page wants something done in advance. */
function reportHints(report: (input: object) => void): void {
  const Observer = get(globalThis, 'MutationObserver') as new (
    listener: (records: readonly { readonly addedNodes: Iterable<object> }[]) => void,
  ) => { observe(target: unknown, options: object): void };
  const observer = new Observer((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (get(node, 'tagName') !== 'LINK') continue;
        report({ hint: { rel: get(node, 'rel'), href: get(node, 'href') } });
      }
    }
  });
  observer.observe(get(globalThis, 'document'), { childList: true, subtree: true });
}

/** The source of `pageWorld` for Chromium. */
export const pageWorldSource = (): string => sourceOf(pageWorld, frozen, reportPeers);

/** The source of `preloadWorld` for Chromium. */
export const preloadWorldSource = (): string =>
  sourceOf(
    preloadWorld,
    createIpcRenderer,
    createContextBridgeModule,
    get,
    reportInput,
    menuAt,
    selectedText,
    reportHints,
  );
