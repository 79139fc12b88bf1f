import { useEffect, useRef, type RefObject } from "react";
import { topDialog } from "../../ui/openDialogs";
import type { ColumnData } from "./readBoard";

/**
 * Follows the focus to the card that had it last, when this card moves to another column and
 * the focus is lost with its former place.
 */
export function useKeptFocus(
  frame: RefObject<HTMLElement | null>,
  columns: readonly ColumnData[] | undefined,
): void {
  const last = useRef<{ id: string; column: string | null | undefined } | null>(null);
  const columnOf = (id: string) =>
    columns?.find(({ records }) => records.some((record) => record.id === id))
      ?.value;

  useEffect(() => {
    const element = frame.current;
    const stop = new AbortController();
    element?.addEventListener(
      "focusin",
      ({ target }) => {
        const card =
          target instanceof Element ? target.closest("[data-row-id]") : null;
        const id = card?.getAttribute("data-row-id");
        const column = card?.closest("[data-column]");
        last.current = id
          ? { id, column: column?.getAttribute("data-column") }
          : null;
      },
      { signal: stop.signal },
    );
    return () => {
      stop.abort();
    };
  }, [frame]);

  // The form of a move may close after its card has moved, so each drawing looks again.
  useEffect(() => {
    if (!last.current || document.activeElement !== document.body) return;
    const { id, column } = last.current;
    const present = columnOf(id);
    if (topDialog() || present === undefined || present === column) return;
    const card = frame.current?.querySelector(
      `[data-row-id="${CSS.escape(id)}"]`,
    );
    card
      ?.querySelector<HTMLElement>("[data-move], [data-row-link]")
      ?.focus({ preventScroll: false });
  });
}
