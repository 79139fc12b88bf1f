import { useRef } from "react";
import { useT } from "../providers/i18n/useT";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { Icon } from "../ui/Icon";
import { PasswordField } from "./PasswordField";
import { useSignInForm } from "./useSignInForm";
import styles from "./LoginForm.module.css";

/** E-mail and password. Both stay filled in when the server refuses. */
export function LoginForm() {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const { values, errors, refusal, isPending, change, leave, submit } =
    useSignInForm({ email: "", password: "" });
  const send = async () => {
    const invalid = await submit();
    const input = invalid && form.current?.elements.namedItem(invalid);
    if (input instanceof HTMLElement) input.focus();
  };
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
      <div role="alert" className={styles.refusals}>
        {refusal && (
          <p className={styles.refusal}>
            <Icon name="alert" />
            {refusal}
          </p>
        )}
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
      <Button
        type="submit"
        kind="primary"
        isWide
        className={styles.submit}
        isPending={isPending}
      >
        {t(isPending ? "auth.login.pending" : "auth.login.submit")}
      </Button>
    </form>
  );
}
