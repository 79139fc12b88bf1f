import { useEffect } from "react";
import { AuthLayout } from "../layout/AuthLayout";
import { useT } from "../providers/i18n/useT";
import { Announcement } from "./Announcement";
import { LoginForm } from "./LoginForm";
import styles from "./LoginPage.module.css";

export default function LoginPage() {
  const t = useT();
  const title = t("auth.login.title");
  useEffect(() => {
    document.title = `${title} · Seriba`;
  }, [title]);
  return (
    <AuthLayout>
      <h1 className={styles.title}>{title}</h1>
      <Announcement />
      <LoginForm />
      <p className={styles.notice}>{t("auth.login.notice")}</p>
    </AuthLayout>
  );
}
