import type { AuthenticationResponseJSON } from "@simplewebauthn/browser";
import { useEffect, useState } from "react";
import type { StepUpBody, StepUpMethods } from "../../../generated/schemas";
import { errorText } from "../../providers/errorText";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Spinner } from "../../ui/Spinner";
import { PasswordField } from "../AuthForm";
import { CodeField, useCodeInput } from "./CodeField";
import { PasskeyButton } from "./PasskeyButton";
import { onProved, openSsoWindow } from "../sso/sso";
import { useSsoName } from "../sso/useSsoName";
import { SsoButton } from "../sso/SsoButton";
import { canUsePasskeys } from "./canUsePasskeys";
import styles from "./security.module.css";

type Methods = StepUpMethods["methods"];
type Ended = { onEnd: (isProved: boolean) => void };
type StepUpDialogProps = Ended & { onClose: () => void };

type ProofBody =
  | Pick<StepUpBody, "password" | "code" | "recoveryCode">
  | { passkey: AuthenticationResponseJSON };

const prove = (body: ProofBody) =>
  request("/user/step-up", { method: "POST", body });

/** Asks the user of the session for password, code or passkey. */
export default function StepUpDialog({ onEnd, onClose }: StepUpDialogProps) {
  const t = useT();
  const [methods, setMethods] = useState<Methods | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stopping = new AbortController();
    request<StepUpMethods>("/user/step-up", { signal: stopping.signal }).then(
      (reply) => {
        setMethods(reply.methods);
      },
      (failure: unknown) => {
        if (!stopping.signal.aborted) setError(failure);
      },
    );
    return () => {
      stopping.abort();
    };
  }, [attempt]);
  return (
    <Dialog title={t("security.stepUp.title")} onClose={onClose}>
      <div className={styles.stack}>
        <p>{t("security.stepUp.text")}</p>
        {error !== null && (
          <ErrorNotice
            error={error}
            onRetry={() => {
              setError(null);
              setAttempt(attempt + 1);
            }}
          />
        )}
        {methods ? (
          <Proof methods={methods} onEnd={onEnd} />
        ) : (
          error === null && <Spinner size={20} />
        )}
      </div>
    </Dialog>
  );
}

function Proof({ methods, onEnd }: Ended & { methods: Methods }) {
  const t = useT();
  const input = useCodeInput(methods);
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const asksPassword = methods.includes("password");
  const sso = useSsoName();
  useEffect(() => onProved(() => onEnd(true)), [onEnd]);
  const refuse = (text: string) => {
    if (asksPassword) setProblem(text);
    else input.refuse(text);
  };
  const submit = async () => {
    if (isPending) return;
    if (asksPassword && password === "") {
      setProblem(t("auth.validation.required"));
      return;
    }
    const body = asksPassword ? { password } : input.read();
    if (!body) return;
    setPending(true);
    try {
      await prove(body);
      onEnd(true);
    } catch (failure) {
      refuse(errorText(failure, t));
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      {(asksPassword || input.kind) && (
        <form
          className={styles.stack}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          {asksPassword ? (
            <PasswordField
              name="password"
              label={t("auth.login.password")}
              autoComplete="current-password"
              autoFocus
              value={password}
              error={problem}
              onChange={({ target }) => {
                setPassword(target.value);
                setProblem(null);
              }}
            />
          ) : (
            <CodeField input={input} />
          )}
          <Button type="submit" kind="primary" isWide isPending={isPending}>
            {t("security.stepUp.submit")}
          </Button>
        </form>
      )}
      {methods.includes("passkey") && canUsePasskeys() && (
        <PasskeyButton
          label={t("security.stepUp.passkey")}
          path="/user/step-up/passkey-options"
          onAnswer={async (passkey) => {
            await prove({ passkey });
            onEnd(true);
          }}
        />
      )}
      {sso !== undefined && methods.includes("sso") && (
        <SsoButton
          label={t("security.stepUp.sso", { name: sso })}
          onPress={() => openSsoWindow("/auth/sso-proof")}
        />
      )}
      {input.other && (
        <div className={styles.links}>
          <Button kind="ghost" onClick={input.change}>
            {t(`auth.factor.use.${input.other}`)}
          </Button>
        </div>
      )}
    </>
  );
}
