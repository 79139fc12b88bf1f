import { useId, useRef, useState } from "react";
import { Link } from "react-router";
import { useNotify } from "ra-core";
import { leaveBy } from "../providers/historyGuard";
import { useT } from "../providers/i18n/useT";
import { useSignedIn, signOut } from "../providers/session";
import { useWorkspace } from "../providers/workspace";
import { Icon } from "../ui/Icon";
import { errorText } from "../providers/errorText";
import styles from "./AccountMenu.module.css";

const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");

/** The account menu: name and e-mail, profile and log-out. */
export function AccountMenu() {
  const t = useT();
  const { detail } = useSignedIn();
  const { isOwnServer } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();

  return (
    <div
      className={styles.account}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.avatar}
        aria-label={t("shell.account", { name: detail.fullName })}
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        {initials(detail.fullName)}
      </button>
      {isOpen && (
        <div id={menuId} className={styles.menu}>
          <p className={styles.person}>
            <b>{detail.fullName}</b>
            <span>{detail.email}</span>
          </p>
          <Link
            to="/profile"
            className={styles.entry}
            onClick={() => {
              setOpen(false);
            }}
          >
            <Icon name="user" />
            {t("profile.title")}
          </Link>
          {isOwnServer && (
            <Link
              to="/profile/security"
              className={styles.entry}
              onClick={() => {
                setOpen(false);
              }}
            >
              <Icon name="wrench" />
              {t("security.title")}
            </Link>
          )}
          <LogoutButton className={styles.entry} />
        </div>
      )}
    </div>
  );
}

/**
 * Returns a function that signs out in all tabs, after the question of a form with unsaved
 * changes, and shows an error if that fails.
 */
export function useLogOut(): () => void {
  const t = useT();
  const notify = useNotify();
  return () => {
    leaveBy(() => {
      signOut().catch((error: unknown) => {
        notify(errorText(error, t), { type: "error" });
      });
    });
  };
}

export function LogoutButton({ className }: { className?: string }) {
  const t = useT();
  return (
    <button type="button" className={className} onClick={useLogOut()}>
      <Icon name="logout" />
      {t("shell.logout")}
    </button>
  );
}
