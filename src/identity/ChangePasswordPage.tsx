import { useState } from "react";
import { PageHeader } from "../layout/PageHeader";
import { changePasswordBody } from "../../generated/validators";
import { checkForm, problemText } from "../providers/fieldProblems";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { useSignedIn } from "../providers/session";
import { Box } from "../ui/Box";
import { ErrorNotice } from "../ui/ErrorNotice";
import { LinkButton } from "../ui/LinkButton";
import { Notice } from "../ui/Notice";
import { AuthForm, PasswordField } from "./AuthForm";
import {
  newPasswordText,
  repeatedText,
  useNewPasswordLength,
} from "./newPassword";
import { useAccountForm } from "./useAccountForm";
import page from "./ProfilePage.module.css";
import styles from "./accountPages.module.css";

/** The page on which signed-in users change their password. */
export default function ChangePasswordPage() {
  const t = useT();
  const [isDone, setDone] = useState(false);
  return (
    <>
      <PageHeader title={t("auth.changePassword.title")} />
      <div className={page.page}>
        <Box
          title={t(
            isDone ? "auth.changePassword.done" : "auth.changePassword.both",
          )}
        >
          <div className={styles.form}>
            {isDone ? (
              <div className={styles.again}>
                <Notice tone="success" role="status">
                  {t("auth.changePassword.next")}
                </Notice>
                <LinkButton to="/profile" kind="standard">
                  {t("auth.changePassword.another")}
                </LinkButton>
              </div>
            ) : (
              <ChangePasswordForm
                onDone={() => {
                  setDone(true);
                }}
              />
            )}
          </div>
        </Box>
      </div>
    </>
  );
}

const names = ["oldPassword", "newPassword", "confirmNewPassword"] as const;
type Name = (typeof names)[number];

function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const { email } = useSignedIn().detail;
  const length = useNewPasswordLength();
  const form = useAccountForm<Name>({
    names,
    repeats: { field: "confirmNewPassword", of: "newPassword" },
    initial: { oldPassword: "", newPassword: "", confirmNewPassword: "" },
    problemsOf: (values) => {
      const { newPassword, confirmNewPassword } = values;
      const found = checkForm(changePasswordBody, values);
      return {
        oldPassword: problemText(found.oldPassword, t),
        newPassword:
          newPasswordText(newPassword, length, t) ??
          problemText(found.newPassword, t),
        confirmNewPassword:
          repeatedText(newPassword, confirmNewPassword, t) ??
          problemText(found.confirmNewPassword, t),
      };
    },
    send: async (body) => {
      await request("/user/change-password", { method: "POST", body });
      onDone();
    },
  });
  const field = (name: Name) => ({
    ...form.field(name),
    label: t(`auth.changePassword.${name}`),
    autoComplete: name === "oldPassword" ? "current-password" : "new-password",
    required: true,
  });
  return (
    <AuthForm
      onSubmit={form.submit}
      isPending={form.isPending}
      submitLabel={t("auth.changePassword.submit")}
    >
      {form.failure !== null && <ErrorNotice error={form.failure} />}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField {...field("oldPassword")} />
      <PasswordField
        {...field("newPassword")}
        hint={t("auth.signUp.passwordHint", { length })}
      />
      <PasswordField {...field("confirmNewPassword")} />
    </AuthForm>
  );
}
