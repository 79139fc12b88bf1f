import { useEffect, type ReactNode } from "react";
import { useT } from "../providers/i18n/useT";
import { Notice } from "../ui/Notice";
import { Brand, BrandSign } from "./Brand";
import { LanguageSwitch, ThemeToggle } from "./LanguageSwitch";
import styles from "./AuthLayout.module.css";

type AuthLayoutProps = { title: string; children: ReactNode };

/** The layout of the auth pages: the brand on one side, the form on the other. */
export function AuthLayout({ title, children }: AuthLayoutProps) {
  const t = useT();
  useEffect(() => {
    document.title = `${title} · Seriba`;
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
            <h1 className={styles.title}>{title}</h1>
            {children}
          </div>
        </main>
      </div>
    </div>
  );
}

type LinkResultProps = { title: string; text: string; isFailure?: boolean };

/** The last screen of a page behind a link of a mail, with a link to the login. */
export function LinkResult({
  title,
  text,
  isFailure = false,
}: LinkResultProps) {
  const t = useT();
  return (
    <AuthLayout title={title}>
      <Notice tone={isFailure ? "error" : "success"} role="status">
        {text}
      </Notice>
      <a href="/auth/login" className={styles.link}>
        {t("auth.link.login")}
      </a>
    </AuthLayout>
  );
}

/**
 * Returns the token of a link in a mail, null without one, and removes it from
 * the address at once, so that it is neither shown nor sent on as a referrer. It
 * stays in the history entry, so that a reload of the page keeps it.
 */
export function takeLinkToken(): string | null {
  const { pathname, search } = location;
  const query = new URLSearchParams(search);
  const token = query.get("token");
  if (token === null) {
    const state: unknown = history.state;
    return isTokenState(state) ? state.linkToken : null;
  }
  query.delete("token");
  const rest = query.size > 0 ? `?${query.toString()}` : "";
  history.replaceState({ linkToken: token }, "", `${pathname}${rest}`);
  return token;
}

const isTokenState = (state: unknown): state is { linkToken: string } =>
  typeof state === "object" &&
  state !== null &&
  "linkToken" in state &&
  typeof state.linkToken === "string";
