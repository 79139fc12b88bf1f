import { useT } from "../providers/i18n/useT";
import { Notice } from "../ui/Notice";
import { AuthLayout } from "./AuthLayout";
import styles from "./LinkResult.module.css";

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
