import type { ContextBridge, createContextBridge } from './context-bridge.ts';
import type { createCodec } from './codec.ts';

/** Names for both scripts: random for each load, so that no page can guess them. */
export interface WorldNames {
  /** Event by which the port changes hands. */
  readonly handOver: string;
  /** Function of the preload's world that tells the main process something. */
  readonly binding: string;
  /** Function of the preload's world that tells what the person does with mouse and keyboard. */
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
export function pageWorld(names: WorldNames, createEnd: typeof createContextBridge): void {
  const page = globalThis as unknown as PageWindow;
  if (page.top !== page) return;
  const take = (event: MessageEvent) => {
    page.removeEventListener(names.handOver, take, true);
    event.stopImmediatePropagation();
    const port = event.ports[0];
    if (port === undefined) return;
    const end: ContextBridge = createEnd(port as unknown as EventTarget, 'page', 'preload');
    end.on('expose', (parcel) => {
      const [key, value] = end.unpack(parcel) as [string, unknown];
      Object.defineProperty(globalThis, key, { value: frozen(value), enumerable: true });
    });
  };
  page.addEventListener(names.handOver, take, true);

  // Its servers are only told of: the engine itself must not ask them.
  const Peer: unknown = Reflect.get(globalThis, 'RTCPeerConnection');
  if (typeof Peer === 'function') {
    const construct = (target: object, [options]: readonly unknown[]) => {
      const data = JSON.stringify(options ?? {});
      page.dispatchEvent(new MessageEvent(names.input, { data }));
      return Reflect.construct<[], object>(target as new () => object, []);
    };
    Reflect.set(globalThis, 'RTCPeerConnection', new Proxy(Peer, { construct }));
  }

  function frozen(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    for (const one of Object.values(value)) frozen(one);
    return Object.freeze(value);
  }
}

type Listener = (event: object, ...values: unknown[]) => void;

/**
 * Runs in the preload's isolated world: gives the preload script its `require('electron')`, and only
 * that, as Electron's sandbox does.
 */
export function preloadWorld(
  names: WorldNames,
  createEnd: typeof createContextBridge,
  codecOf: typeof createCodec,
  preload: (require: (name: string) => unknown, module: object, exports: object) => void,
): void {
  const page = globalThis as unknown as PageWindow;
  if (page.top !== page) return;
  const codec = codecOf();
  const toMain = Reflect.get(globalThis, names.binding) as (text: string) => void;
  Reflect.deleteProperty(globalThis, names.binding);

  const port = new MessageChannel().port1;
  const end: ContextBridge = createEnd(port, 'preload', 'page');
  page.dispatchEvent(new MessageEvent(names.handOver, { ports: [port] } as object));

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
      toMain(codec.encode({ channel, values }));
    },
    async invoke(channel: string, ...values: unknown[]) {
      const id = ++calls;
      const text = codec.encode({ id, channel, values });
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        toMain(text);
      });
    },
  };
  const exposed = new Set<string>();
  const contextBridge = {
    exposeInMainWorld(key: string, api: unknown) {
      if (exposed.has(key)) {
        throw new Error('Cannot bind an API on top of an existing property on the window object');
      }
      exposed.add(key);
      end.emit('expose', end.pack([key, api]));
    },
  };

  Object.defineProperty(globalThis, names.receiver, {
    value: (text: string) => {
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
    },
  });

  const module = { exports: {} };
  const require = (name: string) => {
    if (name === 'electron') return { contextBridge, ipcRenderer };
    throw new Error(`module not found: ${name}`);
  };
  preload(require, module, module.exports);
  watchInput(Reflect.get(globalThis, names.input) as (text: string) => void);

  /** Tells of a right click whose own menu the page does not show, and of keys. */
  function watchInput(tell: (text: string) => void): void {
    Reflect.deleteProperty(globalThis, names.input);
    const of = (value: unknown, name: string): unknown => Reflect.get(value as object, name);
    const selected = () => {
      const field = of(of(globalThis, 'document'), 'activeElement');
      const [value, start, end] = ['value', 'selectionStart', 'selectionEnd'].map((name) =>
        of(field, name),
      );
      if (typeof value !== 'string') {
        return (Reflect.apply(getSelection(), globalThis, []) as { toString(): string }).toString();
      }
      return typeof start === 'number' && typeof end === 'number' ? value.slice(start, end) : '';
    };
    const getSelection = () => of(globalThis, 'getSelection') as () => object;
    const listen = (type: string, listener: (event: Event) => void) => {
      (globalThis as unknown as EventTarget).addEventListener(type, listener);
    };
    listen(names.input, (event) => {
      tell(JSON.stringify({ peer: String(of(event, 'data')) }));
    });
    watchHints();
    listen('contextmenu', (event) => {
      if (event.defaultPrevented) return;
      const target = event.target as object;
      const editable =
        ['INPUT', 'TEXTAREA'].includes(String(of(target, 'tagName'))) &&
        of(target, 'readOnly') === false &&
        of(target, 'disabled') === false;
      const text = selected();
      const isSecret = of(target, 'type') === 'password';
      const menu = { isEditable: editable, selectionText: isSecret ? '' : text, isSecret };
      tell(JSON.stringify({ menu }));
    });
    listen('keydown', (event) => {
      const [key, control, meta, alt, shift] = [
        'key',
        'ctrlKey',
        'metaKey',
        'altKey',
        'shiftKey',
      ].map((name) => of(event, name));
      tell(JSON.stringify({ key: { type: 'keyDown', key, control, meta, alt, shift } }));
    });

    /** Tells of links by which a page wants something done in advance. */
    function watchHints(): void {
      const Observer = of(globalThis, 'MutationObserver') as new (
        listener: (records: readonly { readonly addedNodes: Iterable<object> }[]) => void,
      ) => { observe(target: unknown, options: object): void };
      const observer = new Observer((records) => {
        for (const { addedNodes } of records) {
          for (const node of addedNodes) {
            if (of(node, 'tagName') !== 'LINK') continue;
            tell(JSON.stringify({ hint: { rel: of(node, 'rel'), href: of(node, 'href') } }));
          }
        }
      });
      observer.observe(of(globalThis, 'document'), { childList: true, subtree: true });
    }
  }
}
