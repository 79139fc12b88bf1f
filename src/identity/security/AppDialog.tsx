import { useQuery } from "@tanstack/react-query";
import type {
  RecoveryCodesReply,
  AuthenticatorAppBegun,
} from "../../../generated/schemas";
import { errorText } from "../../providers/errorText";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { QueryFailure } from "../../ui/QueryFailure";
import { Spinner } from "../../ui/Spinner";
import { useCopy } from "../../ui/useCopy";
import { CodeField, useCodeInput } from "./CodeField";
import { QrCode } from "./QrCode";
import { useSecurityChange } from "./useOwnSecurity";
import styles from "./SecurityPage.module.css";

const formId = "add-authenticator-app";

export type FactorDialogProps = {
  onClose: () => void;
  /** Gets the recovery codes that were issued; none except with the first factor. */
  onDone: (recoveryCodes: readonly string[]) => void;
};

/** Sets up an authenticator app: a QR code, its secret as text, and the first code. */
export function AppDialog({ onClose, onDone }: FactorDialogProps) {
  const t = useT();
  const begun = useQuery({
    queryKey: ["begun-totp"],
    queryFn: () =>
      request<AuthenticatorAppBegun>("/user/totp", { method: "POST" }),
    // Each call makes another secret, so the shown one must stay.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    retry: false,
  });
  const input = useCodeInput(["totp"]);
  const { mutate, isPending } = useSecurityChange(
    (body: object) =>
      request<RecoveryCodesReply>("/user/totp", { method: "PUT", body }),
    ({ recoveryCodes }) => {
      onDone(recoveryCodes);
    },
  );
  const { copy, isCopied, hasFailed } = useCopy();
  return (
    <Dialog
      title={t("security.app.dialog")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("form.cancel")}</Button>
          <Button
            type="submit"
            form={formId}
            kind="primary"
            isPending={isPending}
            disabled={!begun.data}
          >
            {t("security.app.activate")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.steps}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const body = input.read();
          if (!body || isPending) return;
          mutate(body, {
            onError: (error) => {
              input.refuse(errorText(error, t));
            },
          });
        }}
      >
        <p>{t("security.app.scan")}</p>
        <QueryFailure {...begun} />
        <div className={styles.code}>
          {begun.data ? (
            <QrCode text={begun.data.address} label={t("security.app.qr")} />
          ) : (
            begun.isPending && <Spinner size={20} />
          )}
        </div>
        {begun.data && (
          <div className={styles.secret}>
            <p>{t("security.app.secret")}</p>
            <code>{begun.data.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
            <Button kind="ghost" onClick={() => void copy(begun.data.secret)}>
              {t(isCopied ? "security.copied" : "security.copy")}
            </Button>
            {hasFailed && <p role="alert">{t("security.app.copyFailed")}</p>}
          </div>
        )}
        {begun.data && <CodeField input={input} />}
      </form>
    </Dialog>
  );
}
