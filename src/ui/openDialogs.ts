import {
  useEffect,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
} from "react";
import { openLayer } from "../providers/historyGuard";
import { createStore, useStoreValue } from "../providers/store";
import { isPhoneNow } from "./useMedia";

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
 * the page still renders it. A press on the veil closes it unless somebody has typed.
 * On a phone the back button closes it too, except a question about leaving the page.
 */
export function useModal(
  ref: RefObject<HTMLDialogElement | null>,
  {
    isOpen,
    onClose,
    asksToLeave = false,
  }: { isOpen: boolean; onClose?: () => void; asksToLeave?: boolean },
) {
  const hasTyped = useRef(false);
  const latestClose = useRef(onClose);
  useEffect(() => {
    latestClose.current = onClose;
  });
  const isLayer = isOpen && onClose !== undefined && !asksToLeave;
  useEffect(() => {
    if (!isLayer || !isPhoneNow()) return;
    return openLayer(() => latestClose.current?.());
  }, [isLayer]);
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
    onInputCapture: () => {
      hasTyped.current = true;
    },
    onMouseDown: (event: MouseEvent) => {
      if (hasTyped.current && hasText(ref.current)) return;
      // A press on the veil hits the dialog element itself. The second press of a double
      // click belongs to the button that has opened the dialog.
      if (event.target === ref.current && event.detail < 2) onClose?.();
    },
  };
}

const textFields =
  "textarea, input:not([type=checkbox], [type=radio], [type=hidden])";

const hasText = (dialog: HTMLDialogElement | null): boolean =>
  [
    ...(dialog?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      textFields,
    ) ?? []),
  ].some(({ value }) => value !== "");
