import { useState } from "react";
import { AuthLayout } from "../layout/AuthLayout";
import { LinkResult, withSearch } from "../layout/LinkResult";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { EmailForm } from "./EmailForm";
import { HumanCheck, useHumanCheck } from "./HumanCheck";
import styles from "./accountPages.module.css";

/** The page on which people request a link to set a new password. */
export default function ForgotPasswordPage() {
  const t = useT();
  const check = useHumanCheck();
  const [answer, setAnswer] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isSent, setSent] = useState(false);
  if (isSent)
    return (
      <LinkResult
        title={t("auth.forgot.sentTitle")}
        text={t("auth.forgot.sent")}
      />
    );
  return (
    <AuthLayout title={t("auth.forgot.title")}>
      <p className={styles.lead}>{t("auth.forgot.text")}</p>
      <EmailForm
        submitLabel={t("auth.forgot.submit")}
        isDisabled={check !== undefined && answer === null}
        send={async (email) => {
          const captcha = answer && { captcha: answer };
          try {
            await request("/auth/reset-password", {
              query: { email, ...captcha },
            });
          } finally {
            setAnswer(null);
            setAttempt((number) => number + 1);
          }
          setSent(true);
        }}
      >
        {check && (
          <HumanCheck key={attempt} settings={check} onAnswer={setAnswer} />
        )}
      </EmailForm>
      <p className={styles.links}>
        <a href={withSearch("/auth/login")}>{t("auth.link.login")}</a>
      </p>
    </AuthLayout>
  );
}
