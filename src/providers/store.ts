import { useSyncExternalStore } from "react";

/** One value that several parts of the page follow. */
export type Store<Value> = {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
};

/** A store; listeners hear each change once, in the order they came. */
export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** The store's value; the component follows its changes. */
export const useStoreValue = <Value>(store: Store<Value>): Value =>
  useSyncExternalStore(store.subscribe, store.get);
