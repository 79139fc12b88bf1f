import {
  useLayoutEffect,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
} from "react";
import { createStore, useStoreValue } from "../providers/store";

const openDialogs = createStore<readonly HTMLDialogElement[]>([]);

/**
 * Returns the topmost open dialog, null if none is open. A modal dialog makes
 * everything outside of it inert, so toasts and MUI menus are rendered inside.
 */
export const topDialog = (): HTMLDialogElement | null =>
  openDialogs.get().at(-1) ?? null;

/** Returns `topDialog()` and re-renders when another dialog is on top. */
export const useTopDialog = (): HTMLDialogElement | null =>
  useStoreValue(openDialogs).at(-1) ?? null;

/**
 * Keeps a `<dialog>` open as a modal while `isOpen`, and reopens it when the
 * browser closes it on its own (the Android back gesture, a second Escape) but
 * the page still renders it.
 */
export function useModal(
  ref: RefObject<HTMLDialogElement | null>,
  { isOpen, onClose }: { isOpen: boolean; onClose?: () => void },
) {
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!isOpen || !dialog) return;
    dialog.showModal();
    openDialogs.set([...openDialogs.get(), dialog]);
    return () => {
      openDialogs.set(openDialogs.get().filter((open) => open !== dialog));
      // An open dialog gives the focus back only if it is closed first.
      dialog.close();
    };
  }, [isOpen, ref]);

  return {
    // Without this the browser closes the dialog even if a control inside,
    // such as an open menu, has used the key.
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (event.key === "Escape") event.preventDefault();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
      // Only the innermost of nested dialogs closes.
      event.stopPropagation();
      onClose?.();
    },
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault();
      if (event.target === ref.current) onClose?.();
    },
    onClose: (event: SyntheticEvent) => {
      if (event.target !== ref.current) return;
      onClose?.();
      setTimeout(() => {
        const dialog = ref.current;
        const isStillRendered = dialog && openDialogs.get().includes(dialog);
        if (isStillRendered && !dialog.open) dialog.showModal();
      });
    },
    onMouseDown: (event: MouseEvent) => {
      // A press on the veil hits the dialog element itself. The second press of a double
      // click belongs to the button that has opened the dialog.
      if (event.target === ref.current && event.detail < 2) onClose?.();
    },
  };
}
