import { useSyncExternalStore } from "react";
import { sessionStore } from "./session";

function subscribe(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Returns whether the browser has a connection, as far as it knows. */
export const isOnline = (): boolean => navigator.onLine;

/** Returns `isOnline()` and re-renders the component when it changes. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(subscribe, isOnline);

/** Resolves once there is a connection or the session has ended. */
export const connectionReturns = (): Promise<void> =>
  new Promise((resolve) => {
    const decide = () => {
      const isEnded = sessionStore.get().status === "anonymous";
      if (!isEnded && !isOnline()) return;
      stopConnection();
      stopSession();
      resolve();
    };
    const stopConnection = subscribe(decide);
    const stopSession = sessionStore.subscribe(decide);
    decide();
  });
