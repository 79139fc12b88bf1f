import { useEffect, useState } from "react";
import { AuthLayout } from "../layout/AuthLayout";
import { LinkResult, takeLinkToken } from "../layout/LinkResult";
import { CallError } from "../providers/CallError";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { ErrorNotice } from "../ui/ErrorNotice";
import { Spinner } from "../ui/Spinner";
import { resetPasswordBody } from "../../generated/validators";
import { checkForm, problemText } from "../providers/fieldProblems";
import { AuthForm, PasswordField } from "./AuthForm";

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

const names = ["newPassword", "confirmPassword"] as const;
type Name = (typeof names)[number];
type Errors = Partial<Record<Name, string | null>>;

type SetPasswordFormProps = {
  token: string;
  onDone: () => void;
  onExpired: () => void;
};

/** The new password, twice. Both stay filled in when the server refuses. */
function SetPasswordForm({ token, onDone, onExpired }: SetPasswordFormProps) {
  const t = useT();
  const [values, setValues] = useState({
    newPassword: "",
    confirmPassword: "",
  });
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);

  const problemsOf = (): Errors => {
    const found = checkForm(resetPasswordBody, values);
    const isDifferent =
      values.confirmPassword !== "" &&
      values.newPassword !== values.confirmPassword;
    return {
      newPassword: problemText(found.newPassword, t),
      confirmPassword: isDifferent
        ? t("auth.setPassword.differ")
        : problemText(found.confirmPassword, t),
    };
  };

  /** Shows the errors of the fields; returns the first invalid field. */
  const showErrors = (found: Errors): Name | null => {
    setErrors(found);
    return names.find((name) => found[name]) ?? null;
  };

  const send = async (): Promise<Name | null> => {
    if (isPending) return null;
    const invalid = showErrors(problemsOf());
    if (invalid) return invalid;
    setPending(true);
    setFailure(null);
    try {
      await request("/auth/reset-password-verify", {
        method: "POST",
        query: { token },
        body: values,
        isAuth: true,
      });
      onDone();
      return null;
    } catch (error) {
      const isRefused = error instanceof CallError;
      if (isRefused && error.code === "link_expired") {
        onExpired();
        return null;
      }
      const found: Errors = isRefused
        ? Object.fromEntries(
            names.map((name) => [name, error.errors[name]?.[0]]),
          )
        : {};
      const refused = showErrors(found);
      if (!refused) setFailure(error);
      return refused;
    } finally {
      setPending(false);
    }
  };

  const field = (name: Name) => ({
    name,
    label: t(`auth.setPassword.${name}`),
    autoComplete: "new-password",
    required: true,
    value: values[name],
    error: errors[name],
    onChange: (event: { target: HTMLInputElement }) => {
      setValues({ ...values, [name]: event.target.value });
      setErrors((present) => ({ ...present, [name]: null }));
    },
    onBlur: () => {
      const problem = problemsOf()[name];
      if (values[name] !== "" && problem)
        setErrors((present) => ({ ...present, [name]: problem }));
    },
  });

  return (
    <AuthForm
      onSubmit={send}
      isPending={isPending}
      submitLabel={t("auth.setPassword.submit")}
    >
      {failure !== null && <ErrorNotice error={failure} />}
      <PasswordField {...field("newPassword")} />
      <PasswordField {...field("confirmPassword")} />
    </AuthForm>
  );
}
