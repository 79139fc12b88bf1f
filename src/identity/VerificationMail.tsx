import { useState } from "react";
import { CallError } from "../providers/CallError";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { Button } from "../ui/Button";
import { ErrorNotice } from "../ui/ErrorNotice";
import { Notice } from "../ui/Notice";
import styles from "./accountPages.module.css";

type State = "idle" | "sending" | "sent" | "unknown" | { error: unknown };

/** Requests a new link to confirm an e-mail. */
export const requestVerificationMail = (email: string): Promise<unknown> =>
  request("/auth/verification-mail", {
    method: "POST",
    body: { email },
    isAuth: true,
  });

/** Whether the server lacks the call, which the specification does not have. */
const isMissing = (error: unknown): boolean =>
  error instanceof CallError && error.status === 404;

/** A button that sends the link to confirm an e-mail again. */
export function VerificationMail({ email }: { email: string }) {
  const t = useT();
  const [state, setState] = useState<State>("idle");
  if (state === "unknown") return null;
  return (
    <div className={styles.again}>
      {typeof state === "object" && <ErrorNotice error={state.error} />}
      {state === "sent" ? (
        <Notice tone="info" role="status">
          {t("auth.signUp.againDone")}
        </Notice>
      ) : (
        <Button
          isPending={state === "sending"}
          onClick={() => {
            setState("sending");
            requestVerificationMail(email).then(
              () => {
                setState("sent");
              },
              (error: unknown) => {
                setState(isMissing(error) ? "unknown" : { error });
              },
            );
          }}
        >
          {t("auth.signUp.again")}
        </Button>
      )}
    </div>
  );
}
