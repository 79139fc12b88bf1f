import { useEffect, useRef, type RefObject } from "react";
import { topDialog } from "../../ui/openDialogs";
import type { ColumnData } from "./readBoard";

const nowhere = { id: "", column: "" };

/** Whether this is in a menu, a form or a message, which returns the focus to the board. */
const isAbovePage = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("dialog, [role=dialog], [role=status]") !== null;

/**
 * Follows the focus to the card that had it last, when this card moves to another column and
 * the focus is lost with its former place. The next key or press ends that. Somebody who has
 * left the card, by a press beside it or with the focus, keeps the focus where it is.
 */
export function useKeptFocus(
  frame: RefObject<HTMLElement | null>,
  columns: readonly ColumnData[] | undefined,
): void {
  /** The card that had the focus last, and the column in which it was. */
  const last = useRef(nowhere);
  const moved = useRef<string | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    const find = (target: EventTarget | null, name: string) =>
      target instanceof Element && frame.current?.contains(target)
        ? (target.closest(`[${name}]`)?.getAttribute(name) ?? "")
        : "";
    const onFocus = ({ target }: Event) => {
      const id = find(target, "data-row-id");
      if (id !== "" || !isAbovePage(target))
        last.current = { id, column: find(target, "data-column") };
    };
    const onKey = () => {
      moved.current = null;
    };
    const onPress = ({ target }: Event) => {
      moved.current = null;
      const isElsewhere = find(target, "data-row-id") !== last.current.id;
      if (isElsewhere && !isAbovePage(target)) last.current = nowhere;
    };
    document.addEventListener("focusin", onFocus, options);
    document.addEventListener("keydown", onKey, options);
    document.addEventListener("pointerdown", onPress, options);
    return () => {
      stop.abort();
    };
  }, [frame]);

  // The menu or the form of a move may close after its card has moved, so each drawing looks again.
  useEffect(() => {
    const { activeElement, body } = document;
    const { id, column } = last.current;
    const present = columns?.find(({ records }) =>
      records.some((record) => record.id === id),
    );
    if (present && present.value !== column) {
      const isLost = activeElement === body || isAbovePage(activeElement);
      moved.current = isLost ? id : null;
      last.current = { id, column: present.value };
    }
    if (moved.current === null || topDialog()) return;
    if (activeElement !== body) return;
    const card = frame.current?.querySelector(
      `[data-row-id="${CSS.escape(moved.current)}"]`,
    );
    const control =
      card?.querySelector<HTMLElement>("[data-move]") ??
      card?.querySelector<HTMLElement>("[data-row-link]");
    control?.focus({ preventScroll: true });
  });
}
