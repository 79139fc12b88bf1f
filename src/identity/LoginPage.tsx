import { useEffect, useState } from "react";
import { AuthLayout } from "../layout/AuthLayout";
import { loadConfiguration } from "../providers/configuration";
import { currentLanguage } from "../providers/i18n/language";
import { useT } from "../providers/i18n/useT";
import { Notice } from "../ui/Notice";
import { Field } from "../ui/Field";
import { AuthForm, PasswordField, useSignInForm } from "./AuthForm";
import { canUsePasskeys } from "./security/canUsePasskeys";
import { ConnectNotice, MoreLogin } from "./security/lazy";
import styles from "./LoginPage.module.css";
import authFormStyles from "./AuthForm.module.css";

/** The login page, with the company's announcement above and its notice below the form. */
export default function LoginPage() {
  const t = useT();
  return (
    <AuthLayout title={t("auth.login.title")}>
      <CompanyText of="announcement" />
      {location.search.includes("connect=") && <ConnectNotice />}
      <LoginForm />
      <CompanyText of="notice" />
    </AuthLayout>
  );
}

/** A text of the company on the login page, if there is one. */
function CompanyText({ of }: { of: "announcement" | "notice" }) {
  const [text, setText] = useState<string>();
  useEffect(() => {
    let isShown = true;
    void loadConfiguration().then(({ [of]: texts }) => {
      if (isShown) setText(texts?.[currentLanguage()]);
    });
    return () => {
      isShown = false;
    };
  }, [of]);
  if (!text) return null;
  return (
    <div className={styles[of]}>
      <Notice tone="info">{text}</Notice>
    </div>
  );
}

/**
 * E-mail and password, which stay filled in when the server refuses, and the other ways in.
 * A second factor is asked for in their place.
 */
function LoginForm() {
  const t = useT();
  const form = useSignInForm({ email: "", password: "" });
  const { field, refusal, isPending, submit } = form;
  if (form.factors) return <MoreLogin {...form} />;
  return (
    <>
      <AuthForm
        onSubmit={submit}
        isPending={isPending}
        submitLabel={t(isPending ? "auth.login.pending" : "auth.login.submit")}
      >
        <div role="alert" className={authFormStyles.refusals}>
          {refusal && <Notice tone="error">{refusal}</Notice>}
        </div>
        <Field
          label={t("auth.login.email")}
          {...field("email")}
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordField
          label={t("auth.login.password")}
          {...field("password")}
          autoComplete="current-password"
          required
        />
      </AuthForm>
      <div className={canUsePasskeys() ? styles.passkey : undefined}>
        <MoreLogin />
      </div>
      <p className={styles.links}>
        <a href={`/auth/forgot-password${location.search}`}>
          {t("auth.login.forgot")}
        </a>
        <a href={`/auth/sign-up${location.search}`}>{t("auth.login.signUp")}</a>
      </p>
    </>
  );
}
