import { useEffect } from "react";
import { AuthLayout } from "../layout/AuthLayout";
import { useT } from "../providers/i18n/useT";
import { Announcement } from "./Announcement";
import { LoginForm } from "./LoginForm";
import styles from "./LoginPage.module.css";

type LoginPageProps = {
  /** Somebody is about to be signed in: what comes then may be loaded. */
  onSubmit?: () => void;
};

export default function LoginPage({ onSubmit }: LoginPageProps) {
  const t = useT();
  const title = t("auth.login.title");
  useEffect(() => {
    document.title = `${title} · Seriba`;
  }, [title]);
  return (
    <AuthLayout>
      <h1 className={styles.title}>{title}</h1>
      <Announcement />
      <LoginForm onSubmit={onSubmit} />
      <p className={styles.notice}>{t("auth.login.notice")}</p>
    </AuthLayout>
  );
}
