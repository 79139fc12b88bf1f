import { useTranslate } from "ra-core";
import { Link, useLocation } from "react-router";
import { badgeCount } from "../../domain/limits";
import { useT } from "../providers/i18n/useT";
import { useMenuCounters } from "../providers/counters";
import { Icon } from "../ui/Icon";
import { VisuallyHidden } from "../ui/VisuallyHidden";
import { classes } from "../ui/classes";
import { isAt, type MenuEntry } from "./menuEntries";
import { useIsChanged } from "./useIsChanged";
import styles from "./MenuLink.module.css";

/** Returns the text of a badge; above 99 it is `99+`. */
const badgeText = (count: number) =>
  count > badgeCount ? `${badgeCount}+` : String(count);

type MenuLinkProps = { entry: MenuEntry; isShort: boolean };

export function MenuLink({ entry, isShort }: MenuLinkProps) {
  const translate = useTranslate();
  const t = useT();
  const counters = useMenuCounters();
  const isActive = isAt(entry, useLocation().pathname);
  const label = translate(entry.label, { _: entry.fallback });
  const counter = entry.badge && counters?.[entry.badge];
  const isChanged = useIsChanged(counter);
  const count = counter ?? 0;
  return (
    <Link
      to={entry.route}
      title={isShort ? label : undefined}
      aria-label={
        count > 0
          ? `${label}, ${t("shell.menu.new", { count: badgeText(count) })}`
          : undefined
      }
      aria-current={isActive ? "page" : undefined}
      className={classes(
        styles.link,
        isActive && styles.active,
        isShort && styles.short,
      )}
    >
      <Icon name={entry.icon} />
      {isShort ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      {count > 0 && (
        <span
          key={count}
          className={classes(styles.badge, isChanged && styles.changed)}
        >
          {badgeText(count)}
        </span>
      )}
    </Link>
  );
}
