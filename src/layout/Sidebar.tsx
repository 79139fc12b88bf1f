import { useState } from "react";
import { useT } from "../providers/i18n/useT";
import { readStored, writeStored } from "../providers/storage";
import { IconButton } from "../ui/IconButton";
import { classes } from "../ui/classes";
import { SidebarContent } from "./SidebarContent";
import styles from "./Sidebar.module.css";

/** The sidebar of wide screens. The browser stores whether it is folded. */
export function Sidebar() {
  const t = useT();
  const [isShort, setShort] = useState(() => readStored("sidebar") === "short");
  const fold = (next: boolean) => {
    setShort(next);
    writeStored("sidebar", next ? "short" : null);
  };
  return (
    <aside className={classes(styles.sidebar, isShort && styles.short)}>
      <SidebarContent isShort={isShort} />
      <IconButton
        className={styles.fold}
        icon="sidebar"
        label={t(isShort ? "shell.menu.unfold" : "shell.menu.fold")}
        aria-expanded={!isShort}
        onClick={() => {
          fold(!isShort);
        }}
      />
    </aside>
  );
}
