import { useState } from "react";
import { describeBrowser } from "../../../domain/browserName";
import type { RecoveryCodesReply } from "../../../generated/schemas";
import { errorText } from "../../providers/errorText";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import type { FactorDialogProps } from "./AppDialog";
import { isPasskeyEnded, makePasskey } from "./passkeyCalls";
import { useSecurityChange } from "./useOwnSecurity";
import styles from "./SecurityPage.module.css";

const formId = "add-passkey";

/** Adds a passkey of this device, of a phone or of a security key. */
export function PasskeyDialog({ onClose, onDone }: FactorDialogProps) {
  const t = useT();
  const { browser, system } = describeBrowser(navigator.userAgent);
  const [name, setName] = useState(
    [browser, system].filter(Boolean).join(", "),
  );
  const isMissing = name.trim() === "";
  const { mutate, isPending, error } = useSecurityChange(
    async () =>
      request<RecoveryCodesReply>("/user/passkeys", {
        method: "POST",
        body: { name: name.trim(), response: await makePasskey() },
      }),
    ({ recoveryCodes }) => {
      onDone(recoveryCodes);
    },
  );
  return (
    <Dialog
      title={t("security.passkeys.add")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("form.cancel")}</Button>
          <Button
            type="submit"
            form={formId}
            kind="primary"
            isPending={isPending}
          >
            {t("security.passkeys.continue")}
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
          if (!isMissing && !isPending) mutate(undefined);
        }}
      >
        {error && (
          <Notice tone="error" role="alert">
            {isPasskeyEnded(error)
              ? t("auth.factor.passkeyEnded")
              : errorText(error, t)}
          </Notice>
        )}
        <Field
          name="name"
          label={t("security.passkeys.name")}
          hint={t("security.passkeys.nameHint")}
          maxLength={60}
          value={name}
          error={isMissing ? t("auth.validation.required") : null}
          onChange={({ target }) => {
            setName(target.value);
          }}
        />
      </form>
    </Dialog>
  );
}
