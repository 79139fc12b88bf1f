import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "ra-core";
import { Link, useLocation } from "react-router";
import { badgeCount } from "../../domain/limits";
import type { MenuCountersReply } from "../../generated/schemas";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { liveStore } from "../providers/events";
import { useStoreValue } from "../providers/store";
import { useWorkspace } from "../providers/workspace";
import { Icon } from "../ui/Icon";
import { VisuallyHidden } from "../ui/VisuallyHidden";
import { classes } from "../ui/classes";
import { useHasChanged } from "../ui/useHasChanged";
import { isAt, menuOf, type MenuEntry } from "./menuEntries";
import { useMenuPages } from "./MenuContext";
import styles from "./Menu.module.css";

/** The two groups of the menu: the user's own pages and the lots. */
export function Menu({ isShort = false }: { isShort?: boolean }) {
  const t = useT();
  const { resources } = useWorkspace();
  const { own, lots } = menuOf(resources, useMenuPages());
  return (
    <nav aria-label={t("shell.menu.title")}>
      {[own, lots].map((entries, index) => (
        <ul key={index} className={styles.group}>
          {entries.map((entry) => (
            <li key={entry.route}>
              <MenuLink entry={entry} isShort={isShort} />
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}

/** Returns the text of a badge; above 99 it is `99+`. */
const badgeText = (count: number) =>
  count > badgeCount ? `${badgeCount}+` : String(count);

/**
 * Returns a large number as `26K`, also in Russian: a word for thousands would
 * push the label into a second line. Other servers may send other texts.
 */
const compactText = (text: string) =>
  /^\d+$/.test(text)
    ? new Intl.NumberFormat("en", { notation: "compact" }).format(Number(text))
    : text;

type MenuLinkProps = { entry: MenuEntry; isShort: boolean };

/** An entry of the menu. Its badge lights up when the number has changed. */
function MenuLink({ entry, isShort }: MenuLinkProps) {
  const translate = useTranslate();
  const t = useT();
  const counters = useMenuCounters();
  const isActive = isAt(entry, useLocation().pathname);
  const title = translate(entry.label, { _: entry.fallback });
  const label = entry.shortLabel
    ? translate(entry.shortLabel, { _: title })
    : title;
  const counter = entry.badge && counters?.[entry.badge];
  const isChanged = useHasChanged(counter);
  const lots = entry.lots && counters?.map[entry.lots];
  const count = counter ?? 0;
  const unread = (entry.unread && counters?.[entry.unread]) ?? 0;
  const news = [
    ...(count > 0 ? [t("shell.menu.new", { count: badgeText(count) })] : []),
    ...(unread > 0
      ? [t("shell.menu.unread", { count: badgeText(unread) })]
      : []),
  ];
  const name = [title, ...news].join(", ");
  // Beside a collapsed icon there is room for one number.
  const shown = isShort && count === 0 ? unread : count;
  return (
    <Link
      to={entry.to ?? entry.route}
      title={isShort ? name : undefined}
      aria-label={name === label ? undefined : name}
      aria-current={isActive ? "page" : undefined}
      className={classes(
        styles.link,
        isActive && styles.active,
        isShort && styles.short,
      )}
    >
      <Icon name={entry.icon} />
      {isShort ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      {lots !== undefined && !isShort && (
        <span className={styles.lots} aria-hidden>
          {compactText(lots)}
        </span>
      )}
      {unread > 0 && !isShort && (
        <span key={`unread ${unread}`} className={styles.unread}>
          <Icon name="chat" size={15} />
          {badgeText(unread)}
        </span>
      )}
      {shown > 0 && (
        <span
          key={shown}
          className={classes(
            styles.badge,
            isChanged && styles.changed,
            isShort && unread > 0 && styles.news,
          )}
        >
          {badgeText(shown)}
        </span>
      )}
    </Link>
  );
}

/** Polling interval while there is no live stream. */
const pollMs = 60_000;

/** Returns the counters of the menu; undefined until they are loaded. */
function useMenuCounters(): MenuCountersReply | undefined {
  const isLive = useStoreValue(liveStore);
  return useQuery({
    queryKey: ["menu-counters"],
    queryFn: ({ signal }) =>
      request<MenuCountersReply>("/site/menu-counters", { signal }),
    refetchInterval: isLive ? false : pollMs,
  }).data;
}
