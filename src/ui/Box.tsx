import { useId, type ReactNode } from "react";
import styles from "./Box.module.css";

/** A framed section with a heading, and controls beside it. */
export function Box({
  title,
  tools,
  children,
}: {
  title: string;
  tools?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.box} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {tools}
      </div>
      {children}
    </section>
  );
}
