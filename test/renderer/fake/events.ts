import type { EventName, Events } from '#contract/ipc.ts';

/** Publishes an event to everybody who listens to it. */
export type Emit = <Name extends EventName>(event: Name, payload: Events[Name]) => void;

/** The IPC events; each listener gets a copy of the payload, as over real IPC. */
export function createFakeEvents() {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const emit: Emit = (event, payload) => {
    for (const listener of listeners.get(event) ?? []) listener(structuredClone(payload));
  };
  return {
    emit,
    listen: (event: string, listener: (payload: unknown) => void) => {
      const registered = listeners.get(event) ?? new Set();
      registered.add(listener);
      listeners.set(event, registered);
      return () => registered.delete(listener);
    },
  };
}
