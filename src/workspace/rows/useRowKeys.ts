import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";

/** Rows that Page Up and Page Down go by. */
const leap = 10;

/**
 * Makes the rows one tab stop: arrows, Home, End and the page keys go from
 * link to link, Enter opens as links do. The focus stays at its place when the
 * rows are replaced.
 */
export function useRowKeys(count: number) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState(0);
  const hadFocus = useRef(false);
  const index = Math.min(active, Math.max(0, count - 1));

  const focus = (wanted: number) => {
    const links =
      body.current?.querySelectorAll<HTMLElement>("[data-row-link]");
    links?.[Math.min(Math.max(wanted, 0), links.length - 1)]?.focus();
  };
  useLayoutEffect(() => {
    const isLost = hadFocus.current && document.activeElement === document.body;
    if (isLost) focus(index);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const steps: Partial<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + leap,
      PageUp: index - leap,
      Home: 0,
      End: count - 1,
    };
    const wanted = steps[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    focus(wanted);
  };
  return {
    index,
    body: {
      ref: body,
      onKeyDown,
      onFocus: () => {
        hadFocus.current = true;
      },
      onBlur: (event: { relatedTarget: EventTarget | null }) => {
        if (event.relatedTarget !== null) hadFocus.current = false;
      },
    },
    /** The row that took the focus, by keys or by pointer. */
    onRowFocus: setActive,
  };
}
