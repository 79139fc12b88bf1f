import { useT } from "../providers/i18n/useT";
import { Field } from "../ui/Field";
import { Notice } from "../ui/Notice";
import { AuthForm } from "./AuthForm";
import { PasswordField } from "./PasswordField";
import { useSignInForm } from "./useSignInForm";
import styles from "./AuthForm.module.css";

/** E-mail and password. Both stay filled in when the server refuses. */
export function LoginForm() {
  const t = useT();
  const { values, errors, refusal, isPending, change, leave, submit } =
    useSignInForm({ email: "", password: "" });
  return (
    <AuthForm
      onSubmit={submit}
      isPending={isPending}
      submitLabel={t(isPending ? "auth.login.pending" : "auth.login.submit")}
    >
      <div role="alert" className={styles.refusals}>
        {refusal && <Notice tone="error">{refusal}</Notice>}
      </div>
      <Field
        label={t("auth.login.email")}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={values.email}
        error={errors.email}
        onChange={(event) => {
          change("email", event.target.value);
        }}
        onBlur={() => {
          leave("email");
        }}
      />
      <PasswordField
        label={t("auth.login.password")}
        name="password"
        autoComplete="current-password"
        required
        value={values.password}
        error={errors.password}
        onChange={(event) => {
          change("password", event.target.value);
        }}
        onBlur={() => {
          leave("password");
        }}
      />
    </AuthForm>
  );
}
