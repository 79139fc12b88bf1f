import { useEffect, useState } from "react";
import { AuthLayout } from "../layout/AuthLayout";
import { LinkResult } from "../layout/LinkResult";
import { CallError } from "../providers/CallError";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { takeLinkToken } from "../providers/linkToken";
import { ErrorNotice } from "../ui/ErrorNotice";
import { Spinner } from "../ui/Spinner";
import { SetPasswordForm } from "./SetPasswordForm";

type State = "checking" | "open" | "done" | "expired" | { error: unknown };

/** The page behind the link of a mail, on which a user sets a password. */
export default function SetPasswordPage() {
  const t = useT();
  const [token] = useState(takeLinkToken);
  const [state, setState] = useState<State>(token ? "checking" : "expired");

  useEffect(() => {
    if (!token || state !== "checking") return undefined;
    const stopping = new AbortController();
    checkToken(token, stopping.signal).then(setState, (error: unknown) => {
      if (!stopping.signal.aborted) setState({ error });
    });
    return () => {
      stopping.abort();
    };
  }, [token, state]);

  if (!token || state === "expired")
    return (
      <LinkResult
        title={t("auth.link.expired")}
        text={t("auth.link.again")}
        isFailure
      />
    );
  if (state === "done")
    return (
      <LinkResult
        title={t("auth.setPassword.done")}
        text={t("auth.setPassword.next")}
      />
    );
  return (
    <AuthLayout title={t("auth.setPassword.title")}>
      {state === "checking" && (
        <p role="status">
          <Spinner size={20} /> {t("shell.loading")}
        </p>
      )}
      {typeof state === "object" && (
        <ErrorNotice
          error={state.error}
          onRetry={() => {
            setState("checking");
          }}
        />
      )}
      {state === "open" && (
        <SetPasswordForm
          token={token}
          onDone={() => {
            setState("done");
          }}
          onExpired={() => {
            setState("expired");
          }}
        />
      )}
    </AuthLayout>
  );
}

async function checkToken(
  token: string,
  signal: AbortSignal,
): Promise<"open" | "expired"> {
  try {
    await request("/auth/reset-password-token-verify", {
      query: { token },
      isAuth: true,
      signal,
    });
    return "open";
  } catch (error) {
    if (error instanceof CallError && error.code === "link_expired")
      return "expired";
    throw error;
  }
}
