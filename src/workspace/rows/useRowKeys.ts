import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";

/** Rows that Page Up and Page Down move by. */
const pageStep = 10;

/**
 * Makes the row links one tab stop: arrows, Home, End and the page keys move
 * between them. Keys pressed in other controls of a row are left alone. If the
 * focused row is replaced, the row in its place gets the focus.
 */
export function useRowKeys(count: number) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState(0);
  /** The control that has the focus, or had it when it was removed. */
  const focused = useRef<Element | null>(null);
  const index = Math.min(active, Math.max(0, count - 1));

  const focusRow = (target: number) => {
    const links =
      body.current?.querySelectorAll<HTMLElement>("[data-row-link]");
    links?.[Math.min(Math.max(target, 0), links.length - 1)]?.focus();
  };
  useLayoutEffect(() => {
    if (focused.current?.isConnected !== false) return;
    if (document.activeElement === document.body) focusRow(index);
    else focused.current = null;
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!(event.target as Element).matches("[data-row-link]")) return;
    const targets: Partial<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + pageStep,
      PageUp: index - pageStep,
      Home: 0,
      End: count - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    focusRow(target);
  };
  return {
    /** The row whose link is the tab stop. */
    index,
    body: {
      ref: body,
      onKeyDown,
      onFocus: ({ target }: { target: Element }) => {
        focused.current = target;
      },
      // React reports no blur of an element that it removes. In a window that loses the
      // focus the element stays the active one.
      onBlur: ({ target }: { target: Element }) => {
        if (document.activeElement !== target) focused.current = null;
      },
    },
    onRowFocus: setActive,
  };
}
