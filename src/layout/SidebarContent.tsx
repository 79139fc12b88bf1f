import { useNotify } from "ra-core";
import { Link } from "react-router";
import { errorText } from "../providers/errorText";
import { useT } from "../providers/i18n/useT";
import { Brand } from "./Brand";
import { Clock } from "./Clock";
import { CompanyLinks } from "./CompanyLinks";
import { LanguageSwitch } from "./LanguageSwitch";
import { LogoutButton } from "./LogoutButton";
import { Menu } from "./Menu";
import { ThemeToggle } from "./ThemeToggle";
import styles from "./SidebarContent.module.css";

type SidebarContentProps = {
  /** Icons only. */
  isShort?: boolean;
  /** In the drawer of small screens, which have no account menu. */
  isDrawer?: boolean;
};

/** Logo, Japan's clock, menu, language and theme. */
export function SidebarContent({
  isShort = false,
  isDrawer = false,
}: SidebarContentProps) {
  const t = useT();
  const notify = useNotify();
  return (
    <>
      <Link to="/" className={styles.brand} aria-label={t("shell.home")}>
        <Brand isShort={isShort} />
      </Link>
      <div className={styles.clock}>
        <Clock isShort={isShort} />
      </div>
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
