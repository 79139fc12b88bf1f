import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "ra-core";
import { useState } from "react";
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
import {
  isAt,
  menuOf,
  type MenuEntry,
  type MenuGroup,
  useMenuPages,
  useOpenMenu,
} from "./menuEntries";
import styles from "./Menu.module.css";
import phoneBarStyles from "./PhoneBar.module.css";

/** The groups of the menu: the user's own pages, the lots, and groups that unfold. */
export function Menu({ isShort = false }: { isShort?: boolean }) {
  const t = useT();
  const { own, lots, folded } = menuOf(useWorkspace(), useMenuPages());
  return (
    <nav aria-label={t("shell.menu.title")}>
      {[own, lots].map((entries, index) => (
        <MenuLinks key={index} entries={entries} isShort={isShort} />
      ))}
      {folded.map((group) => (
        <FoldedGroup key={group.label} group={group} isShort={isShort} />
      ))}
    </nav>
  );
}

type MenuLinksProps = { entries: readonly MenuEntry[]; isShort: boolean };

const MenuLinks = ({ entries, isShort }: MenuLinksProps) => (
  <ul className={styles.group}>
    {entries.map((entry) => (
      <li key={entry.route}>
        <MenuLink entry={entry} isShort={isShort} />
      </li>
    ))}
  </ul>
);

type FoldedGroupProps = { group: MenuGroup; isShort: boolean };

/** A heading that unfolds its entries. A group with the open page is unfolded at first. */
function FoldedGroup({ group, isShort }: FoldedGroupProps) {
  const { label, fallback, entries } = group;
  const translate = useTranslate();
  const { pathname } = useLocation();
  const isHere = entries.some((entry) => isAt(entry, pathname));
  const [isChosenOpen, setOpen] = useState<boolean>();
  const isOpen = isChosenOpen ?? isHere;
  const title = translate(label, { _: fallback });
  return (
    <div className={styles.group}>
      <div
        className={classes(
          styles.entry,
          isHere && !isOpen && styles.active,
          isShort && styles.short,
        )}
      >
        <button
          type="button"
          className={styles.link}
          aria-expanded={isOpen}
          title={isShort ? title : undefined}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          <Icon name={isOpen ? "chevronDown" : "chevronRight"} />
          {isShort ? <VisuallyHidden>{title}</VisuallyHidden> : title}
        </button>
      </div>
      {isOpen && <MenuLinks entries={entries} isShort={isShort} />}
    </div>
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

/**
 * An entry of the menu. Its numbers are links to the rows that they count; the badge
 * lights up when its number has changed.
 */
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
  const opened = entry.to ?? entry.route;
  const numbers: MenuNumber[] = [
    {
      count: unread,
      to: entry.unreadTo ?? opened,
      news: t("shell.menu.unread", { count: badgeText(unread) }),
      kind: "unread",
    },
    {
      count,
      to: entry.badgeTo ?? opened,
      news: translate(entry.badgeText ?? "", {
        count: badgeText(count),
        _: t("shell.menu.new", { count: badgeText(count) }),
      }),
      kind: "badge",
    },
  ];
  const shown = numbers.filter((number) => number.count > 0);
  // Beside a collapsed icon there is room for one number, too small for a link.
  const onIcon = isShort ? shown.at(-1) : undefined;
  const nameOf = (news: readonly string[]) => [title, ...news].join(", ");
  const name = nameOf(isShort ? shown.map(({ news }) => news) : []);
  return (
    <div
      className={classes(
        styles.entry,
        isActive && styles.active,
        isShort && styles.short,
      )}
    >
      <Link
        to={opened}
        title={isShort ? name : undefined}
        aria-label={name === label ? undefined : name}
        aria-current={isActive ? "page" : undefined}
        className={styles.link}
      >
        <Icon name={entry.icon} />
        {isShort ? <VisuallyHidden>{label}</VisuallyHidden> : label}
        {lots !== undefined && !isShort && (
          <span className={styles.lots} aria-hidden>
            {compactText(lots)}
          </span>
        )}
        {onIcon && (
          <NumberText
            {...onIcon}
            isChanged={isChanged}
            isOnIcon
            isNews={unread > 0}
          />
        )}
      </Link>
      {!isShort &&
        shown.map((number) => (
          <Link
            key={number.kind}
            to={number.to}
            aria-label={nameOf([number.news])}
            title={number.news}
            className={styles.number}
          >
            <NumberText {...number} isChanged={isChanged} />
          </Link>
        ))}
    </div>
  );
}

/** A number beside an entry: of new rows, or of rows with unread messages. */
type MenuNumber = {
  count: number;
  /** The address of the counted rows. */
  to: string;
  /** The number in words. */
  news: string;
  kind: "badge" | "unread";
};

type NumberTextProps = Pick<MenuNumber, "count" | "kind"> & {
  isChanged: boolean;
  isOnIcon?: boolean;
  /** Whether the icon has the accent of unread messages. */
  isNews?: boolean;
};

function NumberText(props: NumberTextProps) {
  const { count, kind, isChanged, isOnIcon, isNews } = props;
  const isUnread = kind === "unread";
  return (
    <span
      key={count}
      className={classes(
        isUnread && !isOnIcon ? styles.unread : styles.badge,
        isChanged && !isUnread && styles.changed,
        isNews && styles.news,
      )}
    >
      {isUnread && !isOnIcon && <Icon name="chat" size={15} />}
      {badgeText(count)}
    </span>
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

/** The bar at the bottom of a phone: lots, own pages and the menu. */
export function PhoneBar() {
  const t = useT();
  const translate = useTranslate();
  const openMenu = useOpenMenu();
  const { pathname } = useLocation();
  const { own, lots } = menuOf(useWorkspace(), useMenuPages());
  // The list of bids comes first: it is what clients and managers work on.
  const bids = own.filter(({ badge }) => badge === "bid");
  const others = own.filter((entry) => !bids.includes(entry));
  const entries = [...lots.slice(0, 2), ...bids, ...others].slice(0, 3);
  return (
    <nav className={phoneBarStyles.bar} aria-label={t("shell.menu.short")}>
      {entries.map((entry) => {
        const isHere = isAt(entry, pathname);
        return (
          <Link
            key={entry.route}
            to={entry.to ?? entry.route}
            aria-current={isHere ? "page" : undefined}
            className={classes(
              phoneBarStyles.place,
              isHere && phoneBarStyles.active,
            )}
          >
            <Icon name={entry.icon} size={20} />
            <span className={phoneBarStyles.label}>
              {translate(entry.label, { _: entry.fallback })}
            </span>
          </Link>
        );
      })}
      <button type="button" className={phoneBarStyles.place} onClick={openMenu}>
        <Icon name="menu" size={20} />
        <span className={phoneBarStyles.label}>{t("shell.menu.title")}</span>
      </button>
    </nav>
  );
}
