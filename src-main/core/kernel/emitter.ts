type AnyListener<Events extends object> = <Name extends keyof Events>(
  event: Name,
  payload: Events[Name],
) => void;

type Listeners<Events> = {
  [Name in keyof Events]?: Set<{ readonly call: (payload: Events[Name]) => void }>;
};

/** A listener added or removed during an `emit` counts from the next one on. */
export function createEmitter<Events extends object>() {
  const listeners: Listeners<Events> = {};
  const anyListeners = new Set<{ readonly call: AnyListener<Events> }>();

  return {
    /** Calls the listeners of this event, then those of every event, in the order they were added. */
    emit<Name extends keyof Events>(event: Name, payload: Events[Name]) {
      const anyBefore = [...anyListeners];
      for (const listener of [...(listeners[event] ?? [])]) listener.call(payload);
      for (const listener of anyBefore) listener.call(event, payload);
    },
    /** Adds a listener; returns its removal, which may be called more than once. */
    on<Name extends keyof Events>(event: Name, call: (payload: Events[Name]) => void): () => void {
      const listener = { call };
      const added = (listeners[event] ??= new Set());
      added.add(listener);
      return () => {
        added.delete(listener);
      };
    },
    /** Adds a listener of every event; returns its removal. */
    onAny(call: AnyListener<Events>): () => void {
      const listener = { call };
      anyListeners.add(listener);
      return () => {
        anyListeners.delete(listener);
      };
    },
    hasListeners: (event: keyof Events): boolean => (listeners[event]?.size ?? 0) > 0,
  };
}
