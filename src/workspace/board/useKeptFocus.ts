import { useEffect, useRef, type RefObject } from "react";
import { topDialog } from "../../ui/openDialogs";
import type { ColumnData } from "./readBoard";

/**
 * Follows the focus to the card that had it last, when this card moves to another column and
 * the focus is lost with its former place. The next key or press ends that.
 */
export function useKeptFocus(
  frame: RefObject<HTMLElement | null>,
  columns: readonly ColumnData[] | undefined,
): void {
  /** The card that had the focus last, and the column in which it was. */
  const last = useRef({ id: "", column: "" });
  const moved = useRef<string | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    frame.current?.addEventListener(
      "focusin",
      ({ target }) => {
        const find = (name: string) =>
          (target instanceof Element
            ? target.closest(`[${name}]`)
            : null
          )?.getAttribute(name) ?? "";
        last.current = { id: find("data-row-id"), column: find("data-column") };
      },
      { signal },
    );
    const end = () => {
      moved.current = null;
    };
    for (const name of ["keydown", "pointerdown"])
      document.addEventListener(name, end, { capture: true, signal });
    return () => {
      stop.abort();
    };
  }, [frame]);

  // The menu or the form of a move may close after its card has moved, so each drawing looks again.
  useEffect(() => {
    const { id, column } = last.current;
    const present = columns?.find(({ records }) =>
      records.some((record) => record.id === id),
    );
    if (present && present.value !== column) {
      moved.current = id;
      last.current = { id, column: present.value };
    }
    if (moved.current === null || topDialog()) return;
    if (document.activeElement !== document.body) return;
    const card = frame.current?.querySelector(
      `[data-row-id="${CSS.escape(moved.current)}"]`,
    );
    const control =
      card?.querySelector<HTMLElement>("[data-move]") ??
      card?.querySelector<HTMLElement>("[data-row-link]");
    control?.focus();
  });
}
