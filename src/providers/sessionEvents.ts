/** A signal without a value, heard by whoever subscribed. */
export function createSignal() {
  const listeners = new Set<() => void>();
  return {
    raise: () => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** The session could not be refreshed: the caller is signed out by now. */
export const sessionExpired = createSignal();

/** The session is back after it had expired; what failed may be asked again. */
export const sessionRestored = createSignal();
