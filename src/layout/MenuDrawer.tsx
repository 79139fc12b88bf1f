import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useT } from "../providers/i18n/useT";
import { IconButton } from "../ui/IconButton";
import { SidebarContent } from "./SidebarContent";
import styles from "./MenuDrawer.module.css";

type MenuDrawerProps = { isOpen: boolean; onClose: () => void };

/**
 * The menu of a small screen, sliding in. A modal dialog of the browser: it
 * holds the focus, closes with Escape, and gives the focus back.
 */
export function MenuDrawer({ isOpen, onClose }: MenuDrawerProps) {
  const t = useT();
  const ref = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();

  useEffect(() => {
    const drawer = ref.current;
    if (!isOpen || !drawer) return;
    drawer.showModal();
    return () => {
      drawer.close();
    };
  }, [isOpen]);

  useEffect(() => {
    onClose();
  }, [pathname, onClose]);

  return (
    <dialog
      ref={ref}
      className={styles.drawer}
      aria-label={t("shell.menu.title")}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      {isOpen && (
        <div className={styles.content}>
          <SidebarContent isDrawer />
          <IconButton
            className={styles.close}
            icon="close"
            label={t("shell.close")}
            onClick={onClose}
          />
        </div>
      )}
    </dialog>
  );
}
