import { useEffect, type ReactNode } from "react";
import { formatNumber } from "../../domain/money";
import { useT } from "../providers/i18n/useT";
import { IconButton } from "../ui/IconButton";
import { AccountMenu } from "./AccountMenu";
import { CompanyLinks } from "./CompanyLinks";
import { useOpenMenu } from "./MenuContext";
import { ThemeToggle } from "./ThemeToggle";
import styles from "./PageHeader.module.css";

type PageHeaderProps = {
  /** The headline, and the title of the tab. */
  title: string;
  /** How many there are, beside the headline. */
  count?: number;
  /** Buttons of the page. */
  actions?: ReactNode;
  /** Stands in the headline's place where a page has its own further down. */
  lead?: ReactNode;
};

/**
 * The first line of every page of the signed-in app: menu on a small screen,
 * headline, the page's buttons, company links, theme and account.
 */
export function PageHeader({ title, count, actions, lead }: PageHeaderProps) {
  const t = useT();
  const openMenu = useOpenMenu();
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
        <ThemeToggle />
        <AccountMenu />
      </div>
    </header>
  );
}
