import { useT } from "../providers/i18n/useT";
import { signOut } from "../providers/session";
import { Icon } from "../ui/Icon";

/** Signs out here and in the other tabs. */
export function LogoutButton({ className }: { className?: string }) {
  const t = useT();
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        void signOut();
      }}
    >
      <Icon name="logout" />
      {t("shell.logout")}
    </button>
  );
}
