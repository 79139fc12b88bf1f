import { useCallback, useSyncExternalStore } from "react";

/** Returns whether a media query matches, and renders when that changes. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => {
        media.removeEventListener("change", listener);
      };
    },
    () => matchMedia(query).matches,
  );

/**
 * Returns the position of the first media query that matches, -1 without one,
 * and renders when that changes. `queries` must stay the same array.
 */
export const useFirstMedia = (queries: readonly string[]): number =>
  useSyncExternalStore(
    useCallback(
      (listener) => {
        const media = queries.map((query) => matchMedia(query));
        for (const list of media) list.addEventListener("change", listener);
        return () => {
          for (const list of media)
            list.removeEventListener("change", listener);
        };
      },
      [queries],
    ),
    () => queries.findIndex((query) => matchMedia(query).matches),
  );

/** Narrow screens have the menu in a drawer; wide screens always show it. */
export const withDrawer = "(max-width: 1365px)";
export const withMenu = "(min-width: 1366px)";

const phone = "(max-width: 767px)";

/** Whether to show cards that load on scrolling, sheets and a filter button. */
export const useIsPhone = (): boolean => useMedia(phone);

/** Returns the present value of `useIsPhone`. */
export const isPhoneNow = (): boolean => matchMedia(phone).matches;

/** Whether a list without a choice of views shows cards instead of a table. */
export const useIsTablet = (): boolean => useMedia("(max-width: 1023px)");

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
