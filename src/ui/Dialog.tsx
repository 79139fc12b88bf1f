import { useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { classes } from "./classes";
import { IconButton } from "./IconButton";
import { useT } from "../providers/i18n/useT";
import styles from "./Dialog.module.css";

type DialogProps = {
  title: string;
  children: ReactNode;
  /** The buttons; the one that matters last. */
  actions?: ReactNode;
  /** Escape, the cross and the veil. Without it the dialog must be answered. */
  onClose?: () => void;
  size?: "standard" | "full";
};

/** What one came to fill in; else the browser focuses the first control. */
const firstField = "input:not([type=hidden]), select, textarea";

/**
 * A modal dialog of the browser itself: it holds the focus and gives it back.
 * It is open as long as it is rendered.
 */
export function Dialog({
  title,
  children,
  actions,
  onClose,
  size = "standard",
}: DialogProps) {
  const t = useT();
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // Closed before it is taken away: only then does it give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>(firstField)?.focus();
    return () => dialog?.close();
  }, []);

  return (
    <dialog
      ref={ref}
      className={classes(styles.dialog, size === "full" && styles.full)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onMouseDown={(event) => {
        if (event.target === ref.current) onClose?.();
      }}
    >
      <div className={styles.body}>
        <header className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {onClose && (
            <IconButton
              icon="close"
              label={t("shell.close")}
              onClick={onClose}
            />
          )}
        </header>
        <div className={styles.content}>{children}</div>
        {actions && <footer className={styles.actions}>{actions}</footer>}
      </div>
    </dialog>
  );
}
