import { contextBridge, ipcRenderer } from 'electron';
import { callChannel, eventChannel, events } from '#contract/ipc/events.ts';

type Listener = (payload: unknown) => void;
const listeners = new Map<string, Set<Listener>>();
/** The newest payload of each event that arrived before anybody listened. */
const pending = new Map<string, unknown>();

ipcRenderer.on(eventChannel, (_event, name: string, payload: unknown) => {
  const subscribed = listeners.get(name);
  if (subscribed === undefined || subscribed.size === 0) pending.set(name, payload);
  else for (const listener of subscribed) listener(payload);
});

/** Calls main; answers with a `Result`. Rejects only when main does not accept this page as its own. */
function call(name: string, input: unknown): Promise<unknown> {
  if (typeof name !== 'string') throw new TypeError('call: the name must be a string');
  return ipcRenderer.invoke(callChannel, name, input);
}

/** Subscribes to an event of the contract; returns the function that unsubscribes. */
function listen(event: string, listener: Listener): () => void {
  if (typeof event !== 'string' || !Object.hasOwn(events, event)) {
    throw new TypeError('listen: no such event');
  }
  if (typeof listener !== 'function') throw new TypeError('listen: the listener is no function');
  // The same function may be passed twice: each subscription is removed on its own.
  const own: Listener = (payload) => listener(payload);
  const subscribed = listeners.get(event) ?? new Set();
  listeners.set(event, subscribed.add(own));
  if (pending.has(event)) {
    own(pending.get(event));
    pending.delete(event);
  }
  return () => subscribed.delete(own);
}

contextBridge.exposeInMainWorld('culvert', Object.freeze({ call, listen }));
