import { useEffect, useRef, type ReactNode } from "react";
import { useT } from "../providers/i18n/useT";
import { Brand, BrandSign } from "./Brand";
import { LanguageSwitch, ThemeToggle } from "./LanguageSwitch";
import styles from "./AuthLayout.module.css";

type AuthLayoutProps = { title: string; children: ReactNode };

/** The layout of the auth pages: the brand on one side, the form on the other. */
export function AuthLayout({ title, children }: AuthLayoutProps) {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    document.title = `${title} · Seriba`;
    // Another screen has taken the place of the form that had the focus.
    if (shown.current !== title) heading.current?.focus();
    shown.current = title;
  }, [title]);
  return (
    <div className={styles.layout}>
      <aside className={styles.aside}>
        <span className={styles.mark}>
          <BrandSign />
        </span>
        <div className={styles.slogan}>
          <p className={styles.tagline}>{t("auth.tagline")}</p>
          <p className={styles.intro}>{t("auth.intro")}</p>
        </div>
      </aside>
      <div className={styles.side}>
        <header className={styles.head}>
          <Brand />
          <div className={styles.choices}>
            <LanguageSwitch />
            <ThemeToggle className={styles.theme} />
          </div>
        </header>
        <main className={styles.main}>
          <div className={styles.form}>
            <h1 ref={heading} tabIndex={-1} className={styles.title}>
              {title}
            </h1>
            {children}
          </div>
        </main>
      </div>
    </div>
  );
}
