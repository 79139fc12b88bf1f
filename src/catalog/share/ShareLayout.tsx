import type { ReactNode } from "react";
import { useT } from "../../providers/i18n/useT";
import buttonStyles from "../../ui/Button.module.css";
import styles from "./SharePage.module.css";

/** The layout of a shared lot: a header with its name, and the way to its list. */
export function ShareLayout({
  title,
  list,
  children,
}: {
  title: string;
  /** The path of the list, which asks strangers to sign in; null for no link. */
  list: string | null;
  children: ReactNode;
}) {
  const t = useT();
  return (
    <div className={styles.layout}>
      <header className={styles.header}>
        <div className={styles.heading}>
          <h1 className={styles.title}>{title}</h1>
          {list !== null && (
            <a className={buttonStyles.button} href={list}>
              {t("share.page.signIn")}
            </a>
          )}
        </div>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}
