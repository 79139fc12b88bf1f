import { useEffect, useState } from "react";
import { AuthLayout } from "../layout/AuthLayout";
import { LinkResult, takeLinkToken } from "../layout/LinkResult";
import { CallError, isTransient } from "../providers/CallError";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { ErrorNotice } from "../ui/ErrorNotice";
import { Notice } from "../ui/Notice";
import { Spinner } from "../ui/Spinner";
import { EmailForm } from "./EmailForm";
import { requestVerificationMail } from "./VerificationMail";
import styles from "./accountPages.module.css";

type State = "checking" | "done" | "failed" | { error: unknown };

/** The page behind the link that confirms an e-mail. */
export default function VerifyEmailPage() {
  const t = useT();
  const [token] = useState(takeLinkToken);
  const [state, setState] = useState<State>(token ? "checking" : "failed");
  useEffect(() => {
    if (!token || state !== "checking") return undefined;
    let isShown = true;
    confirm(token).then((next) => {
      if (isShown) setState(next);
    }, noError);
    return () => {
      isShown = false;
    };
  }, [token, state]);
  if (state === "done")
    return (
      <LinkResult title={t("auth.verify.done")} text={t("auth.verify.next")} />
    );
  if (state === "failed") return <Failed />;
  return (
    <AuthLayout title={t("auth.verify.checking")}>
      {state === "checking" ? (
        <p role="status">
          <Spinner size={20} /> {t("shell.loading")}
        </p>
      ) : (
        <ErrorNotice
          error={state.error}
          onRetry={() => {
            setState("checking");
          }}
        />
      )}
    </AuthLayout>
  );
}

const noError = () => undefined;

/** Uses up the token. Only a failure that may pass can be tried again. */
async function confirm(token: string): Promise<State> {
  try {
    await request("/auth/verify-email", {
      method: "POST",
      query: { token },
      isAuth: true,
    });
    return "done";
  } catch (error) {
    const isRefused = error instanceof CallError && !isTransient(error);
    return isRefused ? "failed" : { error };
  }
}

/** What to do with a link that does not work: log in, or get a new one. */
function Failed() {
  const t = useT();
  const [isSent, setSent] = useState(false);
  return (
    <AuthLayout title={t("auth.verify.failed")}>
      {isSent ? (
        <Notice tone="info" role="status">
          {t("auth.verify.sent")}
        </Notice>
      ) : (
        <>
          <div className={styles.refusal}>
            <Notice tone="error" role="status">
              {t("auth.link.expired")}
            </Notice>
          </div>
          <EmailForm
            submitLabel={t("auth.verify.submit")}
            send={async (email) => {
              await requestVerificationMail(email);
              setSent(true);
            }}
          />
        </>
      )}
      <p className={styles.links}>
        <a href="/auth/login">{t("auth.link.login")}</a>
      </p>
    </AuthLayout>
  );
}
