import { useSyncExternalStore } from "react";

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

/** A value that several parts of the page read and follow. */
export type Store<Value> = {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
};

/** Creates a store. Setting an equal value calls no listener. */
export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const changed = createEmitter();
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      changed.emit();
    },
    subscribe: changed.subscribe,
  };
}

/** Returns the store's value and re-renders the component when it changes. */
export const useStoreValue = <Value>(store: Store<Value>): Value =>
  useSyncExternalStore(store.subscribe, store.get);
