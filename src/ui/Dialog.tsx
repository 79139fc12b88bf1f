import { useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { useT } from "../providers/i18n/useT";
import { classes } from "./classes";
import { IconButton } from "./IconButton";
import { useModal } from "./openDialogs";
import styles from "./Dialog.module.css";

type DialogProps = {
  title: string;
  children: ReactNode;
  /** The buttons; the primary one last. */
  actions?: ReactNode;
  /** Called by Escape, the cross and the veil. Omit it to force an answer. */
  onClose?: () => void;
  size?: "standard" | "wide" | "full";
  /** Asks whether to leave the page, which the back button may have begun. */
  asksToLeave?: boolean;
};

const firstField = "input:not([type=hidden]), select, textarea";

/**
 * A modal dialog, open as long as it is rendered. It focuses its first field,
 * else its first control, and gives the focus back when it closes.
 */
export function Dialog({
  title,
  children,
  actions,
  onClose,
  size = "standard",
  asksToLeave = false,
}: DialogProps) {
  const t = useT();
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const handlers = useModal(ref, { isOpen: true, onClose, asksToLeave });

  useLayoutEffect(() => {
    ref.current?.querySelector<HTMLElement>(firstField)?.focus();
  }, []);

  return (
    <dialog
      ref={ref}
      className={classes(styles.dialog, styles[size])}
      aria-labelledby={titleId}
      {...handlers}
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
