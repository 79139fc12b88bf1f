import { useState } from "react";
import { resetPasswordBody } from "../../generated/validators";
import { CallError } from "../providers/CallError";
import { checkForm, problemText } from "../providers/fieldProblems";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { ErrorNotice } from "../ui/ErrorNotice";
import { AuthForm } from "./AuthForm";
import { PasswordField } from "./PasswordField";

const names = ["newPassword", "confirmPassword"] as const;
type Name = (typeof names)[number];
type Errors = Partial<Record<Name, string | null>>;

type SetPasswordFormProps = {
  token: string;
  onDone: () => void;
  onExpired: () => void;
};

/** The new password, twice. Both stay filled in when the server refuses. */
export function SetPasswordForm({
  token,
  onDone,
  onExpired,
}: SetPasswordFormProps) {
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
