import { useState } from "react";
import { AuthLayout } from "../layout/AuthLayout";
import { LinkResult, takeLinkToken } from "../layout/LinkResult";
import { CallError } from "../providers/CallError";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { Button } from "../ui/Button";
import { ErrorNotice } from "../ui/ErrorNotice";

type State = "asking" | "pending" | "done" | "expired" | { error: unknown };

/**
 * The page behind the unsubscribe link of a mail. It acts on a press only,
 * because programs that check mails for malware open every link.
 */
export default function StopMailsPage() {
  const t = useT();
  const [token] = useState(takeLinkToken);
  const [state, setState] = useState<State>(token ? "asking" : "expired");
  const stop = async () => {
    setState("pending");
    try {
      await request("/mails/stop", {
        method: "POST",
        query: { token: token ?? "" },
        isAuth: true,
      });
      setState("done");
    } catch (error) {
      const isExpired =
        error instanceof CallError && error.code === "link_expired";
      setState(isExpired ? "expired" : { error });
    }
  };
  if (state === "expired")
    return (
      <LinkResult
        title={t("auth.link.expired")}
        text={t("mail.stop.expired")}
        isFailure
      />
    );
  if (state === "done")
    return (
      <LinkResult title={t("mail.stop.done")} text={t("mail.stop.again")} />
    );
  return (
    <AuthLayout title={t("mail.stop.title")}>
      <p>{t("mail.stop.text")}</p>
      {typeof state === "object" && <ErrorNotice error={state.error} />}
      <p>
        <Button
          kind="primary"
          isPending={state === "pending"}
          onClick={() => void stop()}
        >
          {t("mail.stop.submit")}
        </Button>
      </p>
    </AuthLayout>
  );
}
