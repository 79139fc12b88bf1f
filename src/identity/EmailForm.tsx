import type { ReactNode } from "react";
import { isEmail } from "../../domain/formats";
import { useT } from "../providers/i18n/useT";
import { ErrorNotice } from "../ui/ErrorNotice";
import { Field } from "../ui/Field";
import { AuthForm } from "./AuthForm";
import { useAccountForm } from "./useAccountForm";

type EmailFormProps = {
  submitLabel: string;
  isDisabled?: boolean;
  send: (email: string) => Promise<void>;
  children?: ReactNode;
};

/** A form with an e-mail, which is validated when the form is sent. */
export function EmailForm({
  submitLabel,
  isDisabled,
  send,
  children,
}: EmailFormProps) {
  const t = useT();
  const form = useAccountForm({
    names: ["email"],
    initial: { email: "" },
    problemsOf: ({ email }) => ({
      email:
        email === ""
          ? t("auth.validation.required")
          : isEmail(email)
            ? null
            : t("auth.validation.email"),
    }),
    send: ({ email }) => send(email),
  });
  const { onBlur: _onBlur, ...field } = form.field("email");
  return (
    <AuthForm
      onSubmit={form.submit}
      isPending={form.isPending}
      isDisabled={isDisabled}
      submitLabel={submitLabel}
    >
      {form.failure !== null && <ErrorNotice error={form.failure} />}
      <Field
        {...field}
        label={t("auth.login.email")}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      {children}
    </AuthForm>
  );
}
