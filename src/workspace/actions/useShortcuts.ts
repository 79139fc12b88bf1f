import { useLayoutEffect, useRef } from "react";
import type { Action } from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import { isTypedInto } from "../../ui/isTypedInto";
import { topDialog } from "../../ui/openDialogs";

type Handlers = {
  actions: readonly Action[];
  /** The rows that a key acts on; `focused` is the row with the focus. */
  targets: (focused: string | null) => readonly RowRecord[];
  onStart: (
    action: Action,
    records: readonly RowRecord[],
    index: number,
  ) => void;
  onUndo: (focused: string | null) => void;
  onHelp: () => void;
  /** Gets text that is pasted over rows. Returns whether it was meant for an action. */
  onPaste: (text: string, focused: string | null) => boolean;
  /** Selects the row with the focus. Returns whether rows can be selected. */
  onSelect: (focused: string | null) => boolean;
  /** Returns whether there was a selection to clear. */
  onEscape: () => boolean;
};

/**
 * Handles the keys of the list's actions and text that is pasted over its rows, except while somebody types, in a
 * menu and under a dialog.
 */
export function useShortcuts(handlers: Handlers, isActive = true): void {
  const latest = useRef(handlers);
  // Keys act from the moment in which the rows are drawn, and on the drawn rows.
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useLayoutEffect(() => {
    if (!isActive) return;
    const onEvent = (event: KeyboardEvent | ClipboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (
        event.defaultPrevented ||
        topDialog() ||
        isTypedInto(target) ||
        target?.closest("[role=dialog], [role=menu]")
      )
        return;
      const focused = focusedRow(target);
      const isMeant =
        event instanceof KeyboardEvent
          ? !event.isComposing && handle(event, focused, latest.current)
          : latest.current.onPaste(
              event.clipboardData?.getData("text/plain") ?? "",
              focused,
            );
      if (isMeant) event.preventDefault();
    };
    document.addEventListener("keydown", onEvent);
    document.addEventListener("paste", onEvent);
    return () => {
      document.removeEventListener("keydown", onEvent);
      document.removeEventListener("paste", onEvent);
    };
  }, [isActive]);
}

/** Rows of our tables and cards, and rows of the data grid. */
function focusedRow(target: Element | null): string | null {
  const row = target?.closest<HTMLElement>(
    "[data-row-id], [role=row][data-id]",
  );
  return row?.dataset.rowId ?? row?.dataset.id ?? null;
}

/** Returns whether the key was meant for an action. */
function handle(
  event: KeyboardEvent,
  focused: string | null,
  handlers: Handlers,
): boolean {
  const { actions, targets, onStart, onUndo, onHelp, onEscape } = handlers;
  const { key, altKey, shiftKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && !altKey && !shiftKey && keyOf(event) === "z") {
    onUndo(focused);
    return true;
  }
  if (isCommand || altKey) return false;
  if (key === "?") {
    onHelp();
    return true;
  }
  if (key === "Escape") return onEscape();
  if (shiftKey || event.repeat) return false;
  if (key === " ") return isOnLink(event) && handlers.onSelect(focused);
  for (const action of actions) {
    const index = action.shortcut?.indexOf(keyOf(event)) ?? -1;
    if (index < 0) continue;
    onStart(action, targets(focused), index);
    return true;
  }
  return false;
}

/** Whether the link of a row has the focus; Space presses buttons and checkboxes. */
const isOnLink = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.matches("[data-row-link]");

/** Letters by their place on the keyboard, so that Cyrillic layouts work too. */
const keyOf = ({ key, code }: KeyboardEvent): string =>
  /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key.toLowerCase();
