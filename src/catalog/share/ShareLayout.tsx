import type { ReactNode } from "react";
import styles from "./SharePage.module.css";

/** The layout of a shared lot: a header with its name and nothing else. */
export const ShareLayout = ({
  title,
  children,
}: {
  title: string;
  children: ReactNode;
}) => (
  <div className={styles.layout}>
    <header className={styles.header}>
      <h1 className={styles.title}>{title}</h1>
    </header>
    <main className={styles.main}>{children}</main>
  </div>
);
