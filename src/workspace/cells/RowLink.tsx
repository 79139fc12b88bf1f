import { createContext, useContext, type ReactNode } from "react";
import { Link } from "react-router";
import styles from "./cells.module.css";

export type RowLinkTarget = {
  href: string;
  /** The row was opened, in whatever way. */
  onOpen: () => void;
  /** In a table that is one tab stop, only one row takes part in tabbing. */
  tabIndex?: number;
};

const RowLinkContext = createContext<RowLinkTarget | null>(null);

export const RowLinkProvider = RowLinkContext.Provider;

/** What names the row, and leads to it in a new tab where it leads anywhere. */
export function RowLink({ children }: { children: ReactNode }) {
  const target = useContext(RowLinkContext);
  if (!target) return <span className={styles.strong}>{children}</span>;
  return (
    <Link
      className={styles.link}
      to={target.href}
      target="_blank"
      rel="noopener"
      tabIndex={target.tabIndex}
      onClick={target.onOpen}
      onAuxClick={target.onOpen}
      data-row-link
    >
      {children}
    </Link>
  );
}
