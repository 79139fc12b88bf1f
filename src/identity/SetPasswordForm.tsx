import { useRef, useState } from "react";
import { resetPasswordBody } from "../../generated/validators";
import { CallError } from "../providers/CallError";
import { checkForm, problemText } from "../providers/fieldProblems";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { Button } from "../ui/Button";
import { ErrorNotice } from "../ui/ErrorNotice";
import { PasswordField } from "./PasswordField";
import styles from "./LoginForm.module.css";

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
  const form = useRef<HTMLFormElement>(null);
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

  /** Shows the errors of the fields and focuses the first of them. */
  const showErrors = (found: Errors): boolean => {
    setErrors(found);
    const invalid = names.find((name) => found[name]);
    const input = invalid && form.current?.elements.namedItem(invalid);
    if (input instanceof HTMLElement) input.focus();
    return invalid !== undefined;
  };

  const send = async () => {
    if (isPending || showErrors(problemsOf())) return;
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
    } catch (error) {
      const isRefused = error instanceof CallError;
      if (isRefused && error.code === "link_expired") {
        onExpired();
        return;
      }
      const found: Errors = isRefused
        ? Object.fromEntries(
            names.map((name) => [name, error.errors[name]?.[0]]),
          )
        : {};
      if (!showErrors(found)) setFailure(error);
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
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {failure !== null && <ErrorNotice error={failure} />}
      <PasswordField {...field("newPassword")} />
      <PasswordField {...field("confirmPassword")} />
      <Button
        type="submit"
        kind="primary"
        isWide
        className={styles.submit}
        isPending={isPending}
      >
        {t("auth.setPassword.submit")}
      </Button>
    </form>
  );
}
