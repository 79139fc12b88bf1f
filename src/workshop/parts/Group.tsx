import type { ReactNode } from "react";
import styles from "./parts.module.css";

/** A part of a panel under its headline. */
export const Group = ({
  title,
  children,
}: {
  title: string;
  children: ReactNode;
}) => (
  <section className={styles.group} aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
);
