import { useEffect, type ReactNode } from "react";
import { formatNumber } from "../../domain/money";
import { useT } from "../providers/i18n/useT";
import { commandKey } from "../ui/commandKey";
import { IconButton } from "../ui/IconButton";
import { AccountMenu } from "./AccountMenu";
import { CompanyLinks } from "./CompanyLinks";
import { useOpenMenu, useOpenPalette } from "./menuEntries";
import { ThemeToggle } from "./LanguageSwitch";
import styles from "./PageHeader.module.css";

type PageHeaderProps = {
  /** The headline, also the title of the browser tab. */
  title: string;
  /** A number beside the headline. */
  count?: number;
  /** Buttons of the page. */
  actions?: ReactNode;
  /** Replaces the headline on pages that have their own further down. */
  lead?: ReactNode;
};

/**
 * The first line of each page: menu button on small screens, headline, the
 * page's buttons, company links, theme and account menu.
 */
export function PageHeader({ title, count, actions, lead }: PageHeaderProps) {
  const t = useT();
  const openMenu = useOpenMenu();
  const openPalette = useOpenPalette();
  useEffect(() => {
    document.title = `${title} · Seriba`;
  }, [title]);
  return (
    <header className={styles.header}>
      <IconButton
        className={styles.menu}
        icon="menu"
        label={t("shell.menu.open")}
        onClick={openMenu}
      />
      <div className={styles.lead}>
        {lead ?? <h1 className={styles.title}>{title}</h1>}
        {count !== undefined && (
          <span className={styles.count}>{formatNumber(count)}</span>
        )}
      </div>
      {actions}
      <div className={styles.account}>
        <CompanyLinks />
        {openPalette && (
          <IconButton
            icon="search"
            label={t("palette.open", { keys: `${commandKey}K` })}
            aria-keyshortcuts="Control+K Meta+K"
            onClick={openPalette}
          />
        )}
        <ThemeToggle />
        <AccountMenu />
      </div>
    </header>
  );
}
