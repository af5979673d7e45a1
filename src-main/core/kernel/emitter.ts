type Listeners<Events> = {
  [Name in keyof Events]?: Set<{ readonly call: (payload: Events[Name]) => void }>;
};

/** A listener added or removed during an `emit` counts from the next one on. */
export function createEmitter<Events extends object>() {
  const listeners: Listeners<Events> = {};

  return {
    /** Calls the listeners of this event, in the order they were added. */
    emit<Name extends keyof Events>(event: Name, payload: Events[Name]) {
      for (const listener of [...(listeners[event] ?? [])]) listener.call(payload);
    },
    /** Adds a listener; returns its removal, which may be called more than once. */
    on<Name extends keyof Events>(event: Name, call: (payload: Events[Name]) => void): () => void {
      const listener = { call };
      const added = (listeners[event] ??= new Set());
      added.add(listener);
      return () => added.delete(listener);
    },
  };
}
