import { useTranslate } from "ra-core";
import { NavLink } from "react-router";
import { useT } from "../providers/i18n/useT";
import { useWorkspace } from "../providers/workspace";
import { Icon } from "../ui/Icon";
import { classes } from "../ui/classes";
import { menuOf } from "./menuEntries";
import { useOpenMenu } from "./MenuContext";
import styles from "./PhoneBar.module.css";

/** The places a phone's thumb reaches: the lots, what is mine, the menu. */
export function PhoneBar() {
  const t = useT();
  const translate = useTranslate();
  const openMenu = useOpenMenu();
  const { own, lots } = menuOf(useWorkspace().resources);
  const entries = [...lots.slice(0, 2), ...own].slice(0, 3);
  return (
    <nav className={styles.bar} aria-label={t("shell.menu.short")}>
      {entries.map(({ route, icon, label }) => (
        <NavLink
          key={route}
          to={route}
          className={({ isActive }) =>
            classes(styles.place, isActive && styles.active)
          }
        >
          <Icon name={icon} size={20} />
          <span className={styles.label}>{translate(label)}</span>
        </NavLink>
      ))}
      <button type="button" className={styles.place} onClick={openMenu}>
        <Icon name="menu" size={20} />
        <span className={styles.label}>{t("shell.menu.title")}</span>
      </button>
    </nav>
  );
}
