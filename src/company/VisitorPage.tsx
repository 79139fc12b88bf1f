import { useEffect } from "react";
import { Brand } from "../layout/Brand";
import { LanguageSwitch, ThemeToggle } from "../layout/LanguageSwitch";
import { useT } from "../providers/i18n/useT";
import buttonStyles from "../ui/Button.module.css";
import { InformationText, useInformation } from "./InformationText";
import styles from "./information.module.css";

/** An information page for visitors, with the way to the login. */
export default function VisitorPage() {
  const t = useT();
  const information = useInformation(location.pathname);
  const title = information.title ?? t("company.page");
  useEffect(() => {
    document.title = `${title} · Seriba`;
  }, [title]);
  return (
    <>
      <header className={styles.header}>
        <a href="/" aria-label={t("shell.home")}>
          <Brand />
        </a>
        <div className={styles.choices}>
          <LanguageSwitch />
          <ThemeToggle />
          <a className={buttonStyles.button} href="/auth/login">
            {t("auth.login.title")}
          </a>
        </div>
      </header>
      <main className={styles.visitor}>
        <h1 className={styles.title}>{title}</h1>
        <InformationText {...information} />
      </main>
    </>
  );
}
