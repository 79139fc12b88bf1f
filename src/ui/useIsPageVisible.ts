import { useSyncExternalStore } from "react";

/** Returns whether the page is on screen, and renders when that changes. */
export const useIsPageVisible = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      document.addEventListener("visibilitychange", listener);
      return () => {
        document.removeEventListener("visibilitychange", listener);
      };
    },
    () => document.visibilityState === "visible",
  );
