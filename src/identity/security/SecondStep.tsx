import { useState } from "react";
import { CallError } from "../../providers/CallError";
import { errorText } from "../../providers/errorText";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { enterSession, type FactorMethods } from "../../providers/session";
import { Button } from "../../ui/Button";
import { Notice } from "../../ui/Notice";
import { AuthForm } from "../AuthForm";
import { connection } from "../sso/connecting";
import { CodeField, useCodeInput } from "./CodeField";
import { enterByPasskey } from "./enterByPasskey";
import { PasskeyButton } from "./PasskeyButton";
import { canUsePasskeys } from "./canUsePasskeys";
import styles from "./security.module.css";

type SecondStepProps = {
  factors: NonNullable<FactorMethods>;
  /** Goes back to the password. */
  setFactors: (factors: undefined) => void;
};

/** Asks for the second factor after the right password. */
export function SecondStep({ factors, setFactors }: SecondStepProps) {
  const t = useT();
  const input = useCodeInput(factors);
  const [isPending, setPending] = useState(false);
  const [isExpired, setExpired] = useState(false);

  const submit = async () => {
    if (isPending) return null;
    const body = input.read();
    if (!body) return "code";
    setPending(true);
    try {
      await request("/auth/factor", {
        method: "POST",
        body: { ...body, ...connection() },
        isAuth: true,
      });
      await enterSession();
      return null;
    } catch (error) {
      const isOver =
        error instanceof CallError && error.code === "sign_in_expired";
      setExpired(isOver);
      if (!isOver) input.refuse(errorText(error, t));
      return "code";
    } finally {
      setPending(false);
    }
  };

  const back = (
    <Button
      kind="ghost"
      onClick={() => {
        setFactors(undefined);
      }}
    >
      {t("auth.factor.back")}
    </Button>
  );
  if (isExpired)
    return (
      <div className={styles.stack}>
        <Notice tone="error" role="alert">
          {t("errors.sign_in_expired")}
        </Notice>
        {back}
      </div>
    );
  return (
    <div className={styles.stack}>
      {input.kind && (
        <AuthForm
          onSubmit={submit}
          isPending={isPending}
          submitLabel={t("auth.login.submit")}
        >
          <CodeField input={input} />
        </AuthForm>
      )}
      {factors.includes("passkey") && canUsePasskeys() && (
        <PasskeyButton
          label={t("auth.login.passkey")}
          path="/auth/passkey-options"
          onAnswer={enterByPasskey}
        />
      )}
      <div className={styles.links}>
        {input.other && (
          <Button kind="ghost" onClick={input.change}>
            {t(`auth.factor.use.${input.other}`)}
          </Button>
        )}
        {back}
      </div>
    </div>
  );
}
