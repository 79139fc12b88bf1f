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

/** A badge's number; above 99 it only says so. */
const shown = (count: number) =>
  count > badgeCount ? `${badgeCount}+` : String(count);

type MenuLinkProps = { entry: MenuEntry; isShort: boolean };

export function MenuLink({ entry, isShort }: MenuLinkProps) {
  const translate = useTranslate();
  const t = useT();
  const counters = useMenuCounters();
  const isHere = isAt(entry, useLocation().pathname);
  const label = translate(entry.label, { _: entry.fallback });
  const known = entry.badge && counters?.[entry.badge];
  const isChanged = useIsChanged(known);
  const count = known ?? 0;
  return (
    <Link
      to={entry.route}
      title={isShort ? label : undefined}
      aria-label={
        count > 0
          ? `${label}, ${t("shell.menu.new", { count: shown(count) })}`
          : undefined
      }
      aria-current={isHere ? "page" : undefined}
      className={classes(
        styles.link,
        isHere && styles.active,
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
          {shown(count)}
        </span>
      )}
    </Link>
  );
}
