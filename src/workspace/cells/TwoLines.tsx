import type { ReactNode } from "react";
import { RowLink } from "./RowLink";
import styles from "./cells.module.css";

/** A cell's two lines: what one looks for, and what explains it. */
export function TwoLines({
  first,
  second,
}: {
  first: ReactNode;
  second?: ReactNode;
}) {
  return (
    <div className={styles.lines}>
      <div className={styles.first}>
        <RowLink>{first}</RowLink>
      </div>
      {second ? (
        <div
          className={styles.second}
          title={typeof second === "string" ? second : undefined}
        >
          {second}
        </div>
      ) : null}
    </div>
  );
}
