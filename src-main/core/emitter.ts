/** Typed events: the names of `Events`, each with the type of its payload. */
export interface Emitter<Events extends object> {
  /** Calls the listeners of this event, then those of every event, in the order they were added. */
  emit<Name extends keyof Events>(event: Name, payload: Events[Name]): void;
  /** Adds a listener; returns its removal, which may be called more than once. */
  on<Name extends keyof Events>(event: Name, listener: (payload: Events[Name]) => void): () => void;
  /** Adds a listener of every event; returns its removal. */
  onAny(listener: AnyListener<Events>): () => void;
  /** Whether an event has a listener of its own. */
  hasListeners(event: keyof Events): boolean;
}

/** A listener of every event. */
type AnyListener<Events extends object> = <Name extends keyof Events>(
  event: Name,
  payload: Events[Name],
) => void;

type Listeners<Events> = {
  [Name in keyof Events]?: Set<{ readonly call: (payload: Events[Name]) => void }>;
};

/**
 * Creates an emitter without listeners. Adding one function twice calls it twice. A listener that is
 * added or removed during an `emit` counts from the next one on.
 */
export function createEmitter<Events extends object>(): Emitter<Events> {
  const listeners: Listeners<Events> = {};
  const anyListeners = new Set<{ readonly call: AnyListener<Events> }>();

  return {
    emit(event, payload) {
      const anyBefore = [...anyListeners];
      for (const listener of [...(listeners[event] ?? [])]) listener.call(payload);
      for (const listener of anyBefore) listener.call(event, payload);
    },
    on(event, call) {
      const listener = { call };
      const added = (listeners[event] ??= new Set());
      added.add(listener);
      return () => {
        added.delete(listener);
      };
    },
    onAny(call) {
      const listener = { call };
      anyListeners.add(listener);
      return () => {
        anyListeners.delete(listener);
      };
    },
    hasListeners: (event) => (listeners[event]?.size ?? 0) > 0,
  };
}
