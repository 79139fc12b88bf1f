/** Announces messages to its subscribers. */
export type Emitter<Message> = {
  /** Calls every subscriber at once, in the order in which they subscribed. */
  emit: (message: Message) => void;
  /** Returns a function that ends the subscription. */
  subscribe: (listener: (message: Message) => void) => () => void;
};

/**
 * Creates an emitter.
 *
 * @example
 * const saved = createEmitter<string>();
 * const unsubscribe = saved.subscribe((name) => console.info(name));
 * saved.emit("ports");
 */
export function createEmitter<Message = void>(): Emitter<Message> {
  const listeners = new Set<(message: Message) => void>();
  return {
    emit: (message) => {
      for (const listener of listeners) listener(message);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
