import { useSyncExternalStore } from "react";

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

const phone = "(max-width: 767px)";

/** Whether to show cards that load on scrolling, sheets and a filter button. */
export const useIsPhone = (): boolean => useMedia(phone);

/** Returns the present value of `useIsPhone`. */
export const isPhoneNow = (): boolean => matchMedia(phone).matches;

/** Whether a list without a choice of views shows cards instead of a table. */
export const useIsTablet = (): boolean => useMedia("(max-width: 1024px)");
