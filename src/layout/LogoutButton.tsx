import { useNotify } from "ra-core";
import { errorText } from "../providers/errorText";
import { useT } from "../providers/i18n/useT";
import { signOut } from "../providers/session";
import { Icon } from "../ui/Icon";

/** Signs out in all tabs, and shows an error if that fails. */
export function LogoutButton({ className }: { className?: string }) {
  const t = useT();
  const notify = useNotify();
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        signOut().catch((error: unknown) => {
          notify(errorText(error, t), { type: "error" });
        });
      }}
    >
      <Icon name="logout" />
      {t("shell.logout")}
    </button>
  );
}
