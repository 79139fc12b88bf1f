import { useEffect, type ReactNode } from "react";
import { useT } from "../providers/i18n/useT";
import { Icon } from "../ui/Icon";
import { AuthLayout } from "./AuthLayout";
import styles from "./LinkPage.module.css";

type LinkPageProps = { title: string; children: ReactNode };

/** The layout of a page behind a link of a mail. */
export function LinkPage({ title, children }: LinkPageProps) {
  useEffect(() => {
    document.title = `${title} · Seriba`;
  }, [title]);
  return (
    <AuthLayout>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </AuthLayout>
  );
}

type LinkResultProps = { title: string; text: string; isFailure?: boolean };

/** The last screen of such a page, with a link to the login. */
export function LinkResult({
  title,
  text,
  isFailure = false,
}: LinkResultProps) {
  const t = useT();
  return (
    <LinkPage title={title}>
      <div
        role="status"
        className={isFailure ? styles.failure : styles.success}
      >
        <Icon name={isFailure ? "alert" : "check"} />
        <p>{text}</p>
      </div>
      <a href="/auth/login" className={styles.link}>
        {t("auth.link.login")}
      </a>
    </LinkPage>
  );
}
