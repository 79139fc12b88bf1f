import { useNotify } from "ra-core";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { errorText } from "../providers/errorText";
import { useT } from "../providers/i18n/useT";
import { readStored, writeStored } from "../providers/storage";
import { Icon } from "../ui/Icon";
import { IconButton } from "../ui/IconButton";
import { classes } from "../ui/classes";
import { useModal } from "../ui/openDialogs";
import { japanClock } from "../../domain/japanTime";
import { currentLanguage } from "../providers/i18n/language";
import { useServerNow } from "../providers/useServerClock";
import { dayText } from "../ui/dateText";
import { Brand } from "./Brand";
import { CompanyLinks } from "./CompanyLinks";
import { LanguageSwitch, ThemeToggle } from "./LanguageSwitch";
import { LogoutButton } from "./AccountMenu";
import { Menu } from "./Menu";
import { useOpenPalette } from "./menuEntries";
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

type MenuDrawerProps = { isOpen: boolean; onClose: () => void };

/** The menu of a small screen: a modal dialog that slides in. */
export function MenuDrawer({ isOpen, onClose }: MenuDrawerProps) {
  const t = useT();
  const ref = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  const handlers = useModal(ref, { isOpen, onClose });

  useEffect(() => {
    onClose();
    // A link to the present page has a new entry in the history too.
  }, [key, onClose]);

  return (
    <dialog
      ref={ref}
      className={styles.drawer}
      aria-label={t("shell.menu.title")}
      {...handlers}
    >
      {isOpen && (
        <div className={styles.drawerContent}>
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

type SidebarContentProps = {
  /** Icons only. */
  isShort?: boolean;
  /** In the drawer of small screens, which have no account menu. */
  isDrawer?: boolean;
};

/** Logo, Japan's clock, menu, language and theme. */
function SidebarContent({
  isShort = false,
  isDrawer = false,
}: SidebarContentProps) {
  const t = useT();
  const notify = useNotify();
  const openPalette = useOpenPalette();
  return (
    <>
      <Link to="/" className={styles.brand} aria-label={t("shell.home")}>
        <Brand isShort={isShort} />
      </Link>
      <div className={styles.clock}>
        <Clock isShort={isShort} />
      </div>
      {isDrawer && openPalette && (
        <button type="button" className={styles.search} onClick={openPalette}>
          <Icon name="search" />
          {t("palette.title")}
        </button>
      )}
      <div className={styles.menu}>
        <Menu isShort={isShort} />
      </div>
      {isDrawer && <CompanyLinks />}
      {isDrawer && <LogoutButton className={styles.logout} />}
      <div className={isShort ? styles.shortFoot : styles.foot}>
        {!isShort && (
          <LanguageSwitch
            onError={(error) => {
              notify(errorText(error, t), { type: "error" });
            }}
          />
        )}
        <ThemeToggle className={styles.theme} />
      </div>
    </>
  );
}

/** Formats a date such as `2026-11-20` as `Fri 20 Nov`. */
const shortDay = (day: string) =>
  dayText(new Date(`${day}T00:00:00Z`), {
    locale: currentLanguage(),
    weekday: "short",
    timeZone: "UTC",
  });

/** Date and time in Japan by the server's clock, updated every second. */
export function Clock({ isShort = false }: { isShort?: boolean }) {
  const t = useT();
  const { day, time } = japanClock(useServerNow(1000));
  if (isShort)
    return (
      <div className={styles.timeOnly} title={t("shell.clock.title")}>
        <time dateTime={`${day}T${time}+09:00`}>{time.slice(0, 5)}</time>
      </div>
    );
  return (
    <div className={styles.dayAndTime} title={t("shell.clock.title")}>
      <span>{t("shell.clock.day", { day: shortDay(day) })}</span>
      <time className={styles.time} dateTime={`${day}T${time}+09:00`}>
        {time}
      </time>
    </div>
  );
}
