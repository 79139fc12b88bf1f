import type { ReactNode } from "react";
import { classes } from "../../ui/classes";
import styles from "./Placing.module.css";

type Line = { label: string; value: ReactNode; isStrong?: boolean };

/** Names at the left, values at the right. */
export const Summary = ({ lines }: { lines: readonly Line[] }) => (
  <dl className={styles.summary}>
    {lines.map(({ label, value, isStrong }) => (
      <div
        key={label}
        className={classes(styles.line, isStrong && styles.strong)}
      >
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
