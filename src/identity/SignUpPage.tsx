import { useState } from "react";
import { AuthLayout } from "../layout/AuthLayout";
import { withSearch } from "../layout/LinkResult";
import { useT } from "../providers/i18n/useT";
import { VerificationMail } from "./VerificationMail";
import { Notice } from "../ui/Notice";
import { preloadable } from "../ui/preloadable";
import { Skeleton } from "../ui/Skeleton";
import styles from "./accountPages.module.css";

const [SignUpForm] = preloadable(
  () => import("./SignUpForm"),
  undefined,
  <Skeleton height={720} />,
);

/** The page on which people open an account. Then it says where the link was sent. */
export default function SignUpPage() {
  const t = useT();
  const [email, setEmail] = useState<string | null>(null);
  if (email !== null)
    return (
      <AuthLayout title={t("auth.signUp.sentTitle")}>
        <Notice tone="success" role="status">
          {t("auth.signUp.sent", { email })}
        </Notice>
        <VerificationMail email={email} />
        <p className={styles.links}>
          <a href={withSearch("/auth/login")}>{t("auth.link.login")}</a>
          <a href="/auth/sign-up">{t("auth.signUp.wrong")}</a>
        </p>
      </AuthLayout>
    );
  return (
    <AuthLayout title={t("auth.signUp.title")}>
      <SignUpForm onSent={setEmail} />
      <p className={styles.links}>
        <a href={withSearch("/auth/login")}>{t("auth.signUp.login")}</a>
      </p>
    </AuthLayout>
  );
}
