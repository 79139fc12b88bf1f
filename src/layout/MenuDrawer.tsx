import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useT } from "../providers/i18n/useT";
import { IconButton } from "../ui/IconButton";
import { useModal } from "../ui/openDialogs";
import { SidebarContent } from "./SidebarContent";
import styles from "./MenuDrawer.module.css";

type MenuDrawerProps = { isOpen: boolean; onClose: () => void };

/** The menu of a small screen: a modal dialog that slides in. */
export function MenuDrawer({ isOpen, onClose }: MenuDrawerProps) {
  const t = useT();
  const ref = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  const handlers = useModal(ref, { isOpen, onClose });

  useEffect(() => {
    onClose();
  }, [pathname, onClose]);

  return (
    <dialog
      ref={ref}
      className={styles.drawer}
      aria-label={t("shell.menu.title")}
      {...handlers}
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
