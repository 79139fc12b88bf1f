import { useSyncExternalStore } from "react";

/** Whether a media query holds, followed as it changes. */
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

/** Phones get cards that load on, sheets, and a button for the filters. */
export const useIsPhone = (): boolean => useMedia("(max-width: 767px)");

/** Where a table would not fit and there is no choice of views: cards. */
export const useIsTablet = (): boolean => useMedia("(max-width: 1024px)");
