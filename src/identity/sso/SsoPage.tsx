import { useEffect, useState } from "react";
import type { SsoEndReply } from "../../../generated/schemas";
import { AuthLayout } from "../../layout/AuthLayout";
import { LinkResult } from "../../layout/LinkResult";
import { errorText } from "../../providers/errorText";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { enterSession } from "../../providers/session";
import { Spinner } from "../../ui/Spinner";
import { takeReturn, tellProved } from "./sso";

type Outcome = SsoEndReply["outcome"];

/** Sends the query once, also when React mounts the page twice. */
let sending: Promise<Outcome> | undefined;

function endRequest(): Promise<Outcome> {
  sending ??= send(location.search);
  return sending;
}

async function send(query: string): Promise<Outcome> {
  // The code of the provider works once; neither history nor referrers keep it.
  history.replaceState(null, "", location.pathname);
  const { outcome } = await request<SsoEndReply>("/auth/sso-end", {
    method: "POST",
    body: { query: query || "?" },
    isAuth: true,
  });
  if (outcome === "signed-in") await enterSession();
  if (outcome === "proved") tellProved();
  return outcome;
}

/** Where a tab goes on that has left its page for the provider. */
function nextPage(outcome: Outcome, search: string): string {
  if (outcome === "connected") return "/profile/security";
  const query = new URLSearchParams(search);
  if (outcome === "unknown") query.set("connect", "");
  // The login page leads signed-in users on to the page that they wanted.
  return `/auth/login?${query.toString()}`;
}

/** The page to which the provider of single sign-on sends the browser back. */
export default function SsoPage() {
  const t = useT();
  const [isEnded, setEnded] = useState(false);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    endRequest().then((outcome) => {
      const search = takeReturn();
      if (search === undefined && outcome !== "unknown") {
        // A window of its own, whose opener goes on by itself.
        setEnded(true);
        window.close();
      } else location.replace(nextPage(outcome, search ?? ""));
    }, setError);
  }, []);
  if (error !== null)
    return (
      <LinkResult
        title={t("auth.sso.failed")}
        text={errorText(error, t)}
        isFailure
        next={{ path: "/auth/login", label: t("auth.sso.back") }}
      />
    );
  return (
    <AuthLayout title={t(isEnded ? "auth.sso.proved" : "auth.sso.pending")}>
      <p role="status">
        {isEnded ? (
          t("auth.sso.close")
        ) : (
          <>
            <Spinner size={20} /> {t("shell.loading")}
          </>
        )}
      </p>
    </AuthLayout>
  );
}
