import { useSyncExternalStore } from "react";
import { createEmitter } from "./emitter";

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
