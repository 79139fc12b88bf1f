import { useId, type ReactNode } from "react";
import styles from "./Box.module.css";

/** A framed section with a heading. */
export function Box({
  title,
  children,
}: {
  title: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.box} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}
