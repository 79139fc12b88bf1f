import { useLayoutEffect } from "react";
import { isTypedInto } from "../../ui/isTypedInto";
import { topDialog } from "../../ui/openDialogs";

/** The key that moves the focus to the rows. Declared shortcuts are letters and digits. */
export const listKey = ".";

/** The tab stop of a grid, its first cell before it has one, or the link of a row. */
const stops = [
  "[role=grid] [role=gridcell][tabindex='0']",
  "[role=grid] [role=gridcell]",
  "[data-row-link]:not([tabindex='-1'])",
];

/** Moves the focus from anywhere on the page to the rows of the list by one key. */
export function useListKey(): void {
  // The key acts from the moment in which the rows are drawn.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== listKey || event.defaultPrevented) return;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (topDialog() || isTypedInto(target)) return;
      for (const stop of stops) {
        const element = document.querySelector<HTMLElement>(`main ${stop}`);
        if (!element) continue;
        event.preventDefault();
        element.focus();
        return;
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
    };
  }, []);
}
