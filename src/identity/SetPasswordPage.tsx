import { useEffect, useState } from "react";
import { AuthLayout } from "../layout/AuthLayout";
import { LinkResult, takeLinkToken } from "../layout/LinkResult";
import { CallError, isTransient } from "../providers/CallError";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { ErrorNotice } from "../ui/ErrorNotice";
import { Spinner } from "../ui/Spinner";
import { resetPasswordBody } from "../../generated/validators";
import { checkForm, problemText } from "../providers/fieldProblems";
import { AuthForm, PasswordField } from "./AuthForm";
import {
  newPasswordText,
  repeatedText,
  useNewPasswordLength,
} from "./newPassword";
import { useAccountForm } from "./useAccountForm";

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
        next={{ path: "/auth/forgot-password", label: t("auth.link.tryAgain") }}
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
    if (isExpired(error)) return "expired";
    throw error;
  }
}

/** Whether a server refused the token. Other servers than ours use codes of their own. */
const isExpired = (error: unknown): boolean =>
  error instanceof CallError &&
  Object.keys(error.errors).length === 0 &&
  !isTransient(error);

const names = ["newPassword", "confirmPassword"] as const;
type Name = (typeof names)[number];
type SetPasswordFormProps = {
  token: string;
  onDone: () => void;
  onExpired: () => void;
};

/** The new password, twice. Both stay filled in when the server refuses. */
function SetPasswordForm({ token, onDone, onExpired }: SetPasswordFormProps) {
  const t = useT();
  const length = useNewPasswordLength();
  const form = useAccountForm<Name>({
    names,
    repeats: { field: "confirmPassword", of: "newPassword" },
    initial: { newPassword: "", confirmPassword: "" },
    problemsOf: (values) => {
      const { newPassword, confirmPassword } = values;
      const found = checkForm(resetPasswordBody, values);
      return {
        newPassword:
          newPasswordText(newPassword, length, t) ??
          problemText(found.newPassword, t),
        confirmPassword:
          repeatedText(newPassword, confirmPassword, t) ??
          problemText(found.confirmPassword, t),
      };
    },
    send: async (body) => {
      try {
        await request("/auth/reset-password-verify", {
          method: "POST",
          query: { token },
          body,
          isAuth: true,
        });
      } catch (error) {
        if (!isExpired(error)) throw error;
        onExpired();
        return;
      }
      onDone();
    },
  });
  const field = (name: Name) => ({
    ...form.field(name),
    label: t(`auth.setPassword.${name}`),
    autoComplete: "new-password",
    required: true,
  });
  return (
    <AuthForm
      onSubmit={form.submit}
      isPending={form.isPending}
      submitLabel={t("auth.setPassword.submit")}
    >
      {form.failure !== null && <ErrorNotice error={form.failure} />}
      <PasswordField
        {...field("newPassword")}
        hint={t("auth.signUp.passwordHint", { length })}
      />
      <PasswordField {...field("confirmPassword")} />
    </AuthForm>
  );
}
