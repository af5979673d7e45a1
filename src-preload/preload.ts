import { contextBridge, ipcRenderer } from 'electron';
import type { EventName } from '#contract/ipc.ts';
import type * as channels from '#contract/channels.ts';

// The contract's values would bring its schemas along, which a sandboxed preload has no use for:
// these are the same values, and the compiler holds them to it.
const callChannel: typeof channels.callChannel = 'culvert:call';
const eventChannel: typeof channels.eventChannel = 'culvert:event';
const events: Readonly<Record<EventName, true>> = {
  'session.changed': true,
  'sync.changed': true,
  'connections.changed': true,
  'stats.changed': true,
  'inbox.changed': true,
  'settings.changed': true,
  'library.changed': true,
  'purchases.changed': true,
  'app.navigate': true,
  'app.copied': true,
};

type Listener = (payload: unknown) => void;
const listeners = new Map<string, Set<Listener>>();
/** The newest payload of each event that came before anybody listened. */
const unheard = new Map<string, unknown>();

ipcRenderer.on(eventChannel, (_event, name: string, payload: unknown) => {
  const heard = listeners.get(name);
  if (heard === undefined || heard.size === 0) unheard.set(name, payload);
  else for (const listener of heard) listener(payload);
});

/** Asks main; answers with a `Result`. Rejects only when main does not take this page for its own. */
function call(name: string, input: unknown): Promise<unknown> {
  if (typeof name !== 'string') throw new TypeError('call: the name must be a string');
  return ipcRenderer.invoke(callChannel, name, input);
}

/** Hears an event of the contract from now on; returns its own removal. */
function listen(event: string, listener: Listener): () => void {
  if (typeof event !== 'string' || !Object.hasOwn(events, event)) {
    throw new TypeError('listen: no such event');
  }
  if (typeof listener !== 'function') throw new TypeError('listen: the listener is no function');
  // One listener may be given twice, and each time is removed for itself.
  const own: Listener = (payload) => {
    listener(payload);
  };
  const heard = listeners.get(event) ?? new Set();
  listeners.set(event, heard.add(own));
  if (unheard.has(event)) {
    own(unheard.get(event));
    unheard.delete(event);
  }
  return () => {
    heard.delete(own);
  };
}

contextBridge.exposeInMainWorld('culvert', Object.freeze({ call, listen }));
