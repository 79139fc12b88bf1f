import { useEffect } from "react";
import { leaveBy } from "../providers/historyGuard";
import { reloadPage } from "../providers/reloadPage";
import { signOut, useSession } from "../providers/session";
import { useT } from "../providers/i18n/useT";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { whenIdle } from "../ui/whenIdle";
import { PasswordField, useSignInForm } from "./AuthForm";
import { MoreLogin, preloadMoreLogin } from "./security/lazy";
import { useSsoName } from "./sso/useSsoName";
import styles from "./SessionExpired.module.css";

const formId = "log-in-again";

/**
 * Asks for the password when the session has expired. The page stays open. A page
 * in a frame, such as the workshop's preview, leaves that to the page around it,
 * so that it never takes the focus from the password field there.
 */
export function SessionExpired() {
  const session = useSession();
  const sso = useSsoName();
  useEffect(
    // Later its script may be gone, and the page must not reload for it.
    () => (sso === undefined ? undefined : whenIdle(preloadMoreLogin)),
    [sso],
  );
  if (session.status !== "authenticated" || !session.isExpired) return null;
  const isFramed = window.parent !== window;
  return isFramed ? null : (
    <ExpiredDialog email={session.detail.email} sso={sso} />
  );
}

/**
 * Logs out, after the question of a form with unsaved changes. If the server cannot be
 * reached, the dialog stays open.
 */
const leave = () => {
  leaveBy(() => {
    signOut().catch(() => undefined);
  });
};

function ExpiredDialog({
  email,
  sso,
}: {
  email: string;
  /** The name of the provider of single sign-on. */
  sso: string | undefined;
}) {
  const t = useT();
  const login = useSignInForm({ email, password: "" });
  const { field, refusal, isPending, submit, factors } = login;
  const password = field("password");
  if (factors)
    return (
      <Dialog
        title={t("session.expired.title")}
        actions={<Button onClick={leave}>{t("shell.logout")}</Button>}
      >
        <MoreLogin {...login} />
      </Dialog>
    );
  return (
    <Dialog
      title={t("session.expired.title")}
      // Escape or a press beside it would lose everything that was typed on the page.
      actions={
        <>
          <Button onClick={leave}>{t("shell.logout")}</Button>
          <Button onClick={reloadPage}>{t("session.expired.reload")}</Button>
          <Button
            type="submit"
            form={formId}
            kind="primary"
            isPending={isPending}
          >
            {t("session.expired.again")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>{t("session.expired.text")}</p>
        <p className={styles.note}>{t("session.expired.kept", { email })}</p>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordField
          label={t("auth.login.password")}
          {...password}
          autoComplete="current-password"
          error={password.error ?? refusal}
          onBlur={() => {
            if (password.value) password.onBlur();
          }}
        />
      </form>
      {sso !== undefined && <MoreLogin inWindow />}
    </Dialog>
  );
}
