import type { RecoveryCodesReply } from "../../../generated/schemas";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import type { FactorDialogProps } from "./AppDialog";
import { ChangeDialog } from "./ChangeDialog";
import { useSecurityChange } from "./useOwnSecurity";

/** Asks before new recovery codes replace the old ones. */
export function RenewCodesDialog({ onClose, onDone }: FactorDialogProps) {
  const t = useT();
  const change = useSecurityChange(
    (_sent: undefined) =>
      request<RecoveryCodesReply>("/user/recovery-codes", { method: "POST" }),
    ({ recoveryCodes }) => {
      onDone(recoveryCodes);
    },
  );
  return (
    <ChangeDialog
      title={t("security.codes.renew")}
      accept={t("security.codes.renewAccept")}
      change={change}
      onClose={onClose}
    >
      {t("security.codes.renewText")}
    </ChangeDialog>
  );
}
