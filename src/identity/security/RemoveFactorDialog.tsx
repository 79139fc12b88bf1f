import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { ChangeDialog } from "./ChangeDialog";
import { useSecurityChange } from "./useOwnSecurity";

/** The factor to remove. */
export type Removed =
  | { kind: "app" }
  | { kind: "passkey"; id: string; name: string };

type RemoveFactorDialogProps = { removed: Removed; onClose: () => void };

/** Asks before a factor is removed. */
export function RemoveFactorDialog({
  removed,
  onClose,
}: RemoveFactorDialogProps) {
  const t = useT();
  const isApp = removed.kind === "app";
  const change = useSecurityChange(
    (_sent: undefined) =>
      request(isApp ? "/user/totp" : `/user/passkeys/${removed.id}`, {
        method: "DELETE",
      }),
    onClose,
  );
  return (
    <ChangeDialog
      title={t(
        isApp ? "security.app.removeTitle" : "security.passkeys.removeTitle",
      )}
      accept={t("security.remove")}
      change={change}
      onClose={onClose}
    >
      {isApp
        ? t("security.app.removeText")
        : t("security.passkeys.removeText", { name: removed.name })}
    </ChangeDialog>
  );
}
