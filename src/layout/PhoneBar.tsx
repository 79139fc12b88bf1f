import { useTranslate } from "ra-core";
import { Link, useLocation } from "react-router";
import { useT } from "../providers/i18n/useT";
import { useWorkspace } from "../providers/workspace";
import { Icon } from "../ui/Icon";
import { classes } from "../ui/classes";
import { isAt, menuOf, useMenuPages, useOpenMenu } from "./menuEntries";
import styles from "./PhoneBar.module.css";

/** The bar at the bottom of a phone: lots, own pages and the menu. */
export function PhoneBar() {
  const t = useT();
  const translate = useTranslate();
  const openMenu = useOpenMenu();
  const { pathname } = useLocation();
  const { own, lots } = menuOf(useWorkspace().resources, useMenuPages());
  // The list of bids comes first: it is what clients and managers work on.
  const bids = own.filter(({ badge }) => badge === "bid");
  const others = own.filter((entry) => !bids.includes(entry));
  const entries = [...lots.slice(0, 2), ...bids, ...others].slice(0, 3);
  return (
    <nav className={styles.bar} aria-label={t("shell.menu.short")}>
      {entries.map((entry) => {
        const isHere = isAt(entry, pathname);
        return (
          <Link
            key={entry.route}
            to={entry.to ?? entry.route}
            aria-current={isHere ? "page" : undefined}
            className={classes(styles.place, isHere && styles.active)}
          >
            <Icon name={entry.icon} size={20} />
            <span className={styles.label}>
              {translate(entry.label, { _: entry.fallback })}
            </span>
          </Link>
        );
      })}
      <button type="button" className={styles.place} onClick={openMenu}>
        <Icon name="menu" size={20} />
        <span className={styles.label}>{t("shell.menu.title")}</span>
      </button>
    </nav>
  );
}
